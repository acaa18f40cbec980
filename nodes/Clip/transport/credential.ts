import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';
import { parseLink } from '../service/source';

/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';

const credential = z.object({ baseUrl: z.string(), headerName: z.string(), apiKey: z.string() }).partial();

/**
 * The service's base address out of the credential: host and path without a slash at the end.
 *
 * @param context - the running node
 * @throws NodeOperationError when the address is not http(s) or has no host
 */
export async function readBaseUrl(context: IExecuteFunctions): Promise<string> {
	const {
		baseUrl = '',
		headerName = '',
		apiKey = '',
	} = credential.parse(await context.getCredentials(CREDENTIAL));
	const url = parseLink(baseUrl.trim());
	const wrong =
		url === null
			? "'Base URL' must start with http:// or https:// and name a host"
			: apiKey.trim() === ''
				? "'API Key' is empty"
				: /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(headerName)
					? null
					: "'Header Name' is not the name of an HTTP header";
	if (url === null || wrong !== null) {
		throw new NodeOperationError(context.getNode(), `The credential is not usable: ${wrong ?? ''}`, {
			description: 'Open the credential, correct the field and test it. Nothing was sent.',
		});
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
