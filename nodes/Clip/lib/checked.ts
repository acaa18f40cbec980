import { complaintAboutLink, parseLink, SEVERAL_LINKS, unwrapped } from './link';
import { cleaned } from './text';
import { isUnset, readNumber, readSwitch, readWholeNumber, readWord, shown } from './values';

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
	const option = options.find((word) => word === readWord(value));
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

/** A link that a person has entered. */
export interface EnteredLink {
	/** As it was entered, but for what nobody sees around it, and what chats write around a link. */
	text: string;
	url: URL;
}

/** Checks that a value is one link with http or https, wherever it leads. */
export function checkLink(field: string, value: unknown): Checked<EnteredLink> {
	if (isUnset(value)) return refuse(field, 'is missing');
	const text = typeof value === 'string' ? unwrapped(cleaned(value)) : '';
	const isList = Array.isArray(value) && value.length > 1;
	const complaint = isList ? SEVERAL_LINKS : complaintAboutLink(text);
	if (complaint !== null) return refuse(field, `${complaint}. It is ${shown(value)}`);
	const url = parseLink(text);
	return url === null
		? refuse(
				field,
				`must be a link that starts with http:// or https:// and names a host, but is ${shown(value)}`,
			)
		: accept({ text, url });
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
