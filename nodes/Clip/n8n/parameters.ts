import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { type Problem, problemsOf, type Schema } from '../lib/fields';
import { isJsonObject, type JsonObject } from '../lib/json';
import { isUnset, readText, shown } from '../lib/values';
import { isToolCall } from './host';
import { TOOL_DESCRIPTION } from './toolFields';

/** What an operation takes, or the trigger. */
export interface Parameters<T> {
	/** The parameters of the panel. */
	fields: readonly INodeProperties[];
	/**
	 * Reads their values, all side by side by name, also those of collections. Beside them stands the JSON of the input item, as
	 * {@link ITEM}. What the user has not set, and what the panel hides, is not there.
	 */
	schema: Schema<T>;
	/** What holds in an AI agent's tool instead of the schema's defaults. */
	inTool?: JsonObject;
}

/** The name under which a schema finds the JSON of the input item. */
export const ITEM = 'item';

/**
 * Reads the parameters of one input item.
 *
 * @returns the values, or everything that is wrong with them
 * @throws the error of an expression that fails
 */
export function readParameters<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fields, schema, inTool = {} }: Parameters<T>,
): { values: T } | { problems: Problem[] } {
	const entered = context.getNode().parameters;
	const given: Record<string, unknown> = {};
	const problems: Problem[] = [];
	const take = (field: INodeProperties, value: unknown, source: unknown, isAdded: boolean): void => {
		const { name, type } = field;
		const isText = type === 'string' || type === 'json';
		const isNothing = isText
			? // Text may be empty. What a collection has was added, so it must have a value.
				isAdded && (value ?? null) === null
			: isUnset(value) || Number.isNaN(value);
		if (!isNothing) given[name] = value;
		else if (!isLeftToModel(source)) {
			const is = isExpression(source) ? 'its expression gives' : 'is';
			problems.push({ field: name, rule: `must be given a value, but ${is} ${nothingInWords(value)}` });
		}
	};
	// A hidden parameter is not among the entered ones. A tool has some that are declared twice.
	const visible = new Map(fields.filter(isRead).map((field) => [field.name, field]));
	for (const [name, field] of visible) {
		if (!(name in entered)) continue;
		const value: unknown = context.getNodeParameter(name, itemIndex);
		if (field.type !== 'collection') take(field, value, entered[name], false);
		else if (isJsonObject(value)) {
			for (const option of optionsOf(field)) {
				if (!(option.name in value)) continue;
				take(option, value[option.name], entryOf(entered[name], option.name), true);
			}
		} else if (!isUnset(value)) {
			problems.push({ field: name, rule: `must be an object, but is ${shown(value)}` });
		}
	}
	const item = context.getInputData()[itemIndex]?.json ?? {};
	const read = schema.safeParse({ ...(isToolCall(context) && inTool), ...given, [ITEM]: item });
	if (read.success && problems.length === 0) return { values: read.data };
	const broken = read.success ? [] : problemsOf(read.error);
	const isNew = ({ field }: Problem) => problems.every((known) => known.field !== field);
	return { problems: [...problems, ...broken.filter(isNew)] };
}

/** What the user has entered for one entry: the whole collection may be an expression. */
const entryOf = (collection: unknown, name: string): unknown =>
	isJsonObject(collection) ? collection[name] : collection;

/** Whether a parameter has a value for the operation. */
const isRead = ({ name, type }: INodeProperties): boolean => type !== 'notice' && name !== TOOL_DESCRIPTION;

/** The entries of a collection. */
const optionsOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.filter((option): option is INodeProperties => 'type' in option);

/** @param source - what the user has entered */
const isExpression = (source: unknown): boolean => (readText(source) ?? '').startsWith('=');

/** Whether the model of an AI agent gives a value, or leaves it out. */
const isLeftToModel = (source: unknown): boolean =>
	isExpression(source) && /\$fromAI\s*\(/i.test(readText(source) ?? '');

/** A value that is nothing, in the words of expressions. */
function nothingInWords(value: unknown): string {
	if (typeof value === 'string') return 'empty text';
	return value === undefined ? 'undefined' : value === null ? 'null' : 'NaN';
}

/** What the panel calls a parameter. */
export const labelOf = (name: string, fields: readonly INodeProperties[]): string =>
	fields.flatMap((field) => [field, ...optionsOf(field)]).find((field) => field.name === name)?.displayName ??
	name;
