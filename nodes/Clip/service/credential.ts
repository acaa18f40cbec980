import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { trimInvisible } from '../lib/text';
import type { NodeExecution } from '../n8n/nodeExecution';
import type { CredentialFault } from '../problems/credentialFaults';
import { baseUrlOf, credentialFaultOf, readCredentialField } from './rules/credentialFields';

export const CREDENTIAL_TYPE = 'videoClippingApi';

export interface UsableCredential {
	/** Host and path of the service, without a slash at the end. */
	baseUrl: string;
	/** No error and no line of the log shows it. */
	apiKey: string;
	/** See {@link accountIdOf}. */
	accountId: string;
	/** For n8n, which adds the key to a call. */
	data: ICredentialDataDecryptedObject;
}

/**
 * Opens the credential of an input item: its fields may be expressions on that item. No error shows its key from now on.
 *
 * @throws what n8n throws when it cannot open it, such as the error of an expression
 */
export async function openCredential(
	{ context, apiKeys }: Pick<NodeExecution, 'apiKeys' | 'context'>,
	itemIndex: number,
): Promise<UsableCredential | { fault: CredentialFault; apiKey: string }> {
	const data = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const fault = credentialFaultOf(data);
	const apiKey = readCredentialField(data.apiKey);
	apiKeys.add(apiKey);
	if (fault !== null) return { fault, apiKey };
	const { origin, hostname, pathname } = new URL(baseUrlOf(data.baseUrl));
	// n8n adds these two to every credential.
	const { allowedHttpRequestDomains, allowedDomains } = data;
	if (
		allowedHttpRequestDomains === 'domains' &&
		!isAllowedDomain(hostname, readCredentialField(allowedDomains))
	) {
		return { fault: 'hostNotAllowed', apiKey };
	}
	const baseUrl = `${origin}${pathname.replace(/\/+$/, '')}`;
	return { baseUrl, apiKey, accountId: accountIdOf(baseUrl, apiKey), data };
}

/** Tells accounts apart, by address and key; the same in each process. Guessed keys could be checked against it, so people only see it sealed. */
export const accountIdOf = (baseUrl: string, apiKey: string): string =>
	createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64url');

/** In this process only. */
const SEAL_KEY = randomBytes(32);

/** The account's ID as people may see it, as in the item of a status check: only this process can compare it. */
export const sealAccount = (accountId: string): string =>
	createHmac('sha256', SEAL_KEY).update(accountId).digest('base64url');

/**
 * Whether a host is in a credential's list of allowed domains, which n8n enforces for its own nodes only. The list is read as n8n reads it:
 * names separated by commas, `*.example.com` for all subdomains but not the domain itself.
 *
 * @param host - without a port
 */
export function isAllowedDomain(host: string, allowedDomains: string): boolean {
	const name = normalizeDomain(host);
	return allowedDomains
		.split(',')
		.map(normalizeDomain)
		.filter((domain) => domain !== '')
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
}

const normalizeDomain = (name: string): string => trimInvisible(name).toLowerCase().replace(/\.$/, '');

export const isCredentialChosen = (context: IExecuteFunctions): boolean =>
	context.getNode().credentials?.[CREDENTIAL_TYPE] !== undefined;
