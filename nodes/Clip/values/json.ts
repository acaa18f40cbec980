/** The shortest whole number that a JavaScript number may be unable to hold has so many digits. */
const LONG = 16;

/** A number; whole when neither a fraction nor an exponent follows, and no JSON when a colon does. */
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?(\s*:)?/g;

/** A whole number with zeros in front, which JSON does not allow. */
const ZEROS_IN_FRONT = /^-?0\d/;

/** `__proto__` as a key: later code that copies by assignment would set a prototype. */
const PROTOTYPE_KEY = '__proto__';

/** A letter of `__proto__` that is escaped, and how such an escape begins. */
const ESCAPED_LETTER = /\\u00(?:5f|6f|7[024])/i;
const ESCAPE = '\\u00';

/**
 * The longest text that is read as JSON, in letters, and the longest body, in bytes. The service documents at most 100 clips for a
 * project (`maxClipNumber`). A clip has some dozen fields, the longest of them a transcript of three minutes, some 3 kB: a project
 * takes half a megabyte, in any script less than two. 10,000 clips with transcripts of a hundred words take 10 MB.
 */
export const LONGEST_TEXT = 12 * 1024 * 1024;

/**
 * The most values that a text may hold, objects and lists among them. A project of 100 clips has some 1,500, and 10,000 clips of
 * thirteen fields fit. It is values that take memory: an empty object takes two letters, and becomes a clip of thirteen fields.
 */
const MOST_VALUES = 150_000;

/** How many levels a value may be nested: more than any real field, and far fewer than n8n can copy and store. */
export const DEEPEST = 100;

/** Stands for what is nested deeper. */
const TOO_DEEP = '(nested too deeply to be handed on)';

/** Whether a text keeps to the bounds of what is read; `tooDeep` is read in part, `tooMuch` not at all. */
export type JsonSize = 'fits' | 'tooDeep' | 'tooMuch';

const QUOTE = '"'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const LIST = '['.charCodeAt(0);
const LIST_END = ']'.charCodeAt(0);
const OBJECT = '{'.charCodeAt(0);
const OBJECT_END = '}'.charCodeAt(0);

/**
 * Tells from the signs of a text alone how much would be built of it, before anything is. Takes a fraction of the time of
 * `JSON.parse`.
 *
 * @param text - JSON or not
 */
export const sizeOfJson = (text: string): JsonSize => look(text).size;

/** What the signs of a text tell; `long`: where each part between two strings begins that holds a long number. */
function look(text: string): { size: JsonSize; long: number[] } {
	const long: number[] = [];
	if (text.length > LONGEST_TEXT) return { size: 'tooMuch', long };
	let values = 1;
	let depth = 0;
	let deepest = 0;
	let digits = 0;
	let outside = 0;
	for (let at = 0; at < text.length; at += 1) {
		const sign = text.charCodeAt(at);
		if (sign >= ZERO && sign <= NINE) {
			digits += 1;
			if (digits === LONG && long.at(-1) !== outside) long.push(outside);
			continue;
		}
		digits = 0;
		if (sign === QUOTE) {
			outside = endOfString(text, at);
			at = outside - 1;
		} else if (sign === COMMA) values += 1;
		else if (sign === OBJECT || sign === LIST) {
			values += 1;
			depth += 1;
			if (depth > deepest) deepest = depth;
		} else if (sign === OBJECT_END || sign === LIST_END) depth -= 1;
		if (values > MOST_VALUES) return { size: 'tooMuch', long };
	}
	return { size: deepest > DEEPEST ? 'tooDeep' : 'fits', long };
}

/**
 * Parses JSON like `JSON.parse`, but keeps whole numbers that a JavaScript number would round as text with
 * their exact digits, drops keys named `__proto__`, puts a remark in the place of what is nested too deeply, and reads nothing
 * of a text that is {@link sizeOfJson | too much}.
 *
 * A `projectId` may exceed 2^53 and must never be rounded (field notes, Envelope).
 *
 * @param text - the text of a body, at most one JSON value
 * @returns the value; `undefined` where the text is too much or no JSON (JSON itself has no `undefined`)
 */
export function parseJson(text: string): unknown {
	const { size, long } = look(text);
	if (size === 'tooMuch') return undefined;
	try {
		const exact = long.length > 0 ? quoteLongIntegers(text, long) : text;
		const value: unknown = JSON.parse(exact);
		return size === 'tooDeep' || mayHavePrototypeKey(text) ? harmless(value, DEEPEST) : value;
	} catch {
		return undefined;
	}
}

/** A fresh value without what n8n could not copy or should not assign; it goes no deeper than the levels that it keeps. */
function harmless(value: unknown, levels: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return TOO_DEEP;
	for (const [key, part] of Object.entries(value)) {
		if (key === PROTOTYPE_KEY) Reflect.deleteProperty(value, key);
		else if (typeof part === 'object') Reflect.set(value, key, harmless(part, levels - 1));
	}
	return value;
}

/**
 * Writes a value as JSON, for values that may come from an expression and hold dates, functions or circles.
 *
 * @param value - anything
 * @returns the text; `undefined` where JSON cannot express the value
 */
export function toJson(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

// Copies nothing where nothing changes: bodies are megabytes, ids are short.
function quoteLongIntegers(text: string, gaps: readonly number[]): string {
	let exact = '';
	let copied = 0;
	for (const gap of gaps) {
		const quote = text.indexOf('"', gap);
		const end = quote === -1 ? text.length : quote;
		exact += text.slice(copied, gap) + text.slice(gap, end).replace(NUMBER, quoteIfRounded);
		copied = end;
	}
	return exact + text.slice(copied);
}

function quoteIfRounded(number: string, fraction?: string, exponent?: string, colon?: string): string {
	const whole = fraction === undefined && exponent === undefined;
	// Quotes would make valid what is not: broken JSON must stay broken.
	if (!whole || colon !== undefined || ZEROS_IN_FRONT.test(number)) return number;
	return Number.isSafeInteger(Number(number)) ? number : `"${number}"`;
}

const BACKSLASH = '\\'.charCodeAt(0);

/** The position after the closing quote of the string that opens at `quote`; the text's end for an open string. */
function endOfString(text: string, quote: number): number {
	for (let close = text.indexOf('"', quote + 1); close !== -1; close = text.indexOf('"', close + 1)) {
		let backslashes = 0;
		while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes += 1;
		if (backslashes % 2 === 0) return close + 1;
	}
	return text.length;
}

// The search for a text takes a fraction of the search for a pattern, and most bodies have neither.
const mayHavePrototypeKey = (text: string): boolean =>
	text.includes(PROTOTYPE_KEY) || (text.includes(ESCAPE) && ESCAPED_LETTER.test(text));

/** A value of JSON, not yet looked at. `undefined` stands for a field that is not there. */
export type JsonValue = string | number | boolean | object | null | undefined;

/** A JSON object whose values are not yet known; n8n takes it as an item's `json`. */
export type JsonObject = Record<string, JsonValue>;

/**
 * Whether a value is a JSON object, so neither an array nor null.
 *
 * @param value - anything
 */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
