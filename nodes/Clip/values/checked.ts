import { shown } from './values';

/** Why input is not accepted: the field (in the interface's spelling) and the rule that it breaks. */
export interface Problem {
	field: string;
	/** Completes a sentence that begins with the field's name: "must be …, but is …". */
	rule: string;
}

/** Either the value, or everything that is wrong with the input. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/**
 * An accepted value.
 *
 * @param value - what was checked
 */
export const accept = <T>(value: T): Checked<T> => ({ ok: true, value });

/**
 * A refusal for a single reason.
 *
 * @param field - the field that breaks the rule
 * @param rule - the rule, see {@link Problem}
 */
export const refuse = (field: string, rule: string): Checked<never> => ({
	ok: false,
	problems: [{ field, rule }],
});

/**
 * Checks a parameter that chooses one of a few words: expressions can pass any value to it.
 *
 * @param field - the parameter
 * @param value - what was chosen
 * @param options - the words
 */
export function checkOption<T extends string>(
	field: string,
	value: unknown,
	options: readonly T[],
): Checked<T> {
	const option = options.find((word) => word === value);
	return option === undefined
		? refuse(field, `must be one of ${options.join(', ')}, but is ${shown(value)}`)
		: { ok: true, value: option };
}

/**
 * All problems of several checks.
 *
 * @param checks - what was checked
 */
export const problemsIn = (checks: ReadonlyArray<Checked<unknown>>): Problem[] =>
	checks.flatMap((checked) => (checked.ok ? [] : checked.problems));
