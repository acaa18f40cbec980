/** The shortest whole number that a JavaScript number may be unable to hold has so many digits. */
const LONG = 16;

/** So many digits in a row. */
const LONG_DIGITS = new RegExp(`\\d{${LONG}}`);

/** A number; whole when neither a fraction nor an exponent follows, and no JSON when a colon does. */
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?(\s*:)?/g;

/** A whole number with zeros in front, which JSON does not allow. */
const ZEROS_IN_FRONT = /^-?0\d/;

/** `__proto__` as a key: later code that copies by assignment would set a prototype. */
const PROTOTYPE_KEY = '__proto__';

/** A letter of `__proto__` that is escaped, and how any such escape begins. */
const ESCAPED_LETTER = /\\u00(?:5f|6f|7[024])/i;
const ESCAPE = '\\u00';

/**
 * Parses JSON like `JSON.parse`, but keeps whole numbers that a JavaScript number would round as text with
 * their exact digits, and drops keys named `__proto__`.
 *
 * A `projectId` may exceed 2^53 and must never be rounded (field notes, Envelope).
 *
 * @param text - the text of a body, at most one JSON value
 * @returns the value; `undefined` where the text is not JSON (JSON itself has no `undefined`)
 */
export function parseJson(text: string): unknown {
	try {
		const exact = LONG_DIGITS.test(text) ? quoteLongIntegers(text) : text;
		const value: unknown = JSON.parse(exact, mayHavePrototypeKey(text) ? dropPrototypeKey : undefined);
		return value;
	} catch {
		return undefined;
	}
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

// Looks between the strings only, and copies nothing where nothing changes: bodies are megabytes, ids are short.
function quoteLongIntegers(text: string): string {
	const parts: string[] = [];
	let copied = 0;
	let position = 0;
	while (position < text.length) {
		const quote = text.indexOf('"', position);
		const end = quote === -1 ? text.length : quote;
		if (end - position >= LONG) {
			const between = text.slice(position, end);
			if (LONG_DIGITS.test(between)) {
				parts.push(text.slice(copied, position), between.replace(NUMBER, quoteIfRounded));
				copied = end;
			}
		}
		position = quote === -1 ? text.length : endOfString(text, quote);
	}
	parts.push(text.slice(copied));
	return parts.join('');
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

function dropPrototypeKey(key: string, value: unknown): unknown {
	return key === PROTOTYPE_KEY ? undefined : value;
}

/** Deeper than any real field, and far less deep than what n8n's recursive copying can bear. */
const DEEPEST = 100;

/**
 * Whether a value is nested so deeply that copying it could overflow the call stack.
 *
 * @param value - a value of JSON
 */
export function isTooDeep(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	let level: unknown[] = [value];
	for (let depth = 0; depth <= DEEPEST; depth += 1) {
		level = level.flatMap((entry): unknown[] =>
			typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
		);
		if (level.length === 0) return false;
	}
	return true;
}

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
