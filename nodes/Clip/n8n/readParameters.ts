import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { type BrokenRule, brokenRuleOf, brokenRulesOf, type Schema, withValue } from '../lib/schemas';
import { isJsonObject, type JsonObject } from '../lib/json';
import { isUnset, readText } from '../lib/values';
import { TOOL_DESCRIPTION } from './panel';
import type { NodeExecution } from './nodeExecution';

export interface ItemParameters<T> {
	fields: readonly INodeProperties[];
	/**
	 * Reads an object with all values by name, those of collections included, and with the JSON of the input item as `item`. Values that
	 * are not set, or that the panel hides, are missing.
	 */
	schema: Schema<T>;
	/** The defaults in an AI agent's tool, in place of those of the schema. */
	toolDefaults?: JsonObject;
	/** Text parameters whose expressions must give a text: otherwise more would come out than the user wants. */
	mustGiveText?: readonly string[];
}

/**
 * Reads the parameters of one input item.
 *
 * @returns the values, or everything that is wrong with them
 * @throws the error of an expression that fails
 */
export function readParameters<T>(
	{ context, isTool }: NodeExecution,
	itemIndex: number,
	{ fields, schema, toolDefaults = {}, mustGiveText = [] }: ItemParameters<T>,
): { values: T } | { broken: BrokenRule[] } {
	const values: Record<string, unknown> = {};
	const broken: BrokenRule[] = [];
	for (const entry of entriesOf(context, itemIndex, fields)) {
		const { name } = entry.field;
		const mustGive = mustGiveText.includes(name) && isExpression(entry);
		const isAbsent = isMissing(entry) || (mustGive && isUnset(entry.value));
		const rule = ruleBrokenByEntry(entry, isAbsent);
		if (rule !== null) broken.push(brokenRuleOf(name, rule));
		else if (!isAbsent) values[name] = entry.value;
	}
	const item = context.getInputData()[itemIndex]?.json ?? {};
	const parsed = schema.safeParse({ ...(isTool && toolDefaults), ...values, item });
	if (parsed.success && broken.length === 0) return { values: parsed.data };
	const schemaRules = parsed.success ? [] : brokenRulesOf(parsed.error);
	const isNew = ({ field }: BrokenRule) => broken.every((known) => known.field !== field);
	return { broken: [...broken, ...schemaRules.filter(isNew)] };
}

/** A parameter, or an entry of a collection. */
interface EnteredValue {
	field: INodeProperties;
	/** The value or an expression. */
	entered: unknown;
	value: unknown;
	/** Whether the user has added it to a collection. */
	isAdded: boolean;
}

/** n8n gives no value for a parameter that the panel hides. If one is declared twice, it gives that of the visible one. */
function entriesOf(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: readonly INodeProperties[],
): EnteredValue[] {
	const { parameters } = context.getNode();
	const readableFields = fields.filter(({ name, type }) => type !== 'notice' && name !== TOOL_DESCRIPTION);
	const shownFields = new Map(
		readableFields.filter(({ name }) => name in parameters).map((field) => [field.name, field]),
	);
	return [...shownFields.values()].flatMap((field): EnteredValue[] => {
		const value: unknown = context.getNodeParameter(field.name, itemIndex);
		const entered: unknown = parameters[field.name];
		if (field.type !== 'collection') return [{ field, entered, value, isAdded: false }];
		if (!isJsonObject(value)) return isUnset(value) ? [] : [{ field, entered, value, isAdded: true }];
		return optionsOf(field)
			.filter(({ name }) => name in value)
			.map((option) => ({
				field: option,
				// The whole collection may be an expression.
				entered: isJsonObject(entered) ? entered[option.name] : entered,
				value: value[option.name],
				isAdded: true,
			}));
	});
}

/** Whether a parameter has no value. Text may be empty, but what was added to a collection must be given. */
function isMissing({ field: { type }, value, isAdded }: EnteredValue): boolean {
	const isText = type === 'string' || type === 'json';
	return isText ? isAdded && (value ?? null) === null : isUnset(value) || Number.isNaN(value);
}

const isExpression = ({ entered }: EnteredValue): boolean => (readText(entered) ?? '').startsWith('=');

/** The rules that hold for every parameter. */
function ruleBrokenByEntry(entry: EnteredValue, isAbsent: boolean): string | null {
	const { field, entered, value } = entry;
	if (field.type === 'collection') return withValue('must be an object', value);
	// What the model of an AI agent has left out is not set.
	const isLeftOut = isExpression(entry) && /\$fromAI\s*\(/i.test(readText(entered) ?? '');
	if (!isAbsent || isLeftOut) return null;
	return `must be given a value, but ${isExpression(entry) ? 'its expression gives' : 'is'} ${nameOfNothing(value)}`;
}

/** A missing value as expressions call it. */
function nameOfNothing(value: unknown): string {
	if (typeof value === 'string') return 'empty text';
	return value === undefined ? 'undefined' : value === null ? 'null' : 'NaN';
}

const optionsOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.filter((option): option is INodeProperties => 'type' in option);

export const labelOf = (name: string, fields: readonly INodeProperties[]): string =>
	fields.flatMap((field) => [field, ...optionsOf(field)]).find((field) => field.name === name)?.displayName ??
	name;
