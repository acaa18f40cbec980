import {
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';

/** Stands for n8n's store of credentials: one credential of our type, applied as n8n applies it. */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new VideoClippingApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async getDecrypted() {
		return await Promise.resolve({ ...this.data });
	}

	async getCredentials(): Promise<never> {
		return await Promise.reject(new TypeError('Engine tests hold no stored credentials.'));
	}

	async preAuthentication() {
		return await Promise.resolve(undefined);
	}

	async runPreAuthentication() {
		return await Promise.resolve(undefined);
	}

	async updateCredentials() {
		await Promise.resolve();
	}

	async updateCredentialsOauthTokenData() {
		await Promise.resolve();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, request);
	}
}
