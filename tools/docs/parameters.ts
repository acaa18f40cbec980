import { SUBMISSION_FIELDS } from '../../nodes/Clip/create/create.operation';
import { selectionParameters } from '../../nodes/Clip/get/get.parameters';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { code, table } from './markdown';

/** A parameter of a node, or an entry of one of its collections. */
export interface Parameter {
	/** Its name as expressions and stored workflows have it, `collection.entry` in a collection. */
	path: string;
	property: INodeProperties;
	/** The collection that holds it, if any. */
	collection?: INodeProperties;
}

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const isProperty = (option: Option): option is INodeProperties => 'displayName' in option && 'type' in option;

const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option && 'name' in option;

/** The allowed values of a list, or none. */
export const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options.filter(isChoice);

/** The operations of a node, or none. */
export const operationsOf = (properties: readonly INodeProperties[]): string[] =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap(choicesOf)
		.map(({ value }) => String(value));

/**
 * The parameters that a node shows for one of its operations, entries of collections included, in the order of the panel.
 *
 * @param operation - null for a node that has none
 * @param only - `tool` for those that the tool of an AI agent has instead
 */
export function parametersOf(
	properties: readonly INodeProperties[],
	operation: string | null,
	only: 'node' | 'tool' = 'node',
): Parameter[] {
	return properties
		.filter(({ type, name, displayOptions }) => {
			if (type === 'notice' || type === 'hidden' || name === 'operation') return false;
			if ((displayOptions?.show?.['@tool'] !== undefined) !== (only === 'tool')) return false;
			const operations = displayOptions?.show?.operation;
			return operations === undefined || operations.some((value) => value === operation);
		})
		.flatMap((property): Parameter[] => {
			const { name, type, options = [] } = property;
			if (type !== 'collection') return [{ path: name, property }];
			return options
				.filter(isProperty)
				.map((entry) => ({ path: `${name}.${entry.name}`, property: entry, collection: property }));
		});
}

const KINDS: Readonly<Record<string, string>> = {
	boolean: '`true` or `false`',
	json: 'JSON',
	number: 'number',
	string: 'text',
};

function range({ typeOptions }: INodeProperties): string {
	const { minValue, maxValue } = typeOptions ?? {};
	if (minValue !== undefined && maxValue !== undefined) return ` from ${minValue} to ${maxValue}`;
	return minValue === undefined ? '' : `, at least ${minValue}`;
}

/** The allowed values, with the words of the panel beside those of expressions. */
function valuesOf(property: INodeProperties): string {
	const choices = choicesOf(property).map(({ name, value }) => `${code(String(value))} ${name}`);
	if (property.type === 'multiOptions') return `a list of: ${choices.join(', ')}`;
	if (property.type === 'options') return choices.join(', ');
	return `${KINDS[property.type] ?? property.type}${range(property)}`;
}

/** Of filters and fields of the service, the default is what an added one begins with. */
function defaultOf({ name, type, default: value }: INodeProperties): string {
	const text = value === '' ? '' : code(typeof value === 'string' ? value : JSON.stringify(value));
	if (Object.hasOwn(selectionParameters, name)) return `all clips; ${text} once added`;
	return SUBMISSION_FIELDS.includes(name) && (type === 'boolean' || type === 'number')
		? `the service's; ${text} once added`
		: text;
}

/** On which other parameters it depends whether the panel shows one, with their values; the operation is none of them. */
export const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => name !== 'operation' && !name.startsWith('@'),
	);

/** The table of an operation's parameters, for the manual: what expressions need and the panel does not show. */
export function parameterTable(properties: readonly INodeProperties[], operation: string | null): string {
	const rows = parametersOf(properties, operation).map(({ path, property, collection }) => {
		const label =
			collection === undefined
				? `**${property.displayName}**`
				: `${collection.displayName} › **${property.displayName}**`;
		return [label, code(path), valuesOf(property), defaultOf(property)];
	});
	return table(['Parameter', 'Name', 'Values', 'Default'], rows);
}
