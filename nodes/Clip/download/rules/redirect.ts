import { downloadFailure, type DownloadFailure } from './transfer';

/** How many redirects a download follows. */
const MOST_REDIRECTS = 5;

/**
 * Where a redirect leads. Redirects are followed by hand: nobody else sees to it that they end, that they stay with http(s),
 * and that nothing secret travels along.
 *
 * @param location - the `Location` of the answer; null when it has none
 * @param visited - the links so far, the redirecting one last
 */
export function nextLink(
	location: string | null,
	visited: readonly URL[],
): { link: URL } | { failure: DownloadFailure } {
	const from = visited.at(-1)?.href;
	const fail = (evidence: string) => ({ failure: downloadFailure('redirected', { evidence }) });
	const address = location === null ? null : unescaped(location);
	if (address === null || !URL.canParse(address, from)) return fail('A redirect names no address.');
	const link = new URL(address, from);
	if (link.protocol !== 'http:' && link.protocol !== 'https:') {
		return fail(`A redirect leads to an address of the kind ${link.protocol} instead of http or https.`);
	}
	link.hash = '';
	link.username = '';
	link.password = '';
	if (visited.some(({ href }) => href === link.href)) return fail('The redirects lead in a circle.');
	if (visited.length > MOST_REDIRECTS) return fail(`There were more than ${MOST_REDIRECTS} redirects.`);
	return { link };
}

/** Node.js takes each byte of a header for a character; hosts that do not escape their addresses mean UTF-8. */
function unescaped(location: string): string {
	const bytes = Uint8Array.from(location, (character) => character.charCodeAt(0));
	const text = new TextDecoder().decode(bytes);
	return /[\u0100-\uffff]/.test(location) || text.includes('\ufffd') ? location : text;
}
