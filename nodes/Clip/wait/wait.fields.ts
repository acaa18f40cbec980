import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkProjectId } from '../interface/project';
import { type Checked, problemsIn, refuse } from '../values/checked';
import type { PollingPolicy } from './rules/polling';
import { SHORTEST_POLL_INTERVAL } from '../interface/vocabulary';
import { readCollection, readOption } from '../n8n/parameters';
import { fromModel, inNode, type Shown, toolDescription, twins } from '../n8n/toolFields';
import { isUnset, readNumber, shown } from '../values/values';

/** An input item that names a project and passed all checks. */
export interface ProjectItem {
	itemIndex: number;
	projectId: string;
	policy: PollingPolicy;
}

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

/** Checks the project ID and the wait options of an input item. */
export function checkProject(context: IExecuteFunctions, itemIndex: number): Checked<ProjectItem> {
	const projectId = checkProjectId(context.getNodeParameter('projectId', itemIndex));
	const policy = readPolicy(context, itemIndex);
	return projectId.ok && policy.ok
		? { ok: true, value: { itemIndex, projectId: projectId.value, policy: policy.value } }
		: { ok: false, problems: problemsIn([projectId, policy]) };
}

/** How to wait. */
const WAIT_MODES = ['durable', 'inProcess'] as const;

/** One of {@link WAIT_MODES}. */
export type WaitMode = (typeof WAIT_MODES)[number];

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
	// Agents cannot be parked.
	displayOptions: inNode(show),
});

/** Reads how to wait. */
export function readWaitMode(context: IExecuteFunctions, itemIndex: number): Checked<WaitMode> {
	return readOption(context, waitModeField({}), itemIndex, WAIT_MODES);
}

const DEFAULT_INTERVAL_SECONDS = 30;
const DEFAULT_WAIT_MINUTES = 120;

/** A year: long enough for every video, short enough to be a date. */
const LONGEST_WAIT_MINUTES = 525_600;

const INTERVAL = 'The shortest time between two status checks; the service recommends 30.';
const INTERVAL_OF_PAUSES = "With 'Pause the Execution', checks are one minute apart or more.";

/**
 * The parameter that bounds a wait; {@link readMaxWait} reads it.
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
			DEFAULT_WAIT_MINUTES,
			'How many minutes to wait at most. Clipping takes from a few minutes to more than an hour, depending on length and resolution.',
		),
		{
			displayName: 'Poll Interval (Seconds)',
			name: 'pollInterval',
			type: 'number',
			typeOptions: { minValue: SHORTEST_POLL_INTERVAL / 1000 },
			default: DEFAULT_INTERVAL_SECONDS,
			description: mayPause ? `${INTERVAL} ${INTERVAL_OF_PAUSES}` : INTERVAL,
		},
	],
});

/** Reads how patiently to wait. */
export function readPolicy(context: IExecuteFunctions, itemIndex: number): Checked<PollingPolicy> {
	const options = readCollection(context, waitOptions({}), itemIndex);
	if (!options.ok) return options;
	const { pollInterval, maxWait } = options.value;
	const seconds = isUnset(pollInterval) ? DEFAULT_INTERVAL_SECONDS : readNumber(pollInterval);
	if (seconds === undefined || seconds * 1000 < SHORTEST_POLL_INTERVAL) {
		return refuse(
			'pollInterval',
			`must be at least ${SHORTEST_POLL_INTERVAL / 1000} seconds, but is ${shown(pollInterval)}`,
		);
	}
	const wait = readMaxWait(maxWait, DEFAULT_WAIT_MINUTES);
	if (!wait.ok) return wait;
	// A pause longer than the whole wait would only overrun it.
	const longestPause = Math.max(wait.value, SHORTEST_POLL_INTERVAL);
	return {
		ok: true,
		value: { pollInterval: Math.min(seconds * 1000, longestPause), maxWait: wait.value },
	};
}

/**
 * Reads how long to wait at most.
 *
 * @param maxWait - minutes, as the user entered them
 * @param fallback - minutes when the user entered none
 * @returns milliseconds
 */
export function readMaxWait(maxWait: unknown, fallback: number): Checked<number> {
	const minutes = isUnset(maxWait) ? fallback : readNumber(maxWait);
	if (minutes === undefined || minutes <= 0 || minutes > LONGEST_WAIT_MINUTES) {
		return refuse(
			'maxWait',
			`must be a number of minutes above 0 and at most ${LONGEST_WAIT_MINUTES}, but is ${shown(maxWait)}`,
		);
	}
	return { ok: true, value: minutes * 60_000 };
}

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
