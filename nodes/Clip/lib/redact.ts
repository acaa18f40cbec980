import { decodePath, parseLink } from './link';

/*
 * Text from outside may be long, hold control characters and quote secrets: what the service, a page or n8n says goes through
 * here before an error, a hint or a line of the log shows it. The items that come out are not changed.
 */

/** Text without the secrets that are known. */
export type Hide = (text: string) => string;

const MASK = '***';

/** Shorter values of a link stand in ordinary words by chance, so they are not masked. */
const SHORTEST_SECRET = 6;

/** How much of a text is looked at, in characters: an answer may have megabytes. */
const LOOKED_AT = 20_000;

/** The longest text of an error, in characters: it may list many projects. */
const LONGEST_ERROR = 100_000;

/** Replaces secrets, in plain, URL-escaped and JSON-escaped spelling. */
export function hiding(secrets: readonly string[]): Hide {
	const spellings = secrets
		.flatMap((secret) => {
			const inLinks = encodeURIComponent(secret);
			const inSmallLetters = inLinks.replace(/%../g, (escape) => escape.toLowerCase());
			return [
				secret,
				inLinks,
				inSmallLetters,
				secret.replaceAll('/', '\\/'),
				JSON.stringify(secret).slice(1, -1),
			];
		})
		.filter((secret) => secret !== '')
		// One secret may begin another one.
		.sort((a, b) => b.length - a.length);
	return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
}

/**
 * A plain word, such as `download` in `?export=download`. No store signs with one, and errors that lack it could not be understood.
 */
const PLAIN_WORD = /^[a-z]{1,11}$/;

/** The names of values that people choose themselves: their secrets may be plain words. */
const CHOSEN = /pass|pwd|pin|secret|token|key|auth|sig/i;

/** What is secret in a link: the values of its query, and its login, each both decoded and as written. */
export function secretsInLink(link: URL): string[] {
	const publicId = videoIdOf(link);
	const spelled = link.search
		.slice(1)
		.split('&')
		.map((part): [string, string] => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]);
	const values = [...link.searchParams, ...spelled]
		.filter(([name, value]) => CHOSEN.test(name) || !PLAIN_WORD.test(value))
		.map(([, value]) => value);
	const login = [link.username, link.password].flatMap((word) => [word, decodePath(word)]);
	return [...values, ...login].filter((value) => value.length >= SHORTEST_SECRET && value !== publicId);
}

/** The ID by which YouTube and Facebook name a public video in the query of its link; null for other links. */
const videoIdOf = ({ hostname, searchParams }: URL): string | null =>
	/(?:^|\.)(?:youtube|facebook)\.com$/.test(hostname)
		? (/^[\w-]{1,40}$/.exec(searchParams.get('v') ?? '')?.[0] ?? null)
		: null;

/**
 * Text from outside as an error or the log may show it: short, in one line, without control characters, without known secrets,
 * and with links that have lost their login and query, except for the ID of a public video.
 */
export function showable(text: string, most = 300, hide: Hide = (same) => same): string {
	const line = hide(text.slice(0, LOOKED_AT))
		.replace(/\s+/g, ' ')
		.replace(/[\p{Cc}\p{Cf}]/gu, '');
	const shown = line.replace(LINK, withoutQuery).replace(BOT_TOKEN, MASK).replace(SIGNATURE, MASK);
	return truncate(shown.trim(), most);
}

/**
 * Matches a link, so that its login and query can go: `https://me:word@h.example/a?s=S`, in JSON `https:\/\/h.example\/a?s=S`.
 * Matches also whatever follows a question mark, for a link that was not recognised as one: `h.example/a?s=S`. The look back keeps a
 * long word from quadratic time.
 */
const LINK =
	/((?<![a-z\d+.-])[a-z\d+.-]+:(?:\\?\/){2})(?:[^\s"<>\\/?#]*@)?([^\s"<>?#]*)[?#]?[^\s"<>]*|(?:\?|%3F)[^\s"<>]+/gi;

/** What signs a link, also where a space or a quote tore it from its link. */
const SIGNATURE =
	/(?<=\b(?:signature|sig|(?:security-|access_)?token|x-(?:amz|goog|oss)-[\w-]{1,40})=)[^&\s"<>]+/gi;

/** A link to a file in Telegram holds the token of the bot in its path. */
const BOT_TOKEN = /(?<=\/|%2F)bot\d+(?::|%3A)[\w-]+/gi;

function withoutQuery(whole: string, scheme = '', hostAndPath = ''): string {
	const id = URL.canParse(whole) ? videoIdOf(new URL(whole)) : null;
	return `${scheme}${hostAndPath}${id === null ? '' : `?v=${id}`}`;
}

/** The link of a video as a message may show it: without its login, a bot's token and its query, except for the ID of a public video. */
export function shownLink(link: string): string {
	const url = parseLink(link);
	if (url === null) return showable(link);
	const id = videoIdOf(url);
	return `${showable(`${url.origin}${url.pathname}`)}${id === null ? '' : `?v=${id}`}`;
}

/**
 * Cuts a text that is too long, without half a character at its end.
 *
 * @param text - of our own, or redacted before
 */
export const truncate = (text: string, most = LONGEST_ERROR): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
