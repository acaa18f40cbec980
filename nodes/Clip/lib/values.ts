/*
 * Single values, which may be anything in expressions and answers. What reads one gives it in its proper type, or undefined when it cannot
 * be read; it neither throws nor guesses.
 */

import { toJson } from './json';
import { redactValue } from './redact';
import { spellInvisible, trimInvisible } from './text';

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** Matches a command as the documentation of the service shows it, which holds a key. */
const COMMAND = /^\s*curl\s|\s-H\s/i;

/** In characters. */
const SHOWN_LENGTH = 80;

/** A finite number, which may be written as text (`"9.4"`), but not in the ways of JavaScript (`""`, `"0x1f"`). */
export function readNumber(value: unknown): number | undefined {
	const cleaned = typeof value === 'string' ? trimInvisible(value) : value;
	const number = typeof cleaned === 'string' && DECIMAL.test(cleaned) ? Number(cleaned) : cleaned;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A whole number that JavaScript holds exactly, which may be written as text. */
export function readWholeNumber(value: unknown): number | undefined {
	const cleaned = typeof value === 'string' ? trimInvisible(value) : value;
	const number = typeof cleaned === 'string' && WHOLE.test(cleaned) ? Number(cleaned) : cleaned;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Text as it was entered, even if empty; a number counts as its digits. */
export function readText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return Number.isFinite(value) ? String(value) : undefined;
}

/** Text without what nobody sees around it. */
export function readWord(value: unknown): string | undefined {
	const text = readText(value);
	return text === undefined ? undefined : trimInvisible(text);
}

/** An ID as text. A number that may have been rounded is none. */
export function readId(value: unknown): string | undefined {
	if (typeof value === 'string') return trimInvisible(value) || undefined;
	return Number.isSafeInteger(value) ? String(value) : undefined;
}

const ON: ReadonlySet<unknown> = new Set([true, 1, 'true', '1']);
const OFF: ReadonlySet<unknown> = new Set([false, 0, 'false', '0']);

/** A switch as the service wants it, from a number, a boolean or text (`"true"`, `"0"`). */
export function readSwitch(value: unknown): 0 | 1 | undefined {
	const position = typeof value === 'string' ? trimInvisible(value).toLowerCase() : value;
	if (ON.has(position)) return 1;
	return OFF.has(position) ? 0 : undefined;
}

/** A missing value or empty text, as an empty cell of a sheet gives it. */
export function isUnset(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && trimInvisible(value) === '');
}

/**
 * A value that somebody has entered, as a message shows it: short, in one line, with what nobody sees written out, and with links that have
 * lost their login and query.
 */
export function describeValue(value: unknown): string {
	if (value === undefined) return 'missing';
	if (typeof value === 'string' && COMMAND.test(value)) return 'a command, which may hold your key';
	const json = typeof value === 'number' ? String(value) : toJson(value);
	return redactValue(spellInvisible(json ?? `a ${typeof value} that JSON cannot express`), SHOWN_LENGTH);
}
