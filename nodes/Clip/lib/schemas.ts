import { z } from 'zod/v3';
import { ruleBrokenByLink, parseLink, SEVERAL_LINKS, unwrapLink } from './link';
import { trimInvisible } from './text';
import { isUnset, readNumber, readSwitch, readWholeNumber, readWord, describeValue } from './values';

/*
 * The kinds of fields that people fill in. Expressions can pass anything, so a field takes any value, and one that it cannot read breaks its
 * rule.
 */

/** Why the value of a field is not accepted. */
export interface BrokenRule {
	field: string;
	/** Completes a sentence that begins with the field's name: "must be …". */
	rule: string;
	/** The value and what else helps, in sentences. */
	sentences: readonly string[];
}

/** One allowed value and how the editor shows it, in the shape of n8n's options. */
export interface Choice<T> {
	name: string;
	value: T;
	description?: string;
}

export type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** What zod has found. A field is named by the innermost name of its path. */
export const brokenRulesOf = ({ issues }: z.ZodError): BrokenRule[] =>
	issues.map(({ path, message }) =>
		brokenRuleOf(path.filter((name) => typeof name === 'string').at(-1) ?? '', message),
	);

/** @param message - the rule, and the sentences that stand below it, each in a line of its own: zod takes one text */
export function brokenRuleOf(field: string, message: string): BrokenRule {
	const [rule = '', ...sentences] = message.split('\n');
	return { field, rule, sentences };
}

/** Refuses a value inside a `transform` of zod. */
export function rejectValue(context: z.RefinementCtx, rule: string, field?: string): never {
	context.addIssue({ code: 'custom', message: rule, ...(field !== undefined && { path: [field] }) });
	return z.NEVER;
}

/**
 * @param readValue - gives undefined for an invalid value
 * @param rule - what the field must be; a message adds what it is
 */
export const valueSchema = <T>(readValue: (value: unknown) => T | undefined, rule: string) =>
	z
		.unknown()
		.transform((value, context): T => readValue(value) ?? rejectValue(context, withValue(rule, value)));

/** @param notSet - a value that means "not set", beside nothing and empty text */
export function optionalSchema<T>(
	readValue: (value: unknown) => T | undefined,
	rule: string,
	notSet: string | number = '',
) {
	const isSet = (value: unknown) => !isUnset(value) && readWord(value) !== String(notSet);
	return z.preprocess((value) => (isSet(value) ? value : undefined), valueSchema(readValue, rule).optional());
}

/** Reads one of some values, which may be written as text. */
export const readChoice =
	<T extends number | string>(choices: ReadonlyArray<{ value: T }>) =>
	(value: unknown): T | undefined =>
		choices.find((choice) => String(choice.value) === readWord(value))?.value;

export const choiceSchema = <T extends string>(choices: ReadonlyArray<{ value: T }>): Schema<T> =>
	valueSchema(readChoice(choices), `must be one of ${choices.map(({ value }) => value).join(', ')}`);

/** @param unit - as a message names it, such as "minutes" */
export const amountSchema = (unit: string, most: number): Schema<number> =>
	valueSchema((value) => {
		const amount = readNumber(value);
		return amount !== undefined && amount > 0 && amount <= most ? amount : undefined;
	}, `must be a number of ${unit} above 0 and at most ${most}`);

export const countSchema = (most: number): Schema<number> =>
	valueSchema(readWholeBetween(1, most), `must be a whole number from 1 to ${most}`);

export const readWholeBetween =
	(least: number, most: number) =>
	(value: unknown): number | undefined => {
		const whole = readWholeNumber(value);
		return whole !== undefined && whole >= least && whole <= most ? whole : undefined;
	};

export const switchSchema: Schema<boolean> = valueSchema((value) => {
	const position = readSwitch(value);
	return position === undefined ? undefined : position === 1;
}, 'must be true or false');

export interface EnteredLink {
	/** As it was entered, without what chats write around a link, and without what nobody sees. */
	text: string;
	url: URL;
}

/**
 * One link with http or https.
 *
 * @param ruleFor - gives the rule that a link breaks; null for a link that is wanted
 */
export const linkSchema = (ruleFor: (link: EnteredLink) => string | null = () => null): Schema<EnteredLink> =>
	z.unknown().transform((value, context) => {
		if (isUnset(value)) return rejectValue(context, 'is missing');
		const text = typeof value === 'string' ? unwrapLink(trimInvisible(value)) : '';
		const isList = Array.isArray(value) && value.length > 1;
		const brokenRule = isList ? SEVERAL_LINKS : ruleBrokenByLink(text);
		const url = parseLink(text);
		const rule = brokenRule ?? (url === null ? NO_LINK : ruleFor({ text, url }));
		return url === null || rule !== null
			? rejectValue(context, withValue(rule ?? NO_LINK, value))
			: { text, url };
	});

const NO_LINK = 'must be a link that starts with http:// or https:// and names a host';

/** Puts the value between a rule and what else is said of it. */
export function withValue(rule: string, value: unknown): string {
	const [title = '', ...sentences] = rule.split('\n');
	return [title, `It is ${describeValue(value)}.`, ...sentences].join('\n');
}

/** Reads the same values by several schemas: the results by name, or all rules that are broken. */
export const combineSchemas = <S extends Record<string, Schema<unknown>>>(
	schemas: S,
): Schema<{ [Name in keyof S]: z.output<S[Name]> }> =>
	z.preprocess(
		(values) => Object.fromEntries(Object.keys(schemas).map((name) => [name, values])),
		z.object(schemas),
	);
