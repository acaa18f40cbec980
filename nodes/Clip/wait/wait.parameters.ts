import { z } from 'zod/v3';
import { amountSchema, type Choice, valueSchema, choiceSchema } from '../lib/schemas';
import { readNumber } from '../lib/values';
import {
	fromModel,
	type Parameter,
	defineParameter,
	type ShowConditions,
	defineWithDefault,
	defineWithToolVariant,
} from '../n8n/panel';
import { projectIdSchema } from '../service/rules/project';
import { DEFAULT_MAX_WAIT, SHORTEST_POLL_INTERVAL } from './rules/watch';
import type { WaitMode } from './rules/watchedItem';

/*
 * The parameters of several operations that wait for a project.
 */

/** By default the project of the node before; in a tool, the one that the model names. */
export const projectIdParameter = (show: ShowConditions) =>
	defineWithToolVariant(
		show,
		{
			displayName: 'Project ID',
			name: 'projectId',
			type: 'string',
			required: true,
			default: '={{ $json.projectId }}',
			placeholder: 'e.g. 20417733',
			description: 'The projectId from Create Clips',
			schema: projectIdSchema,
		},
		{
			default: fromModel(
				'Project_ID',
				'The projectId that was returned when the video was submitted: digits, exactly as they were',
			),
		},
	);

export const projectSchema = z.object({ projectId: projectIdSchema });

const WAIT_MODES = [
	{
		name: 'Pause the Execution',
		value: 'durable',
		description:
			'Uses almost no resources of n8n, and survives a restart. Checks every one to two minutes, later less often.',
	},
	{
		name: 'Keep It Running',
		value: 'inProcess',
		description:
			'Keeps a worker busy, and checks once per poll interval. A restart ends the execution, but not its projects.',
	},
] as const satisfies ReadonlyArray<Choice<WaitMode>>;

/** A year: long enough for every video, short enough to be a date. */
const LONGEST_MAX_WAIT_MINUTES = 525_600;

/** A Max Wait that is entered in minutes and read in milliseconds. */
export const maxWaitDeclaration = (minutes: number, description: string) => ({
	displayName: 'Max Wait (Minutes)',
	name: 'maxWait',
	type: 'number' as const,
	typeOptions: { minValue: 1 },
	default: minutes,
	description,
	schema: amountSchema('minutes', LONGEST_MAX_WAIT_MINUTES).transform((entered) => entered * 60_000),
});

/** If it is not added, {@link DEFAULT_MAX_WAIT} applies. */
const maxWaitOption = (minutes: number, description: string): Parameter<number | undefined> => {
	const { schema, ...declared } = maxWaitDeclaration(
		minutes,
		`How many minutes to wait at most. Without this option: ${description}.`,
	);
	return defineParameter({ ...declared, schema: schema.optional() });
};

const pollIntervalOption = (more = ''): Parameter<number> =>
	defineWithDefault({
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: SHORTEST_POLL_INTERVAL / 1000 },
		default: 30,
		description: `How long to wait between two checks of a project, in seconds; the service recommends 30${more}`,
		schema: valueSchema(
			(value) => {
				const milliseconds = (readNumber(value) ?? 0) * 1000;
				return milliseconds < SHORTEST_POLL_INTERVAL ? undefined : milliseconds;
			},
			`must be a number of seconds, ${SHORTEST_POLL_INTERVAL / 1000} at least`,
		),
	});

/** The options of an operation that waits while the execution keeps running. */
export const runningOptions = {
	maxWait: maxWaitOption(DEFAULT_MAX_WAIT.running, `${DEFAULT_MAX_WAIT.running}`),
	pollInterval: pollIntervalOption(),
};

/** The options of an operation that can pause the execution. */
export const pauseOptions = {
	maxWait: maxWaitOption(
		DEFAULT_MAX_WAIT.paused,
		`${DEFAULT_MAX_WAIT.paused} (24 hours) while the execution is paused, ${DEFAULT_MAX_WAIT.running} while it keeps running`,
	),
	pollInterval: pollIntervalOption('. While the execution is paused, checks are one minute apart or more.'),
	waitMode: defineWithDefault({
		displayName: 'Wait Mode',
		name: 'waitMode',
		type: 'options',
		options: [...WAIT_MODES],
		default: 'durable',
		description:
			'What n8n does while the service clips the video. The first item that waits decides for all.',
		displayOptions: { hide: { '@tool': [true] } },
		schema: choiceSchema(WAIT_MODES),
	}),
};
