import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { baseOf, complaintAbout, meant } from '../../../credentials/VideoClippingApi.credentials';
import { isInOwnNetwork, parseLink } from '../lib/link';
import { cleaned, joined } from '../lib/text';
import { failureOf, NodeEnded } from '../n8n/failures';
import type { Advice, NothingDone } from '../lib/advice';

/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';

/** Text, or nothing to work with. */
const text = z.string().catch('');

const credential = z.object({
	baseUrl: z.unknown().transform(baseOf),
	headerName: text,
	apiKey: z.unknown().transform(meant),
	/** n8n adds these two to every credential. */
	allowedHttpRequestDomains: text,
	allowedDomains: text,
});

/** A credential with which a call can be made. */
export interface UsableCredential {
	/** Host and path of the service, without a slash at the end. */
	baseUrl: string;
	/** As it is sent, never empty. Known here only to keep it out of messages. */
	apiKey: string;
	/** A hash of address and key, to tell accounts apart. */
	account: string;
	/** For n8n, which sends the key. */
	data: ICredentialDataDecryptedObject;
}

/**
 * Opens the credential of an input item: its fields may be expressions on that item.
 *
 * @returns the credential, or why it cannot be used
 * @throws what n8n throws when it cannot open it, such as the error of an expression
 */
export async function openCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<UsableCredential | { complaint: string }> {
	const data = await context.getCredentials(CREDENTIAL, itemIndex);
	const fields = credential.parse(data);
	const url = parseLink(fields.baseUrl);
	const wrong = whyUnusable(fields, url);
	if (url === null || wrong !== null) return { complaint: wrong ?? '' };
	const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
	const { apiKey } = fields;
	const account = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64url');
	return { baseUrl, apiKey, account, data };
}

/**
 * The same, for whoever cannot go on without it.
 *
 * @throws NodeEnded when the credential cannot be used, or what n8n throws when it cannot open it
 */
export async function readCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<UsableCredential> {
	const opened = await openCredential(context, itemIndex);
	if (!('complaint' in opened)) return opened;
	throw new NodeEnded(failureOf(adviceOnCredential(opened.complaint), 'authentication'), null);
}

/**
 * Whether the service of an item lies in a network of its own, and so may reach addresses there. A credential that cannot be read is
 * not looked at here: {@link readCredential} says why.
 */
export async function isServiceInOwnNetwork(context: IExecuteFunctions, itemIndex: number): Promise<boolean> {
	const data = await context.getCredentials(CREDENTIAL, itemIndex).catch(() => null);
	const fields = credential.safeParse(data).data;
	const url = parseLink(fields?.baseUrl ?? '');
	return url !== null && isInOwnNetwork(url);
}

function whyUnusable(fields: z.infer<typeof credential>, url: URL | null): string | null {
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

/** What to do about a credential that cannot be used. */
const MEND_CREDENTIAL =
	'Open the credential and correct the field. If it is an expression on the item, n8n cannot test it there: look at what it gives for this item.';

/** What it means that nothing was done with an item, where the mistake is in the credential. */
export const credentialUnused = (nothingDone: NothingDone): NothingDone => ({
	...nothingDone,
	todo: joined(MEND_CREDENTIAL, nothingDone.next),
});

export const adviceOnCredential = (reason: string, { money, next }: Partial<NothingDone> = {}): Advice => ({
	title: `The credential cannot be used: ${reason}`,
	meaning: money === undefined ? '' : `${money}.`,
	todo: joined(MEND_CREDENTIAL, next ?? ''),
});
