import type { INodeProperties } from 'n8n-workflow';
import { SHORTEST_POLL_INTERVAL } from '../service/rules/vocabulary';
import { fromModel, inNode, type Shown, toolDescription, twins } from '../n8n/toolFields';

const projectIdField: INodeProperties = {
	displayName: 'Project ID',
	name: 'projectId',
	type: 'string',
	required: true,
	default: '={{ $json.projectId }}',
	placeholder: 'e.g. 20417733',
	description: 'The project, as Create returned it',
};

/**
 * The parameter that names a project: that of the node before it, or in a tool the one that the model names.
 *
 * @param show - when the panel shows it
 */
export const projectIdFields = (show: Shown): INodeProperties[] =>
	Object.values(
		twins(projectIdField, show, {
			default: fromModel(
				'Project_ID',
				'The projectId that was returned when the video was submitted: digits, exactly as they were',
			),
		}),
	);

/**
 * The parameter that chooses how to wait.
 *
 * @param show - when the panel shows it
 */
export const waitModeField = (show: Shown): INodeProperties => ({
	displayName: 'Wait Mode',
	name: 'waitMode',
	type: 'options',
	options: [
		{
			name: 'Pause the Execution',
			value: 'durable',
			description:
				'Needs almost nothing of n8n while it waits, and survives a restart of n8n. Checks the status every one to two minutes, later less often.',
		},
		{
			name: 'Keep It Running',
			value: 'inProcess',
			description:
				'In queue mode, blocks a place of a worker. Checks the status once per poll interval. If n8n restarts, the execution ends; then use Get with the project ID.',
		},
	],
	default: 'durable',
	description: 'What happens to the execution while the service clips the video',
	hint: 'Next, add Clip: Get. It gives one item for each clip.',
	// Agents cannot be paused.
	displayOptions: inNode(show),
});

/** How patiently to wait when the user does not say. */
export const WAIT_DEFAULTS = { maxWait: 120, pollInterval: 30 };

const { pollInterval } = WAIT_DEFAULTS;

const INTERVAL = 'The shortest time between two status checks; the service recommends 30.';
const INTERVAL_OF_PAUSES = "With 'Pause the Execution', checks are one minute apart or more.";

/**
 * The parameter that bounds a wait.
 *
 * @param minutes - its default
 */
export const maxWaitField = (minutes: number, description: string): INodeProperties => ({
	displayName: 'Max Wait (Minutes)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: minutes,
	description,
});

/**
 * How patiently to wait, for every operation that waits.
 *
 * @param displayOptions - when the panel shows it
 * @param mayPause - whether the operation can pause the execution, which takes longer between checks
 */
export const waitOptions = (
	displayOptions: INodeProperties['displayOptions'],
	mayPause = true,
): INodeProperties => ({
	displayName: 'Wait Options',
	name: 'waitOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions,
	options: [
		maxWaitField(
			WAIT_DEFAULTS.maxWait,
			'How many minutes to wait at most. Clipping takes from a few minutes to more than an hour, depending on length and resolution.',
		),
		{
			displayName: 'Poll Interval (Seconds)',
			name: 'pollInterval',
			type: 'number',
			typeOptions: { minValue: SHORTEST_POLL_INTERVAL / 1000 },
			default: pollInterval,
			description: mayPause ? `${INTERVAL} ${INTERVAL_OF_PAUSES}` : INTERVAL,
		},
	],
});

const showOnlyForWait = { operation: ['wait'] };

/** The parameters of the Wait operation. */
export const description: INodeProperties[] = [
	toolDescription(
		'wait',
		'Waits until the clips of a project are ready, which can take from minutes to hours, and returns the project with its best clips.',
	),
	...projectIdFields(showOnlyForWait),
	waitModeField(showOnlyForWait),
	waitOptions({ show: showOnlyForWait }),
];
