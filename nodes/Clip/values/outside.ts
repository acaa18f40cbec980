/*
 * Text from outside, be it an answer of the service, a page of a file's host, a header, or what n8n and its database say,
 * may be megabytes, hold control characters, and quote secrets. It goes through here before it enters an error, a hint or
 * a line of the log.
 */

/** Text with the secrets that are known replaced. */
export type Hide = (text: string) => string;

/** How much of a text is looked at, in characters. */
const LOOKED_AT = 20_000;

/** An error lists the projects of a run, which may be thousands, in characters. */
const LONGEST = 100_000;

/** No secret is written longer, however it is escaped. */
const LONGEST_SECRET = 2_000;

/**
 * Text from outside, fit for an error or a line of the log: short, in one line, without what steers a terminal or the
 * direction of writing, and without secrets: those that are known, the queries and logins of links, and what a name such as
 * `Signature=` or `token=` gives away.
 *
 * @param text - from outside
 * @param most - how many characters are shown
 * @param hide - replaces the secrets that are known, in every spelling
 * @param isCut - whether its end is missing, so that it may end in the half of a secret
 */
export function fit(
	text: string,
	most = 300,
	hide: Hide = (same) => same,
	isCut = text.length > LOOKED_AT,
): string {
	const safe = hideQueries(hide(oneLine(text.slice(0, LOOKED_AT))));
	if (!isCut) return cut(safe, most);
	const lastWord = Math.max(0, safe.lastIndexOf(' '), safe.length - LONGEST_SECRET);
	return cut(`${safe.endsWith('…') ? safe : safe.slice(0, lastWord)}…`, most);
}

/**
 * Text that is our own, or was made fit before, kept in bounds: what was stored may have been changed, and it may hold lists.
 *
 * @param text - one or more sentences
 */
export const inBounds = (text: string): string => cut(oneLine(text.slice(0, 2 * LONGEST)), LONGEST);

function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most).replace(/[\ud800-\udbff…]$/, '')}…`;
}

/** Without control characters, and without those that are not seen or turn the direction of writing. */
const oneLine = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(/\s+/g, ' ')
		.replace(/\p{Cc}/gu, '')
		.replace(/\p{Cs}/gu, '\ufffd')
		.trim();

/** The spellings of a character in JSON, links and HTML, each maybe escaped twice. */
const spelled = (character: string, hex: string): string =>
	`(?:\\${character}|\\\\{1,4}u00${hex}|%(?:25){0,3}${hex}|&(?:amp;)?#(?:0{0,6}${Number.parseInt(hex, 16)}|x0{0,6}${hex});)`;

const EQUALS = spelled('=', '3d');
const AMPERSAND = `(?:&(?:amp;)?|\\\\{1,4}u0026|%(?:25){0,3}26)`;

/** Words that begin or end the name of a secret, and words that are one. */
const NAME =
	'(?:(?:signature|token|secret|passw(?:or)?d|credential|authorization|api[-_ ]?key|access[-_]?key|key-pair-id|hmac|hdnea|hdnts)[\\w-]{0,20}|(?<![a-z\\d])(?:sig|key|auth|pwd|pass|jwt|policy|session|sid))';

const QUOTES = `["'\\\\]{0,6}`;
const VALUE = `(?:(?:bearer|basic|token)\\s+)?(?:\\\\.|[^\\s"'<>&,;\\\\])+`;

/** A plus sign of a signature comes out of a link as a space. */
const REST_OF_VALUE = '(?: (?=[\\w+/=-]*[\\d+/=])[\\w+/=-]{4,})*';

const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
	[new RegExp(`(${NAME}${QUOTES}\\s{0,3}${EQUALS})\\s{0,3}${QUOTES}${VALUE}${REST_OF_VALUE}`, 'gi'), '$1…'],
	// Whatever follows a question mark directly counts as a query: a link may lack its `https://`, or be escaped.
	[new RegExp(`${spelled('?', '3f')}(?:\\\\.|[^\\s"<>\\\\])+`, 'gi'), '?…'],
	[/(https?:(?:\\{0,4}\/){2}[^\s"<>#]{1,2000})#[^\s"<>]+/gi, '$1#…'],
	[/((?::(?:\\{0,4}\/){2})|%3a%2f%2f)[^\s"<>/\\]{1,300}(?:@|%40)/gi, '$1…@'],
	// An answer may break off in the middle of a login; a port is none.
	[
		/((?::(?:\\{0,4}\/){2})|%3a%2f%2f)[^\s"<>/\\:@%]{1,100}(?::|%3a)(?!\d{0,5}$)[^\s"<>/\\@]{1,300}$/gi,
		'$1…',
	],
	// After a colon stands a sentence just as well.
	[
		new RegExp(
			`(${NAME}${QUOTES}\\s{0,3}:\\s{0,3}${QUOTES}(?:(?:bearer|basic|token)\\s+)?)(?=[^\\s"'<>&,;\\\\]{0,60}\\d)[^\\s"'<>&,;\\\\]{8,}`,
			'gi',
		),
		'$1…',
	],
	[new RegExp(`${AMPERSAND}[\\w.~-]{1,60}${EQUALS}(?:\\\\.|[^\\s"<>\\\\])+`, 'gi'), '&…'],
];

/** Text without what is secret in the links in it, and without values whose names tell that they are secret. */
const hideQueries = (text: string): string =>
	PATTERNS.reduce((rest, [pattern, put]) => rest.replace(pattern, put), text);
