import { NOT_EVALUATED } from './text';

/** @returns the path as it is when its escapes make no sense */
export function decodePath(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/**
 * Reads a link, more strictly than `new URL`, which finds a host in `https:///video.mp4` and silently drops line breaks.
 *
 * @param text - already trimmed
 * @returns null when it is not http(s) or has no host
 */
export function parseLink(text: string): URL | null {
	// eslint-disable-next-line no-control-regex -- control characters are what this looks for
	if (!/^https?:\/\/[^\s/?#\\.]/i.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return null;
	const url = URL.canParse(text) ? new URL(text) : null;
	return url !== null && HOST.test(url.hostname) ? url : null;
}

/** An address in brackets, or labels with dots between them. `URL` also takes `h,example` and `h..example`. */
const HOST = /^(?:\[.+\]|[\w-]+(?:\.[\w-]+)*\.?)$/;

/** Without a port, and without the dot that may end a host. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '');

/**
 * The link in `<A>`, `<A|label>` or `[label](A)`, as chats and models write one, without the period or comma after it. Any other text stays
 * as it is, and so does one whose label is another link: nobody can tell which of them is meant.
 *
 * @param text - already trimmed
 */
export function unwrapLink(text: string): string {
	// What ends a part of a sentence.
	const bare = text.replace(/[.,;]$/, '');
	const [, inAngles, name] = /^<(https?:[^\s<>|]+)(?:\|([^<>]*))?>$/i.exec(bare) ?? [];
	const [, title, inBrackets] = /^\[((?:(?!\]\().)*)\]\((https?:\S+)\)$/i.exec(bare) ?? [];
	const [link, label = ''] =
		inAngles === undefined ? [inBrackets, title] : [inAngles, name].map(unescapeSlack);
	return link === undefined || (label !== link && /https?:/i.test(label)) ? bare : link;
}

/** Slack writes `&` so. */
const unescapeSlack = (text: string | undefined): string | undefined => text?.replaceAll('&amp;', '&');

/**
 * Matches a second link in a text that begins with one, as in `https://a.example/1,https://b.example/2` or `https://a.example/1 youtu.be/2`.
 * A link after `/`, `?`, `#`, `_` or the name of a value is part of the first one, as in `https://a.example/play?of=https://b.example/2`.
 */
const NEXT_LINK =
	/^https?:\/\/https?[:/]|(?<!^|[/?#_]|[/?#&;,][^/?#&=]*=)https?:\/\/|[\s,;|，；、](?:www\.|m\.\w+\.\w|youtu\.be\/)/i;

/**
 * The rule broken by a text that begins like a link; null if it breaks none.
 *
 * @param text - already trimmed
 */
export function ruleBrokenByLink(text: string): string | null {
	if (!/^https?:\/\//i.test(text)) return null;
	if (NEXT_LINK.test(text)) return SEVERAL_LINKS;
	if (/\{\{|\}\}/.test(text)) return `must be a link, but holds ${NOT_EVALUATED}`;
	return /\p{Cc}/u.test(text) ? WORDS_BESIDE : null;
}

export const SEVERAL_LINKS =
	'must be one link, but holds several\nMake one item of each, for example with Split Out.';

export const WORDS_BESIDE =
	'must be one link and nothing else\nMake one item of each link, and leave out other words. White space that belongs to the link is written as %20.';
