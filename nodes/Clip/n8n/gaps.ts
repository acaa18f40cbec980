import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Checked, Problem } from '../values/checked';
import { isJsonObject } from '../values/json';
import { isUnset } from '../values/values';

/** What a parameter of each of these kinds must be; to be nothing is a mistake in all of them. */
const MUST_BE: Readonly<Record<string, string>> = {
	boolean: 'true or false',
	multiOptions: 'one or more of its options',
	number: 'a number',
	options: 'one of its options',
};

/**
 * Refuses values that are nothing where nothing is no choice: a limit whose expression gives undefined must not become no limit.
 * What the model of an AI agent has left out is left out.
 *
 * @param fields - the parameters as the panel has them
 * @param values - their values, some of them or all
 * @param collection - the name of the collection that holds them
 * @returns the values that are given
 */
export function withoutGaps<V>(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	values: Readonly<Record<string, V>>,
	collection?: string,
): Checked<Record<string, V>> {
	const nothing = Object.entries(values).filter(([, value]) => isUnset(value) || Number.isNaN(value));
	// Most items have all that they need.
	if (nothing.length === 0) return { ok: true, value: values };
	const kinds = new Map(fields.map(({ name, type }) => [name, MUST_BE[type]]));
	const empty = nothing.filter(([name]) => kinds.get(name) !== undefined);
	if (empty.length === 0) return { ok: true, value: values };
	const { parameters } = context.getNode();
	const place: unknown = collection === undefined ? parameters : parameters[collection];
	const entered = (name: string): unknown => (isJsonObject(place) ? place[name] : place);
	const problems = empty
		.filter(([name]) => !isLeftToModel(entered(name)))
		.map(([name, value]): Problem => {
			const isExpression = String(entered(name)).startsWith('=');
			const rule = `must be ${kinds.get(name)}, but ${isExpression ? 'its expression gives' : 'is'} ${named(value)}`;
			return { field: name, rule };
		});
	if (problems.length > 0) return { ok: false, problems };
	const gaps = new Set(empty.map(([name]) => name));
	return { ok: true, value: Object.fromEntries(Object.entries(values).filter(([name]) => !gaps.has(name))) };
}

const isLeftToModel = (entered: unknown): boolean =>
	typeof entered === 'string' && entered.startsWith('=') && /\$fromAI\s*\(/i.test(entered);

const named = (value: unknown): string => (typeof value === 'string' ? 'empty text' : String(value));
