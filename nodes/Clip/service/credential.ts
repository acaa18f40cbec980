import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { clean } from '../lib/text';
import type { CredentialFault } from '../problems/credential';
import { baseOf, faultOf, readField } from './rules/credentialFields';

/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';

/** Text, or nothing to work with. */
const text = z.string().catch('');

const credential = z.object({
	baseUrl: z.unknown().transform(baseOf),
	apiKey: z.unknown().transform(readField),
	/** n8n adds these two to every credential. */
	allowedHttpRequestDomains: text,
	allowedDomains: text,
});

/** A credential with which a call can be made. */
export interface UsableCredential {
	/** Host and path of the service, without a slash at the end. */
	baseUrl: string;
	/** As it is sent, never empty. Known here to tell accounts apart, and to keep it out of messages. */
	apiKey: string;
	/** See {@link accountIdOf}. */
	accountId: string;
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
): Promise<UsableCredential | { fault: CredentialFault; apiKey: string }> {
	const data = await context.getCredentials(CREDENTIAL, itemIndex);
	const fields = credential.parse(data);
	const fault = faultOf(data);
	const { allowedHttpRequestDomains, allowedDomains, apiKey } = fields;
	if (fault !== null) return { fault, apiKey };
	const { origin, hostname, pathname } = new URL(fields.baseUrl);
	if (allowedHttpRequestDomains === 'domains' && !isAllowedDomain(hostname, allowedDomains)) {
		return { fault: 'hostNotAllowed', apiKey };
	}
	const baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
	return { baseUrl, apiKey, accountId: accountIdOf(baseUrl, apiKey), data };
}

/**
 * Tells accounts apart: a hash of the address, as it is called, and of the key; the same in each process. It is shown nowhere, since keys
 * could be tried on it.
 */
export const accountIdOf = (baseUrl: string, apiKey: string): string =>
	createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64url');

/** Of this process only. */
const SEAL_KEY = randomBytes(32);

/**
 * A form of the account's ID that others may see, as in the item of a status check: only this process can compare it, and nobody can try
 * keys on it.
 */
export const sealAccount = (account: string): string =>
	createHmac('sha256', SEAL_KEY).update(account).digest('base64url');

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
	const name = normalizeDomain(host);
	return allowedDomains
		.split(',')
		.map(normalizeDomain)
		.filter((domain) => domain !== '')
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
}

const normalizeDomain = (name: string): string => clean(name).toLowerCase().replace(/\.$/, '');

export const isCredentialChosen = (context: IExecuteFunctions): boolean =>
	context.getNode().credentials?.[CREDENTIAL] !== undefined;
