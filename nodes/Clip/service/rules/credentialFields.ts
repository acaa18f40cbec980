import type { CredentialFault } from '../../problems/credential';
import { parseLink } from '../../lib/link';
import { clean, holdsUnseen } from '../../lib/text';

/*
 * How the fields of the credential are read: by its test, and by each call.
 */

/** What the value of an HTTP header may hold; Node.js and n8n change or drop the rest, or do not send it. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_\x60|~-]+$/;

/** What a copied command holds beside its address. */
const OF_COMMAND = /[\s"'\x60\u2018-\u201f]/;

/** What stands behind the base in the address of a call: people copy whole ones. A long row of slashes takes no quadratic time. */
const BEHIND_BASE = /^(https?:\/\/[^/].*?)(?<!\/)\/+(?:open-api(?:\/.*)?)?$/i;

/** A field of the credential as it was meant. An expression gives a key of digits as a number. */
export const readField = (stored: unknown): string =>
	typeof stored === 'string' ? clean(stored) : Number.isSafeInteger(stored) ? String(stored) : '';

/** An address whose scheme somebody has left out, of a host that is no number. */
const LACKS_SCHEME = /^(?:[\w-]+\.)+[a-z]{2,}(?=[:/]|$)/i;

/** The base of the addresses of all calls. */
export const baseOf = (stored: unknown): string =>
	readField(stored).replace(LACKS_SCHEME, 'https://$&').replace(BEHIND_BASE, '$1');

/**
 * Why a credential cannot be sent.
 *
 * @returns null when it can
 */
export function faultOf(credential: {
	baseUrl?: unknown;
	apiKey?: unknown;
	headerName?: unknown;
}): CredentialFault | null {
	const address = readField(credential.baseUrl);
	const url = parseLink(baseOf(address));
	const key = readField(credential.apiKey);
	const name = readField(credential.headerName);
	if (address === '') return 'addressEmpty';
	if (OF_COMMAND.test(address)) return 'addressIsCommand';
	if (holdsUnseen(address)) return 'addressUnseen';
	if (url === null) return 'addressNoLink';
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return 'addressTooLong';
	if (key === '') return 'keyEmpty';
	if (!HEADER_VALUE.test(key)) return 'keyUnsendable';
	if (name === '') return 'headerEmpty';
	return HEADER_NAME.test(name) ? null : 'headerUnsendable';
}
