import type { Hide } from './outside';
import { finder, type Needle, piecesOf } from './pieces';
import { suspecting } from './suspicion';

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

/**
 * Prepares to keep secrets out of texts, in every spelling: as they are, in letters of the other case, escaped as in JSON, links
 * and HTML, as base64 and as hexadecimal digits.
 *
 * @param apiKey - the key, without white space around it
 * @param others - what else is secret, and may be quoted in errors
 */
export function secretsOf(apiKey: string, others: readonly string[] = []): Secrets {
	const all = [apiKey, ...others].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
	return {
		hide: hiding(needlesOf(all, apiKey)),
		hideIn: (json, text) => {
			if (apiKey.length < SHORTEST_IN_CLIPS) return;
			const needles = needlesOf([apiKey]);
			const mayHold = suspecting(needles.map(({ whole }) => whole));
			if (mayHold(text)) hideWithin(json, hidingWhere(mayHold, needles));
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

/** An escaped character, maybe twice, of JSON, a link or HTML; and backslashes, which say nothing by themselves. */
const ESCAPED =
	/\\{1,4}u([\da-f]{4})|\\{1,4}x([\da-f]{2})|%(?:25){0,3}([\da-f]{2})|&(?:amp;){0,2}#x([\da-f]{1,8});?|&(?:amp;){0,2}#(\d{1,9});?|&(?:amp;){0,2}(amp|lt|gt|quot|apos);|\\+/gi;

const HTML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Letters in one case, and one sign for those that links and base64 take for each other. */
const alike = (text: string): string =>
	text
		.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
		.replace(/[+ ]/g, '-')
		.replace(/_/g, '/');

/** Text without escapes, and where each of its characters ends in the text as it was. */
function unescaped(text: string): { plain: string; ends: (index: number) => number } {
	const escapes: Array<{ at: number; end: number; length: number }> = [];
	let plain = '';
	let copied = 0;
	for (const found of text.matchAll(ESCAPED)) {
		const [whole, json, short, link, hex, decimal, name] = found;
		const digits = json ?? short ?? link ?? hex;
		const code = digits === undefined ? Number(decimal ?? NaN) : Number.parseInt(digits, 16);
		const named = HTML_NAMES[name?.toLowerCase() ?? ''] ?? '';
		const character = code <= 0xffff ? String.fromCharCode(code).replace('\\', '') : named;
		plain += text.slice(copied, found.index);
		copied = found.index + whole.length;
		escapes.push({ at: plain.length, end: copied, length: character.length });
		plain += character;
	}
	plain += text.slice(copied);
	let passed = 0;
	let shift = 0;
	// Asked from the beginning to the end, so that each escape is looked at once.
	const ends = (index: number): number => {
		for (
			let next = escapes[passed];
			next !== undefined && next.at + next.length <= index;
			next = escapes[passed]
		) {
			shift = next.end - next.at - next.length;
			passed += 1;
		}
		return index + shift;
	};
	return { plain: alike(plain), ends };
}

/**
 * All spellings of secrets, as texts without escapes are searched for them.
 *
 * @param secrets - the longest first
 * @param inParts - the one of which no part may be told either
 */
const needlesOf = (secrets: readonly string[], inParts?: string): Needle[] =>
	secrets.flatMap((secret) => {
		const spellings = [secret, inBytes(secret), ...packed(secret)]
			.flatMap((needle) => [alike(needle.replaceAll('\\', '')), unescaped(needle).plain])
			.filter((needle) => needle !== '');
		return [...new Set(spellings)].flatMap((whole) =>
			secret === inParts ? piecesOf(whole) : [{ whole, start: 0, end: whole.length }],
		);
	});

function hiding(needles: readonly Needle[]): Hide {
	return (text) => {
		const { plain, ends } = ESCAPE_SIGN.test(text) ? unescaped(text) : unchanged(text);
		const next = finder(plain, needles);
		let safe = '';
		let copied = 0;
		for (let found = next(0); found !== null; found = next(found.end)) {
			safe += `${text.slice(copied, Math.max(copied, ends(found.at)))}${MASK}`;
			copied = ends(found.end);
		}
		return copied === 0 ? text : safe + text.slice(copied);
	};
}

const ESCAPE_SIGN = /[\\%&]/;

const unchanged = (text: string): ReturnType<typeof unescaped> => ({
	plain: alike(text),
	ends: (index) => index,
});

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];

/** Text as links escape it: a character for each byte. */
const inBytes = (text: string): string => String.fromCharCode(...bytesOf(text));

/** Base64 of texts that hold a secret, wherever it begins in them, and its hexadecimal digits. */
function packed(secret: string): string[] {
	const bytes = bytesOf(secret);
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

/** Hides in the few texts that can hold a spelling, because to look for each of them takes long. */
function hidingWhere(mayHold: (text: string) => boolean, needles: readonly Needle[]): Hide {
	const hide = hiding(needles);
	const shortest = Math.min(...needles.map(({ whole }) => whole.length));
	return (text) => (text.length >= shortest && (text.includes('\\') || mayHold(text)) ? hide(text) : text);
}

function hideWithin(json: unknown, hide: Hide): void {
	// The same names come with each clip.
	const names = new Map<string, string>();
	const hideInName = (name: string): string => {
		const known = names.get(name) ?? hide(name);
		names.set(name, known);
		return known;
	};
	const parts: unknown[] = [json];
	for (const part of parts) {
		if (typeof part !== 'object' || part === null) continue;
		const fields: Array<[string, unknown]> = Object.entries(part);
		for (const [name, value] of fields) {
			if (typeof value === 'object') parts.push(value);
			const own = typeof value === 'string' ? hide(value) : value;
			const ownName = Array.isArray(part) ? name : hideInName(name);
			if (ownName !== name) Reflect.deleteProperty(part, name);
			if (ownName !== name || own !== value) Reflect.set(part, ownName, own);
		}
	}
}
