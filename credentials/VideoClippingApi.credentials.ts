import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { TEST_RESULT, textOfFault } from '../nodes/Clip/problems/credentialFaults';
import {
	baseUrlOf,
	credentialFaultOf,
	readCredentialField,
} from '../nodes/Clip/service/rules/credentialFields';

/** Statuses that end the test before its body is looked at: gateways in front of the service send them. */
const statusRules = [
	...[401, 403].map((value) => ({ value, message: TEST_RESULT.key })),
	{ value: 402, message: TEST_RESULT.plan },
	...[429, 500, 502, 503, 504].map((value) => ({ value, message: TEST_RESULT.busy })),
].map((properties) => ({ type: 'responseCode' as const, properties }));

/** Each rule describes an answer that fails the test: with a code that means "wrong key", or without the service's code. */
const bodyRules = [
	{ key: 'code', value: 4001, message: TEST_RESULT.key },
	{ key: 'code', value: '4001', message: TEST_RESULT.key },
	{ key: 'code', value: undefined, message: TEST_RESULT.address },
	// Other APIs repeat the HTTP status in `code`. None of these is a code of the service.
	...[400, 404, 405, 500].flatMap((value) => [
		{ key: 'code', value, message: TEST_RESULT.address },
		{ key: 'code', value: String(value), message: TEST_RESULT.address },
	]),
].map((properties) => ({ type: 'responseSuccessBody' as const, properties }));

/** The API key of a workspace of the video clipping service, and where the service lives (interface, Authentication). */
export class VideoClippingApi implements ICredentialType {
	name = 'videoClippingApi';

	displayName = 'Video Clipping API';

	icon: Icon = { light: 'file:videoClipping.svg', dark: 'file:videoClipping.dark.svg' };

	documentationUrl =
		'https://github.com/video-clipping/n8n-nodes-video-clipping/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/service',
			hint: 'The part of the address before /open-api in the API documentation of your service',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The key of a service whose API documentation has addresses with /open-api/v1/project. Requires a paid plan.',
			hint: 'From Workspace Settings > API > Generate API Key',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			required: true,
			default: 'SERVICEAI_API_KEY',
			description: 'The HTTP header that carries the key. Its name contains the brand of the service.',
			hint: 'Replace with the header name in the API documentation of your service',
		},
	];

	/**
	 * Adds the key, and mends the address in the test of the credential. In code, not as n8n's generic rule: the name of the header is a
	 * setting, and n8n would evaluate two expressions for each call, which takes a third of the time that the call takes.
	 *
	 * @throws Error for a credential that cannot be sent as it is
	 */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const fault = credentialFaultOf(credential);
		if (fault !== null) throw new Error(Object.values(textOfFault(fault)).join('. '));
		const { baseUrl, headerName, apiKey } = credential;
		const headers = {
			...requestOptions.headers,
			[readCredentialField(headerName)]: readCredentialField(apiKey),
		};
		// Calls have their whole address already.
		const baseURL = requestOptions.baseURL === undefined ? {} : { baseURL: baseUrlOf(baseUrl) };
		return await Promise.resolve({ ...requestOptions, ...baseURL, headers });
	}

	/**
	 * Asks for a project that cannot exist, which costs nothing. The service itself refuses that with a code; a wrong key gets 401, 403 or
	 * code 4001; anything else without a code is not the service.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/open-api/v1/project/query/0',
			method: 'GET',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: statusRules.map(({ properties }) => properties.value) },
		},
		// n8n's type wants rules of one kind; its tester reads each rule by its own kind.
		rules: [...statusRules, ...bodyRules] as IAuthenticateRuleResponseSuccessBody[],
	};
}
