/** Strings are matched to be skipped. Their closing quote is optional: otherwise a cut text would take quadratic time. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON like `JSON.parse`, but keeps whole numbers that a JavaScript number would round as text with their exact digits: a
 * `projectId` may exceed 2^53 and must never be rounded (field notes, Envelope).
 *
 * @returns the value; `undefined` for what is no JSON, which itself has no `undefined`
 */
export function parseJson(text: string): unknown {
	try {
		// Few texts hold a long integer, and this tells faster.
		const exact = /\d{16}/.test(text) ? text.replace(STRING_OR_LONG_INTEGER, quoteIfRounded) : text;
		return JSON.parse(exact);
	} catch {
		return undefined;
	}
}

const quoteIfRounded = (token: string): string =>
	token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;

/** @returns `undefined` for what JSON cannot express: an expression may give functions or circles */
export function toJson(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

/** A value of JSON, not yet looked at. `undefined` stands for a field that is not there. */
type JsonValue = string | number | boolean | object | null | undefined;

/** A JSON object whose values are not yet known; n8n takes it as an item's `json`. */
export type JsonObject = Record<string, JsonValue>;

/** Whether a value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
