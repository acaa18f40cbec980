/** What the value of an HTTP header may hold; Node.js and n8n change or drop the rest, or do not send it. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * A field of the credential as it is sent: white space around it comes from copying.
 *
 * @param stored - the field
 */
export const trimmed = (stored: unknown): string => (typeof stored === 'string' ? stored.trim() : '');

/**
 * Why a key cannot be sent.
 *
 * @param key - a trimmed one
 * @returns null when it can
 */
export function complaintAboutKey(key: string): string | null {
	if (key === '') return "'API Key' is empty";
	return HEADER_VALUE.test(key)
		? null
		: "'API Key' holds characters that no HTTP header may hold, such as a line break or a letter beyond ASCII. Copy it from the service again";
}
