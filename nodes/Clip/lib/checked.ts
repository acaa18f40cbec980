import { readNumber, readSwitch, readWholeNumber, shown } from './values';

/** Why input is not accepted: the field (in the interface's spelling) and the rule that it breaks. */
export interface Problem {
	field: string;
	/** Completes a sentence that begins with the field's name: "must be …, but is …". */
	rule: string;
}

/** Either the value, or everything that is wrong with the input. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** An accepted value. */
export const accept = <T>(value: T): Checked<T> => ({ ok: true, value });

/** A refusal for a single reason, see {@link Problem}. */
export const refuse = (field: string, rule: string): Checked<never> => ({
	ok: false,
	problems: [{ field, rule }],
});

/** Checks a parameter that chooses one of a few words: expressions can pass any value to it. */
export function checkOption<T extends string>(
	field: string,
	value: unknown,
	options: readonly T[],
): Checked<T> {
	const option = options.find((word) => word === value);
	return option === undefined
		? refuse(field, `must be one of ${options.join(', ')}, but is ${shown(value)}`)
		: accept(option);
}

/**
 * Checks an amount above 0.
 *
 * @param unit - as a message names it, such as "minutes"
 * @param most - the largest one
 */
export function checkAmount(field: string, value: unknown, unit: string, most: number): Checked<number> {
	const amount = readNumber(value);
	return amount === undefined || amount <= 0 || amount > most
		? refuse(field, `must be a number of ${unit} above 0 and at most ${most}, but is ${shown(value)}`)
		: accept(amount);
}

/** Checks a whole number from 1 to `most`. */
export function checkCount(field: string, value: unknown, most: number): Checked<number> {
	const count = readWholeNumber(value);
	return count === undefined || count < 1 || count > most
		? refuse(field, `must be a whole number from 1 to ${most}, but is ${shown(value)}`)
		: accept(count);
}

export function checkSwitch(field: string, value: unknown): Checked<boolean> {
	const position = readSwitch(value);
	return position === undefined
		? refuse(field, `must be true or false, but is ${shown(value)}`)
		: accept(position === 1);
}

/** Several checks, by name or in a list. */
type Checks = Readonly<Record<string, Checked<unknown>>> | ReadonlyArray<Checked<unknown>>;

/** Whether all checks have accepted their value. */
export const allAccepted = <T extends Checks>(
	checks: T,
): checks is T & { [Name in keyof T]: Extract<T[Name], { ok: true }> } =>
	Object.values(checks).every(({ ok }) => ok);

/** All problems of several checks. */
export const problemsIn = (checks: Checks): Problem[] =>
	Object.values(checks).flatMap((checked) => (checked.ok ? [] : checked.problems));
