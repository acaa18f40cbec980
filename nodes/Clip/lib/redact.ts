import { decodePath, parseLink } from './link';

/*
 * Text from outside may be long, hold control characters and quote secrets: what the service, a page or n8n says goes through
 * here before an error, a hint or a line of the log shows it. In items, only the whole API key is masked.
 */

/** What no text may show. */
export interface Secrets {
	/** The API key; empty where there is none. */
	key: string;
	/** The secret values of links. */
	ofLinks: readonly string[];
}

const NO_SECRETS: Secrets = { key: '', ofLinks: [] };

const MASK = '***';

/** The shortest value of a link that is masked: shorter ones are parts of ordinary words. */
const SHORTEST_LINK_SECRET = 6;

/** How much of a text is looked at, in characters: an answer may have megabytes. */
const LOOKED_AT = 20_000;

/** In characters: an error may list many projects. */
const LONGEST_ERROR = 100_000;

/** An answer may quote only the `abc` of a key `Bearer abc`. */
const spellingsOf = (key: string): string[] => [key, ...key.split(/\s+/).slice(-1)];

function withoutSecrets(text: string, { key, ofLinks }: Secrets): string {
	const secrets = [...spellingsOf(key), ...ofLinks]
		.flatMap((secret) => [secret, normalise(secret)])
		.filter((secret) => secret !== '')
		// One secret may begin another one.
		.sort((a, b) => b.length - a.length);
	return maskAll(text, secrets);
}

const maskAll = (text: string, secrets: readonly string[]): string =>
	secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);

/** How many letters and digits of the key, in a row, give it away; and how many if they may be a word: all small or all capital letters. */
const TELLING = 8;
const TELLING_WORD = 12;

const NOT_LETTERS = /[^a-z\d]/gi;

/** What may stand between the letters of a key: a tag, an entity, white space as JSON writes it. */
const MARKUP = /<[^<>]*>|&\w{2,32};|\\[bfnrt]/g;

/** Whether a part of the key can be recognised in a text, whatever stands between its letters. */
function revealsKey(key: string, text: string): boolean {
	const letters = key.replace(NOT_LETTERS, '');
	const spellings = [text, text.replace(MARKUP, '')].map((each) =>
		each.replace(NOT_LETTERS, '').toLowerCase(),
	);
	return Array.from(letters, (_, start) => {
		const isWord = /^(?:[a-z]+|[A-Z]+)$/.test(letters.slice(start, start + TELLING));
		const length = isWord ? TELLING_WORD : TELLING;
		return start + length > letters.length ? null : letters.slice(start, start + length).toLowerCase();
	}).some((part) => part !== null && spellings.some((each) => each.includes(part)));
}

/** Masks whole keys, also as JSON writes them. */
export const maskKeysInText = (text: string, keys: Iterable<string>): string =>
	maskAll(
		text,
		[...keys]
			.flatMap(spellingsOf)
			.flatMap((key) => [key, JSON.stringify(key).slice(1, -1)])
			.filter((key) => key.length >= SHORTEST_KEY),
	);

/** Whether a text shows the key, or so much of it that it can be recognised. */
export const showsKey = (text: string, key: string): boolean =>
	withoutSecrets(text, { key, ofLinks: [] }) !== text || revealsKey(key, text);

/** Shorter keys are parts of ordinary words. */
const SHORTEST_KEY = 8;

/** A quick look before each value is looked at. JSON can escape letters only as `\u00xx`, so only that is decoded. */
function mayHold(text: string, key: string): boolean {
	const plain = text.includes('\\u00')
		? text.replace(/\\u00([2-7][\da-fA-F])/g, (_, byte: string) => characterOf(byte))
		: text;
	const [longest = ''] = (spellingsOf(key).at(-1) ?? '')
		.split(NOT_LETTERS)
		.sort((a, b) => b.length - a.length);
	return plain.includes(longest);
}

const characterOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/** The IDs by which whoever has paid finds a project and its clips again. */
const ID_FIELDS: ReadonlySet<string> = new Set(['projectId', 'videoId']);

/**
 * Masks the whole key in each text and each name of a value that was just read from JSON, but not in the IDs.
 *
 * @param text - the JSON
 */
export function maskKeyInJson(value: object, text: string, key: string): void {
	const secrets = spellingsOf(key).filter((secret) => secret.length >= SHORTEST_KEY);
	if (secrets.length === 0 || !mayHold(text, key)) return;
	const holdsKey = (text: string) => secrets.some((secret) => text.includes(secret));
	const parts: object[] = [value];
	// The loop also comes to what it adds.
	for (const part of parts) {
		for (const [name, inner] of Object.entries<unknown>({ ...part })) {
			if (typeof inner === 'object' && inner !== null) parts.push(inner);
			const isMasked = typeof inner === 'string' && !ID_FIELDS.has(name) && holdsKey(inner);
			if (isMasked) Reflect.set(part, name, maskAll(inner, secrets));
			if (holdsKey(name)) {
				Reflect.set(part, maskAll(name, secrets), Reflect.get(part, name));
				Reflect.deleteProperty(part, name);
			}
		}
	}
}

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
 * Text from outside as an error or the log may show it: in one line, escapes decoded once, without control characters and secrets, links
 * without login and query (but for the ID of a public video), and cut.
 *
 * @returns empty where the key can still be recognised in it
 */
export function redact(text: string, most = 300, secrets: Secrets = NO_SECRETS): string {
	// A query must go before its escapes are decoded: spaces among them would end the link that is looked for.
	const raw = withoutLinkSecrets(withoutSecrets(withoutControls(wholeWordsOf(text)), secrets));
	const hidden = withoutLinkSecrets(withoutSecrets(normalise(raw), secrets));
	const short = truncate(hidden.replace(/\s+/g, ' ').trim(), most);
	return revealsKey(secrets.key, short) ? '' : short;
}

/** A value that a person has entered, in one line: as it is, but for links, which are as in {@link redact}. */
export const redactValue = (text: string, most: number): string =>
	truncate(withoutLinkSecrets(withoutControls(wholeWordsOf(text))), most);

/** Cuts between words: half a secret could not be recognised. */
function wholeWordsOf(text: string): string {
	if (text.length <= LOOKED_AT) return text;
	const end = Math.max(text.lastIndexOf(' ', LOOKED_AT), text.lastIndexOf('\n', LOOKED_AT));
	return text.slice(0, end < 0 ? LOOKED_AT : end);
}

/** Drops control characters, half characters and what else has no shape, but keeps white space. */
const withoutControls = (text: string): string => text.replace(/[\p{Cf}\p{Cs}]|(?![\t-\r])\p{Cc}/gu, '');

const normalise = (text: string): string => withoutControls(decode(withoutControls(text)));

const withoutLinkSecrets = (text: string): string =>
	text.replace(LINK, withoutQuery).replace(BOT_TOKEN, MASK).replace(SIGNATURE, MASK);

const NAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		amp: '&',
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		nbsp: ' ',
		plus: '+',
		equals: '=',
		sol: '/',
	}),
);

/** Matches escapes as HTML, links and JSON write them. */
const ESCAPES =
	/&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,6});)|((?:%[\da-f]{2})+)|\\(?:u([\da-f]{4})|(["\\/]))/gi;

/** Undoes each escape once. */
function decode(text: string): string {
	return text.replace(
		ESCAPES,
		(
			whole: string,
			decimal?: string,
			hex?: string,
			name?: string,
			bytes?: string,
			unit?: string,
			sign?: string,
		) => {
			if (bytes !== undefined) return decodeBytes(bytes);
			if (sign !== undefined) return sign;
			if (unit !== undefined) return characterOf(unit);
			if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
			const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
			return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
		},
	);
}

/** If the bytes are no UTF-8, only those of ASCII are decoded. */
function decodeBytes(bytes: string): string {
	const decoded = decodePath(bytes);
	return decoded === bytes
		? bytes.replace(/%([0-7][\da-f])/gi, (_, byte: string) => characterOf(byte))
		: decoded;
}

/**
 * Matches a link, so that its login and query can go: `https://me:word@h.example/a?s=S`, in JSON `https:\/\/h.example\/a?s=S`; and what
 * follows a question mark, for a link that was not recognised: `h.example/a?s=S`. Without the look back, a long word would take quadratic
 * time.
 */
const LINK =
	/((?<![a-z\d+.-])[a-z\d+.-]+:(?:\\?\/){2})(?:[^\s"<>\\/?#]*@)?([^\s"<>?#]*)[?#]?[^\s"<>]*|(?:\?|%3F)[^\s"<>]+/gi;

/** Matches what signs a link, even if a space or a quote separates it from the link. */
const SIGNATURE =
	/(?<=\b(?:signature|sig|(?:security-|access_)?token|x-(?:amz|goog|oss)-[\w-]{1,40})=)[^&\s"<>]+/gi;

/** Links to files in Telegram hold the token of the bot in their paths. */
const BOT_TOKEN = /(?<=\/|%2F)bot\d+(?::|%3A)[\w-]+/gi;

function withoutQuery(whole: string, scheme = '', hostAndPath = ''): string {
	const id = URL.canParse(whole) ? videoIdOf(new URL(whole)) : null;
	return `${scheme}${hostAndPath}${id === null ? '' : `?v=${id}`}`;
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
