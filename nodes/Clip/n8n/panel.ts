import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Schema } from '../lib/schemas';

/*
 * Each parameter is declared once: how it is read, and what the panel shows of it.
 */

/** The schema that reads the value, with what the panel shows. */
export type Parameter<T = unknown> = Schema<T> & {
	readonly fields: readonly INodeProperties[];
	/** What the service takes where the field is not sent; undefined where it has no default, or the schema drops it. */
	readonly serviceDefault?: unknown;
};

interface ParameterDeclaration<T> extends INodeProperties {
	schema: Schema<T>;
}

/** Several fields that are read as one parameter. */
export const defineFields = <T>(schema: Schema<T>, fields: readonly INodeProperties[]): Parameter<T> =>
	// A copy: several parameters may share a schema.
	Object.assign(schema.describe(''), { fields });

export const defineParameter = <T>({
	schema,
	serviceDefault,
	...field
}: ParameterDeclaration<T> & { serviceDefault?: NoInfer<T> }): Parameter<T> =>
	Object.assign(defineFields(schema, [field]), { serviceDefault });

/** A parameter that takes its panel default where the user sets none. */
export const defineWithDefault = <T>({ schema, ...field }: ParameterDeclaration<T>): Parameter<T> =>
	defineFields(schema.default(field.default), [field]);

export const withDisplayOptions = <T>(displayOptions: IDisplayOptions, shared: Parameter<T>): Parameter<T> =>
	defineFields(
		shared,
		shared.fields.map((field) => ({
			...field,
			displayOptions: { ...field.displayOptions, ...displayOptions },
		})),
	);

/**
 * A parameter whose default differs in the tool that n8n makes of the node for AI agents: it is declared twice under the same name, and n8n
 * shows and uses the one that is visible.
 */
export const defineWithToolVariant = <T>(
	show: ShowConditions,
	{ schema, ...field }: ParameterDeclaration<T>,
	inTheTool: Partial<INodeProperties>,
): Parameter<T> =>
	defineFields(schema, [
		{ ...field, displayOptions: showInNodeOnly(show) },
		{ ...field, ...inTheTool, displayOptions: showInToolOnly(show) },
	]);

type ParametersByName = Readonly<Record<string, Parameter>>;

export const fieldsOf = (parameters: ParametersByName): INodeProperties[] =>
	Object.values(parameters).flatMap(({ fields }) => fields);

/** A collection with its parameters in the order of their labels. */
export const defineCollection = (
	field: Pick<INodeProperties, 'displayName' | 'displayOptions' | 'name' | 'placeholder'>,
	parameters: ParametersByName,
): INodeProperties => ({
	...field,
	type: 'collection',
	default: {},
	// Not localeCompare, which takes ten times as long as all else that n8n does at its start for these nodes.
	options: fieldsOf(parameters).sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
});

/** The collection that n8n's own nodes have. */
export const OPTIONS = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };

export type ShowConditions = NonNullable<IDisplayOptions['show']>;

/** Shows a parameter in the node, but not in the tool that n8n makes of it. */
export const showInNodeOnly = (show: ShowConditions): IDisplayOptions => ({
	show,
	hide: { '@tool': [true] },
});

const showInToolOnly = (show: ShowConditions): IDisplayOptions => ({
	show: { ...show, '@tool': [true] },
});

/** How n8n's editor marks a value that the model gives; it then shows "Defined automatically by the model". */
const FROM_AI_MARKER = '/*n8n-auto-generated-fromAI-override*/';

/**
 * The value that leaves a text to the model.
 *
 * @param description - what the model reads of it; without backquotes
 */
export const fromModel = (key: string, description: string): string =>
	`={{ ${FROM_AI_MARKER} $fromAI('${key}', \`${description}\`, 'string') }}`;

/** The parameter that no operation reads: n8n hands it to the model. */
export const TOOL_DESCRIPTION = 'toolDescription';

/**
 * What a model reads of the tool. n8n itself would tell it the description of the node, which is written for people.
 *
 * @param text - when to call it, what it takes, what it gives
 */
export const toolDescription = (operation: string, text: string): INodeProperties => ({
	displayName: 'Description for the Model',
	name: TOOL_DESCRIPTION,
	type: 'string',
	typeOptions: { rows: 4 },
	default: text,
	required: true,
	description: 'What the AI agent is told of this tool. It decides by it when to call the tool.',
	displayOptions: showInToolOnly({ operation: [operation] }),
});
