import { fit } from '../../values/outside';
import { secretsInLink, secretsOf } from '../../values/secrets';

/** How much of a page a message shows. */
const SHOWN_LENGTH = 200;

/** A page so long, in bytes, may have been read in part only. */
const SHORT_PAGE = 512;

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
	const { hide } = secretsOf('', links.flatMap(secretsInLink));
	return fit(text, SHOWN_LENGTH, hide, body.length >= SHORT_PAGE);
}
