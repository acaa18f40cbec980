import type { Hide } from './outside';

/** Secrets that are known, and how they are kept out of what comes from outside. */
export interface Secrets {
	/** Text without them. */
	readonly hide: Hide;
	/**
	 * Takes the API key out of all texts and names within an answer, in place.
	 *
	 * @param json - what was parsed
	 * @param text - what it was parsed from
	 */
	hideIn(json: unknown, text: string): void;
}

const MASK = '…';

/** A key so short may stand in the words of a clip by chance. */
const SHORTEST_IN_CLIPS = 8;

/** Base64 so short may stand anywhere by chance. */
const SHORTEST_BASE64 = 6;

/** Texts so long are searched for a trace of the key before each value in them is. */
const LONG = 100_000;

/** Letters and digits that are escaped although nothing asks for it. */
const NEEDLESS_ESCAPES = /\\u00[2-7]|%(?:25)*(?:3\d|[46][1-9a-f]|[57][\da])|&(?:amp;)?#/i;

/**
 * Prepares to keep secrets out of texts, in every spelling: as they are, in letters of the other case, escaped as in JSON, links
 * and HTML, as base64 and as hexadecimal digits.
 *
 * @param apiKey - the key, without white space around it
 * @param others - what else is secret, and may be quoted in errors
 */
export function secretsOf(apiKey: string, others: readonly string[] = []): Secrets {
	const all = [apiKey, ...others].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
	const hide = hiding(all);
	const hideKey = hiding([apiKey]);
	const traces = [apiKey, ...packed(apiKey)].map(longestRun);
	const trace = new RegExp(traces.join('|'), 'i');
	const mayHold = (text: string): boolean =>
		text.length < LONG || traces.includes('') || trace.test(text) || NEEDLESS_ESCAPES.test(text);
	return {
		hide,
		hideIn: (json, text) => {
			if (apiKey.length >= SHORTEST_IN_CLIPS && mayHold(text)) hideWithin(json, hideKey);
		},
	};
}

/**
 * What is secret in a link: the values in its query, and its login.
 *
 * @param link - any link
 */
export const secretsInLink = ({ searchParams, search, hash, username, password }: URL): string[] =>
	[
		...searchParams.values(),
		...`${search.slice(1)}&${hash.slice(1)}`.split('&').map((part) => part.slice(part.indexOf('=') + 1)),
		...[username, password],
	].filter((value) => value.length >= SHORTEST_BASE64);

/** The longest part of a text that nobody has a reason to escape. */
const longestRun = (text: string): string =>
	(text.match(/[a-z\d]+/gi) ?? []).reduce(
		(longest, run) => (run.length > longest.length ? run : longest),
		'',
	);

function hiding(secrets: readonly string[]): Hide {
	const patterns = secrets.flatMap((secret) => [
		inAnySpelling(secret),
		...packed(secret).map((text) => inAnySpelling(text).replaceAll('\\+', '[+-]').replaceAll('\\/', '[/_]')),
	]);
	if (patterns.length === 0) return (text) => text;
	const pattern = new RegExp(patterns.join('|'), 'giu');
	return (text) => text.replace(pattern, MASK);
}

/** A pattern for a text of which any character may be escaped, even twice. */
const inAnySpelling = (text: string): string => Array.from(text, inAnySpellingOf).join('');

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

function inAnySpellingOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	const isPlain = /[\p{L}\d]/u.test(character);
	const itself = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
	const bytes = [...new TextEncoder().encode(character)];
	return `(?:${[
		isPlain ? itself : `\\\\{0,4}${itself}`,
		`\\\\{1,4}u${hex.padStart(4, '0')}`,
		`\\\\{1,4}x${hex.padStart(2, '0')}`,
		bytes.map((byte) => `%(?:25){0,3}${byte.toString(16).padStart(2, '0')}`).join(''),
		`&(?:amp;){0,2}#(?:0{0,6}${code}|x0{0,6}${hex});?`,
		...(HTML_NAMES[character] === undefined ? [] : [`&(?:amp;){0,2}${HTML_NAMES[character]};`]),
		...(character === ' ' ? ['\\+'] : []),
	].join('|')})`;
}

/** Base64 of texts that hold a secret, wherever it begins in them, and its hexadecimal digits. */
function packed(secret: string): string[] {
	const bytes = [...new TextEncoder().encode(secret)];
	const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
	const base64 = [0, 1, 2].map((before) => {
		const text = btoa(String.fromCharCode(...Array.from({ length: before }, () => 0), ...bytes));
		// What neighbours have a share in is not of the secret alone.
		const first = Math.ceil((before * 8) / 6);
		const last = Math.floor(((before + bytes.length) * 8) / 6);
		return text.slice(first, last);
	});
	return [hex, ...base64].filter((text) => text.length >= SHORTEST_BASE64);
}

function hideWithin(json: unknown, hide: Hide): void {
	const parts: unknown[] = [json];
	for (const part of parts) {
		if (typeof part !== 'object' || part === null) continue;
		const fields: Array<[string, unknown]> = Object.entries(part);
		for (const [name, value] of fields) {
			if (typeof value === 'object') parts.push(value);
			const own = typeof value === 'string' ? hide(value) : value;
			const ownName = Array.isArray(part) ? name : hide(name);
			if (ownName !== name) Reflect.deleteProperty(part, name);
			if (ownName !== name || own !== value) Reflect.set(part, ownName, own);
		}
	}
}
