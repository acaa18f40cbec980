import type { INodeProperties } from 'n8n-workflow';
import type { Choice } from '../lib/fields';
import { SHORTEST_POLL_INTERVAL } from '../service/rules/vocabulary';
import { USUAL_WAIT } from './rules/step';
import { fromModel, optionsCollection, type Shown, toolDescription, twins } from '../n8n/toolFields';

const projectIdField: INodeProperties = {
	displayName: 'Project ID',
	name: 'projectId',
	type: 'string',
	required: true,
	default: '={{ $json.projectId }}',
	placeholder: 'e.g. 20417733',
	description: 'The project, as Create returned it',
};

/** The parameter that names a project: that of the node before it, or in a tool the one that the model names. */
export const projectIdFields = (show: Shown): INodeProperties[] =>
	Object.values(
		twins(projectIdField, show, {
			default: fromModel(
				'Project_ID',
				'The projectId that was returned when the video was submitted: digits, exactly as they were',
			),
		}),
	);

/** `durable`: pause the execution. `inProcess`: keep it running, as a tool always does. */
export const WAIT_MODES = [
	{
		name: 'Pause the Execution',
		value: 'durable',
		description: 'Uses almost no resources of n8n while it waits, and survives a restart of n8n',
	},
	{
		name: 'Keep It Running',
		value: 'inProcess',
		description: 'Checks once per poll interval. A restart of n8n ends the execution.',
	},
] as const satisfies ReadonlyArray<Choice<string>>;

/** Seconds and mode, when the user enters none. */
export const WAIT_DEFAULTS = { pollInterval: 30, waitMode: 'durable' } as const;

const { pollInterval: interval, waitMode } = WAIT_DEFAULTS;

const waitModeField: INodeProperties = {
	displayName: 'Wait Mode',
	name: 'waitMode',
	type: 'options',
	options: [...WAIT_MODES],
	default: waitMode,
	description:
		"What happens to the execution while the service clips the video. 'Pause the Execution' checks every one to two minutes, later less often. 'Keep It Running' keeps a worker of n8n busy in queue mode; after a restart, execute again. Only the first item's value is used.",
	displayOptions: { hide: { '@tool': [true] } },
};

export const maxWaitField = (minutes: number, description: string): INodeProperties => ({
	displayName: 'Max Wait (Minutes)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: minutes,
	description,
});

const howLong = 'How many minutes to wait at most. If you do not add this option,';

const pollInterval: INodeProperties = {
	displayName: 'Poll Interval (Seconds)',
	name: 'pollInterval',
	type: 'number',
	typeOptions: { minValue: SHORTEST_POLL_INTERVAL / 1000 },
	default: interval,
	description: 'The shortest time between two status checks; the service recommends 30',
};

/** The options of an operation that waits while the execution keeps running. */
export const pollingOptions: readonly INodeProperties[] = [
	maxWaitField(USUAL_WAIT.running, `${howLong} ${USUAL_WAIT.running}.`),
	pollInterval,
];

/** The options of an operation that can pause the execution. */
export const pauseOptions: readonly INodeProperties[] = [
	maxWaitField(
		USUAL_WAIT.paused,
		`${howLong} ${USUAL_WAIT.paused} (24 hours) while the execution is paused, ${USUAL_WAIT.running} while it keeps running.`,
	),
	{
		...pollInterval,
		description: `${pollInterval.description}. While the execution is paused, checks are one minute apart or more.`,
	},
	waitModeField,
];

const showOnlyForWait = { operation: ['wait'] };

const optionsField = optionsCollection(showOnlyForWait, pauseOptions);

export const description: INodeProperties[] = [
	toolDescription(
		'wait',
		'Waits until the clips of a project are ready, which takes from a few minutes to more than an hour, and returns the project with its best clips.',
	),
	...projectIdFields(showOnlyForWait),
	optionsField,
];
