/** Sixteen digits in a row: the shortest whole number that a JavaScript number may be unable to hold. */
const LONG_DIGITS = /\d{16}/;

/** A number; whole when neither a fraction nor an exponent follows, and no JSON when a colon does. */
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?(\s*:)?/g;

/** A whole number with zeros in front, which JSON does not allow. */
const ZEROS_IN_FRONT = /^-?0\d/;

/**
 * `__proto__` as a key, plain or with any of its letters escaped: later code that copies by assignment would set a
 * prototype.
 */
const PROTOTYPE_KEY = /__proto__|\\u00[5-7]/;

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
		const value: unknown = JSON.parse(exact, PROTOTYPE_KEY.test(text) ? dropPrototypeKey : undefined);
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

function quoteLongIntegers(text: string): string {
	const parts: string[] = [];
	let position = 0;
	while (position < text.length) {
		const quote = text.indexOf('"', position);
		const end = quote === -1 ? text.length : quote;
		parts.push(text.slice(position, end).replace(NUMBER, quoteIfRounded));
		if (quote === -1) break;
		position = endOfString(text, quote);
		parts.push(text.slice(quote, position));
	}
	return parts.join('');
}

function quoteIfRounded(number: string, fraction?: string, exponent?: string, colon?: string): string {
	const whole = fraction === undefined && exponent === undefined;
	// Quotes would make valid what is not: broken JSON must stay broken.
	if (!whole || colon !== undefined || ZEROS_IN_FRONT.test(number)) return number;
	return Number.isSafeInteger(Number(number)) ? number : `"${number}"`;
}

/** The position after the closing quote of the string that opens at `quote`; the text's end for an open string. */
function endOfString(text: string, quote: number): number {
	for (let close = text.indexOf('"', quote + 1); close !== -1; close = text.indexOf('"', close + 1)) {
		let backslashes = 0;
		while (text.charAt(close - 1 - backslashes) === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return close + 1;
	}
	return text.length;
}

function dropPrototypeKey(key: string, value: unknown): unknown {
	return key === '__proto__' ? undefined : value;
}

/** Deeper than any real field, and far less deep than what n8n's recursive copying can bear. */
const DEEPEST = 100;

/**
 * Whether a value is nested so deeply that copying it could overflow the call stack.
 *
 * @param value - a value of JSON
 */
export function isTooDeep(value: unknown): boolean {
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
