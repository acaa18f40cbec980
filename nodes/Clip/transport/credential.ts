import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod/v3';
import { parseLink } from '../service/source';
import { isAllowedDomain } from './allowedDomains';

/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';

const credential = z
	.object({
		baseUrl: z.string(),
		headerName: z.string(),
		apiKey: z.string(),
		/** n8n adds these two to every credential. */
		allowedHttpRequestDomains: z.string(),
		allowedDomains: z.string(),
	})
	.partial();

/** The characters that may stand in the name of an HTTP header. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * The service's base address out of the credential: host and path without a slash at the end.
 *
 * @param context - the running node
 * @throws NodeOperationError when the credential cannot be used
 */
export async function readBaseUrl(context: IExecuteFunctions): Promise<string> {
	const read = credential.safeParse(await context.getCredentials(CREDENTIAL));
	const fields = read.success ? read.data : {};
	const url = parseLink((fields.baseUrl ?? '').trim());
	if (url === null) throw unusable(context, "'Base URL' must start with http:// or https:// and name a host");
	if ((fields.apiKey ?? '').trim() === '') throw unusable(context, "'API Key' is empty");
	if (!HEADER_NAME.test(fields.headerName ?? '')) {
		throw unusable(context, "'Header Name' is not the name of an HTTP header");
	}
	const restricted = fields.allowedHttpRequestDomains === 'domains';
	if (restricted && !isAllowedDomain(url.hostname, fields.allowedDomains ?? '')) {
		throw unusable(context, `${url.hostname} is not among its 'Allowed Domains'`);
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const unusable = (context: IExecuteFunctions, reason: string): NodeOperationError =>
	new NodeOperationError(context.getNode(), `The credential cannot be used: ${reason}`, {
		description: 'Open the credential, correct the field and test it. Nothing was sent.',
	});
