import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import {
	whereOutputIsProject,
	outputParameter,
	selectionParameters,
	simplifyParameter,
} from '../get/get.parameters';
import { switchSchema, type Choice, choiceSchema, combineSchemas } from '../lib/schemas';
import { defineCollection, OPTIONS, withDisplayOptions, defineWithDefault } from '../n8n/panel';
import type { ItemParameters } from '../n8n/readParameters';
import { maxWaitDeclaration } from '../wait/wait.parameters';

/** A command that calls the trigger as the service does. */
export const TEST_COMMAND =
	"curl -X POST -H 'Content-Type: application/json' -d '{\"projectId\": 20417733}' 'YOUR_TEST_URL?secret=YOUR_SECRET'";

const EVENTS = [
	{
		name: 'Clips Ready',
		value: 'ready',
		action: 'On clips ready',
		description: 'Start when the clips of a project are ready',
	},
	{
		name: 'Clips Ready or Project Failed',
		value: 'readyOrFailed',
		action: 'On clips ready or project failed',
		description: 'Start for a failed project, too, with one item that has the status "failed"',
	},
] as const satisfies ReadonlyArray<Choice<string> & { action: string }>;

/** Because the label is Event, n8n's list of nodes has one entry for each option. */
const event = defineWithDefault({
	displayName: 'Event',
	name: 'event',
	type: 'options',
	options: [...EVENTS],
	default: 'ready',
	description: 'What starts the workflow',
	schema: choiceSchema(EVENTS),
});

const simplify = withDisplayOptions({ hide: whereOutputIsProject }, simplifyParameter);

/** Read when a call comes, before the workflow starts. */
const secretField: INodeProperties = {
	displayName: 'Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'A password you choose, of letters, digits and -. Calls without it are refused. If this is empty, anybody who knows the URL can start the workflow, but only with your own clips.',
	hint: 'Recommended. With it, enter in the service: PRODUCTION_URL?secret=YOUR_SECRET',
};

const triggerOptions = {
	ignoreDuplicates: defineWithDefault({
		displayName: 'Ignore Duplicates',
		name: 'ignoreDuplicates',
		type: 'boolean',
		default: true,
		description: 'Whether to leave out clips that already started this workflow. Test runs do not count.',
		schema: switchSchema,
	}),
	/** In milliseconds. */
	maxWait: defineWithDefault(
		maxWaitDeclaration(
			15,
			'How many minutes to keep checking after a call whose clips are not there yet. After that the execution fails with the project ID.',
		),
	),
	output: outputParameter,
};

const options = { ...triggerOptions, ...selectionParameters };

const schema = combineSchemas({
	panel: z.object({ event, simplify }),
	options: z.object(triggerOptions),
	selection: z.object(selectionParameters),
}).transform(({ panel, options: chosen, selection: wanted }) => ({ ...panel, ...chosen, selection: wanted }));

export type TriggerSettings = z.output<typeof schema>;

const optionsField = defineCollection(OPTIONS, options);

/** The parameters that an execution reads: all but the secret. */
export const triggerParameters: ItemParameters<TriggerSettings> = {
	fields: [...event.fields, ...simplify.fields, optionsField],
	schema,
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'Open Webhook URLs above, and enter the Production URL in the workspace settings of the service.',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	...event.fields,
	secretField,
	...simplify.fields,
	optionsField,
];
