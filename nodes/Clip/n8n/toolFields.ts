import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/*
 * n8n makes the tool of an AI agent out of the node, with the same parameters and defaults. A parameter whose default differs in
 * the tool is declared twice under the same name; n8n shows and uses the one that is visible.
 */

/** When the panel shows a parameter, by the values of others. */
export type Shown = NonNullable<IDisplayOptions['show']>;

/** Shows a parameter in the node and hides it in the tool. */
export const inNode = (show: Shown): IDisplayOptions => ({
	show,
	hide: { '@tool': [true] },
});

/** Shows a parameter in the tool only. */
const inTool = (show: Shown): IDisplayOptions => ({
	show: { ...show, '@tool': [true] },
});

/** A parameter that has another default in the tool than in the node. */
type Twins = Readonly<Record<'node' | 'tool', INodeProperties>>;

/** Describes a parameter twice, for the node and for the tool. */
export const twins = (field: INodeProperties, show: Shown, inTheTool: Partial<INodeProperties>): Twins => ({
	node: { ...field, displayOptions: inNode(show) },
	tool: { ...field, ...inTheTool, displayOptions: inTool(show) },
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
	displayOptions: inTool({ operation: [operation] }),
});

export const optionsCollection = (show: Shown, options: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show },
	// Not localeCompare, which takes ten times as long as all else that n8n does at its start for these nodes.
	options: [...options].sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
});
