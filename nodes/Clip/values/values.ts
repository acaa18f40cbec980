/**
 * Readers of single values. Each takes anything and gives the value in its proper type, or undefined when it cannot
 * be read: expressions and answers can hold anything, so no reader throws and none guesses.
 */

import { toJson } from './json';

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** How much of a value a message shows, and how much of it is looked at for that: a webhook call may bring megabytes. */
const SHOWN_LENGTH = 80;
const LOOKED_AT_LENGTH = 1_000;

/**
 * A finite number, also when written as text (`"9.4"`). Text that JavaScript alone would turn into a number
 * (`""`, `"0x1f"`, `" "`) is not one.
 */
export function readNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A whole number that JavaScript holds exactly, also when written as text. */
export function readWholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && WHOLE.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Text; a number counts as its digits. Empty text is text. */
export function readText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** An id as text. A number that may have lost digits on its way here is not an id any more. */
export function readId(value: unknown): string | undefined {
	if (typeof value === 'string' && value.trim() !== '') return value.trim();
	return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** A switch as the service wants it, 0 or 1; also from a boolean or from text (`"true"`, `"0"`). */
export function readSwitch(value: unknown): 0 | 1 | undefined {
	switch (typeof value === 'string' ? value.trim().toLowerCase() : value) {
		case true:
		case 1:
		case 'true':
		case '1':
			return 1;
		case false:
		case 0:
		case 'false':
		case '0':
			return 0;
		default:
			return undefined;
	}
}

/** Whether a field counts as not set: a missing value or empty text, as an empty cell of a sheet gives it. */
export function isUnset(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * A value as a message may show it: short, in one line, and without the query string of a link, which may be a secret.
 *
 * @param value - anything, even what JSON cannot express
 */
export function shown(value: unknown): string {
	if (value === undefined) return 'missing';
	const json = typeof value === 'number' ? String(value) : toJson(value);
	const text = hideQueries((json ?? `a ${typeof value} that JSON cannot express`).slice(0, LOOKED_AT_LENGTH));
	return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/**
 * Text without the query strings and logins of the links in it: a signature is a secret, and so is a password. Whatever follows a question mark
 * directly counts as one, because a link may lack its `https://`, or have its slashes escaped.
 *
 * @param text - any text, also JSON
 */
export const hideQueries = (text: string): string =>
	text.replace(/\?(?:\\.|[^\s"<>\\])+/g, '?…').replace(/:\/\/[^\s"<>/@]{1,300}@/g, '://…@');
