import type { CredentialFault } from '../../problems/credentialFaults';
import { parseLink } from '../../lib/link';
import { trimInvisible, holdsInvisible } from '../../lib/text';

/*
 * How the test of the credential and each call read its fields.
 */

/** The characters that reach the service as they are. Others are changed or dropped by Node.js and n8n, or the header is not sent. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_\x60|~-]+$/;

/** Characters that stand in a copied command, but not in an address. */
const OF_COMMAND = /[\s"'\x60\u2018-\u201f]/;

/** Captures the base of `https://h.example/service/open-api/v1/project`. The lookbehind keeps a long row of slashes from quadratic time. */
const ADDRESS_OF_CALL = /^(https?:\/\/[^/].*?)(?<!\/)\/+(?:open-api(?:\/.*)?)?$/i;

/** An expression gives a key of digits as a number. */
export const readCredentialField = (stored: unknown): string =>
	typeof stored === 'string' ? trimInvisible(stored) : Number.isSafeInteger(stored) ? String(stored) : '';

/** The base of the addresses of all calls. */
export const baseUrlOf = (stored: unknown): string =>
	readCredentialField(stored).replace(ADDRESS_OF_CALL, '$1');

/** @returns why a credential cannot be sent; null when it can */
export function credentialFaultOf(credential: {
	baseUrl?: unknown;
	apiKey?: unknown;
	headerName?: unknown;
}): CredentialFault | null {
	const address = readCredentialField(credential.baseUrl);
	const url = parseLink(baseUrlOf(address));
	const key = readCredentialField(credential.apiKey);
	const name = readCredentialField(credential.headerName);
	if (address === '') return 'addressEmpty';
	if (OF_COMMAND.test(address)) return 'addressIsCommand';
	if (holdsInvisible(address)) return 'addressUnseen';
	if (url === null) return 'addressNoLink';
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return 'addressNotBare';
	if (key === '') return 'keyEmpty';
	if (!HEADER_VALUE.test(key)) return 'keyUnsendable';
	if (name === '') return 'headerEmpty';
	return HEADER_NAME.test(name) ? null : 'headerUnsendable';
}
