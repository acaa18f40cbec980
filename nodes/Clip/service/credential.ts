import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { baseOf, complaintAbout, meant } from '../../../credentials/VideoClippingApi.credentials';
import { isInOwnNetwork, parseLink } from '../lib/link';
import { cleaned } from '../lib/text';
import { nodeError } from '../n8n/failures';
import type { Advice } from '../lib/values';

/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';

/** Text, or nothing to work with. */
const text = z.string().catch('');

const credential = z.object({
	baseUrl: text.transform(baseOf),
	headerName: text,
	apiKey: text.transform(meant),
	/** n8n adds these two to every credential. */
	allowedHttpRequestDomains: text,
	allowedDomains: text,
});

/** What a call needs to know of the credential; the key is sent by n8n itself. */
interface UsableCredential {
	/** Host and path of the service, without a slash at the end. */
	baseUrl: string;
	/** As it is sent, never empty. Known here only to keep it out of messages. */
	apiKey: string;
}

/**
 * Reads and checks the credential.
 *
 * @throws NodeOperationError when the credential cannot be used
 */
export async function readCredential(context: IExecuteFunctions): Promise<UsableCredential> {
	const fields = credential.parse(await context.getCredentials(CREDENTIAL));
	const url = parseLink(fields.baseUrl);
	const wrong = complaint(fields, url);
	if (url === null || wrong !== null) {
		const { title, description } = adviceOnCredential(wrong ?? '');
		throw nodeError(context, { message: title, description });
	}
	return { baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, apiKey: fields.apiKey };
}

/**
 * Whether the service lies in a network of its own, and so may reach addresses there. A credential that cannot be read is not looked
 * at here: {@link readCredential} says why.
 */
export async function isServiceInOwnNetwork(context: IExecuteFunctions): Promise<boolean> {
	const fields = credential.safeParse(await context.getCredentials(CREDENTIAL).catch(() => null)).data;
	const url = parseLink(fields?.baseUrl ?? '');
	return url !== null && isInOwnNetwork(url);
}

function complaint(fields: z.infer<typeof credential>, url: URL | null): string | null {
	if (url === null) return "'Base URL' must start with http:// or https:// and name a host";
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
		return "'Base URL' must hold a host and a path only";
	}
	const complaint = complaintAbout(fields);
	if (complaint !== null) return complaint;
	const restricted = fields.allowedHttpRequestDomains === 'domains';
	return restricted && !isAllowedDomain(url.hostname, fields.allowedDomains)
		? `${url.hostname} is not among its 'Allowed Domains'`
		: null;
}

/**
 * Whether a host is in a credential's list of allowed domains, read as n8n reads it: names separated by commas,
 * `*.example.com` for all subdomains but not the domain itself.
 *
 * n8n enforces the list for its own HTTP nodes only.
 *
 * @param host - a host name without a port
 * @param allowedDomains - the list as the user wrote it
 */
export function isAllowedDomain(host: string, allowedDomains: string): boolean {
	const name = plain(host);
	return allowedDomains
		.split(',')
		.map(plain)
		.filter((domain) => domain !== '')
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
}

const plain = (name: string): string => cleaned(name).toLowerCase().replace(/\.$/, '');

/** Explains a credential that cannot be used. */
export const adviceOnCredential = (reason: string): Advice => ({
	title: `The credential cannot be used: ${reason}`,
	description: 'Open the credential, correct the field and test it. This call was not sent.',
});
