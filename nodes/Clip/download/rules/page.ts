import { hideQueries } from '../../values/values';

/** How much of a page a message shows. */
const SHOWN_LENGTH = 200;

/** How long the value of a query must be to count as a secret wherever it appears. */
const SECRET_LENGTH = 6;

/**
 * What a page says that came instead of a file, in one line, for an error: the code and message of an object store, or the
 * text of anything else. What the links' queries hold does not appear in it: stores quote signatures.
 *
 * @param body - the beginning of the page
 * @param links - the links that led to it
 * @returns empty when it says nothing readable
 */
export function excerptOfPage(body: Uint8Array, links: readonly URL[]): string {
	const page = new TextDecoder().decode(body);
	if (page.includes('\ufffd\ufffd')) return '';
	const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`, 'i').exec(page)?.[1] ?? '';
	const store = /<Error>/i.test(page) ? [element('Code'), element('Message')] : [];
	const text = store.some((part) => part !== '')
		? store.filter((part) => part !== '').join(': ')
		: page.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>?/g, ' ');
	const secrets = links
		.flatMap(({ searchParams, search }) => [...searchParams.values(), ...search.slice(1).split(/[&=]/)])
		.filter((value) => value.length >= SECRET_LENGTH)
		.sort((a, b) => b.length - a.length);
	const safe = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), hideQueries(text));
	// eslint-disable-next-line no-control-regex -- control characters are what this looks for
	const line = safe.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
	return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line;
}
