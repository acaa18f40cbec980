import { MASK, maskSecrets, revealsPartOfKey, spellingsOf } from './apiKey';
import { decodeEscapes, withoutControls } from './escapes';
import { decodePath, parseLink } from './link';

/*
 * Text from outside may be long, hold control characters and quote secrets. What the service, a page or a library says goes through here
 * before an error, a hint or a line of the log shows it. n8n's own errors of a node keep their words, but for the API key.
 */

/** What no text may show. */
export interface Secrets {
	/** The API key; empty where there is none. */
	apiKey: string;
	/** The secret values of links. */
	ofLinks: readonly string[];
}

const NO_SECRETS: Secrets = { apiKey: '', ofLinks: [] };

/** The shortest value of a link that is masked: shorter ones are parts of ordinary words. */
const SHORTEST_LINK_SECRET = 6;

/** How much of a text is looked at, in characters: an answer may have megabytes. */
const LOOKED_AT = 20_000;

/** In characters: an error may list many projects. */
const LONGEST_ERROR = 100_000;

/** A plain word, such as `download` in `?export=download`: no store signs with one, and without it some errors make no sense. */
const PLAIN_WORD = /^[a-z]{1,11}$/;

/** The names of values that may be secret though they are plain words: people choose them themselves. */
const SECRET_NAMES = /pass|pwd|pin|secret|token|key|auth|sig/i;

/** The values in the query and the login of a link, both decoded and as written. */
export function secretsInLink(link: URL): string[] {
	const publicId = videoIdOf(link);
	const spelled = link.search
		.slice(1)
		.split('&')
		.map((part): [string, string] => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]);
	const values = [...link.searchParams, ...spelled]
		.filter(([name, value]) => SECRET_NAMES.test(name) || !PLAIN_WORD.test(value))
		.map(([, value]) => value);
	const login = [link.username, link.password].flatMap((word) => [word, decodePath(word)]);
	return [...values, ...login].filter((value) => value.length >= SHORTEST_LINK_SECRET && value !== publicId);
}

/** YouTube and Facebook name a public video in the query. */
const videoIdOf = ({ hostname, searchParams }: URL): string | null =>
	/(?:^|\.)(?:youtube|facebook)\.com$/.test(hostname)
		? (/^[\w-]{1,40}$/.exec(searchParams.get('v') ?? '')?.[0] ?? null)
		: null;

/**
 * Text from outside as an error or the log may show it: one line, cut after `most` characters, escapes decoded once, no control characters,
 * no secrets, and links without login and query, but for the ID of a public video.
 *
 * @returns empty where the key can still be recognised in it
 */
export function redact(text: string, most = 300, secrets: Secrets = NO_SECRETS): string {
	// Twice: `%20` in the query of a link, once decoded, would end the link before its secrets.
	const hide = (part: string) =>
		withoutLinkSecrets(maskSecrets(part, [...spellingsOf(secrets.apiKey), ...secrets.ofLinks]));
	const hidden = hide(decodeEscapes(hide(withoutControls(wholeWordsOf(text)))));
	const short = truncate(hidden.replace(/\s+/g, ' ').trim(), most);
	return revealsPartOfKey(secrets.apiKey, short) ? '' : short;
}

/**
 * A value that a person has entered, in one line: as it is, but for links, which are as in {@link redact}. What follows a query is left out,
 * as in `https://h.example/a…` for `https://h.example/a?name=my talk&sig=S`: nobody can tell where a link with white space ends.
 */
export function redactValue(text: string, most: number): string {
	const whole = withoutControls(wholeWordsOf(text)).replace(LOGIN, '');
	const cut = [...whole.matchAll(LINK)].find(
		({ 0: part, index }) =>
			withoutLinkSecrets(part) !== part && /[\p{L}\p{N}]/u.test(whole.slice(index + part.length)),
	);
	if (cut === undefined) return truncate(withoutLinkSecrets(whole), most);
	return truncate(`${withoutLinkSecrets(whole.slice(0, cut.index + cut[0].length))}…`, most);
}

/** Matches the login of a link as people enter it, who may leave white space in it. */
const LOGIN = /(?<=:\/\/)[^/?#]*@/g;

/** Cuts between words: half a secret could not be recognised. */
function wholeWordsOf(text: string): string {
	if (text.length <= LOOKED_AT) return text;
	const end = Math.max(text.lastIndexOf(' ', LOOKED_AT), text.lastIndexOf('\n', LOOKED_AT));
	return text.slice(0, end < 0 ? LOOKED_AT : end);
}

const withoutLinkSecrets = (text: string): string =>
	text.replace(LINK, withoutQuery).replace(BOT_TOKEN, MASK).replace(SIGNATURE, MASK);

/**
 * Matches a link, so that its login and query can go: `https://me:word@h.example/a?s=S`, in JSON `https:\/\/h.example\/a?s=S`; and what
 * follows a question mark, for a link that was not recognised: `h.example/a?s=S`. Without lookbehind, a long word would take quadratic
 * time.
 */
const LINK =
	/((?<![a-z\d+.-])[a-z\d+.-]+:(?:\\?\/){2})(?:[^\s"<>\\/?#]*@)?([^\s"<>?#]*)[?#]?[^\s"<>]*|(?:\?|%3F)[^\s"<>]+/gi;

/** Matches the `S` of `sig=S`, which signs a link, even if a space or a quote separates it from the link. */
const SIGNATURE =
	/(?<=\b(?:signature|sig|(?:security-|access_)?token|x-(?:amz|goog|oss)-[\w-]{1,40})=)[^&\s"<>]+/gi;

/** The links that n8n's Telegram nodes give hold the token of the bot in their paths: `/file/bot12:T/a.mp4`. */
const BOT_TOKEN = /(?<=\/|%2F)bot\d+(?::|%3A)[\w-]+/gi;

function withoutQuery(whole: string, scheme = '', hostAndPath = ''): string {
	const id = URL.canParse(whole) ? videoIdOf(new URL(whole)) : null;
	// A path may hold another link, as that of a proxy does.
	return `${scheme}${hostAndPath.replace(/%3F.*/i, '')}${id === null ? '' : `?v=${id}`}`;
}

/** The link of a video as a message may show it. */
export function redactLink(link: string): string {
	const url = parseLink(link);
	if (url === null) return redact(link);
	const id = videoIdOf(url);
	return `${redactValue(`${url.origin}${url.pathname}`, 300)}${id === null ? '' : `?v=${id}`}`;
}

/** @param text - of our own, or redacted before */
export const truncate = (text: string, most = LONGEST_ERROR): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
