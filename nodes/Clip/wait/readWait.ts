import type { IExecuteFunctions } from 'n8n-workflow';
import { checkProjectId } from '../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../service/rules/vocabulary';
import {
	accept,
	allAccepted,
	checkAmount,
	type Checked,
	checkOption,
	problemsIn,
	refuse,
} from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { readId, readNumber, shown } from '../lib/values';
import type { PollingPolicy } from './rules/polling';
import type { WaitingItem } from './rules/watching';
import { WAIT_DEFAULTS, WAIT_MODES } from './wait.fields';

/** Checks the project ID, poll interval and Max Wait of an input item. */
export function checkProject(
	context: IExecuteFunctions,
	itemIndex: number,
	options: JsonObject,
): Checked<Omit<WaitingItem, 'account'>> {
	const checks = {
		projectId: checkProjectId(context.getNodeParameter('projectId', itemIndex)),
		policy: checkPolicy(options),
	};
	if (!allAccepted(checks)) return { ok: false, problems: problemsIn(checks) };
	const projectId = checks.projectId.value;
	const { status, clipCount, projectId: inItem } = context.getInputData()[itemIndex]?.json ?? {};
	const isKnownEmpty = status === 'ready' && clipCount === 0 && readId(inItem) === projectId;
	return accept({ itemIndex, projectId, policy: checks.policy.value, isKnownEmpty });
}

/** One of {@link WAIT_MODES}. */
export type WaitMode = (typeof WAIT_MODES)[number];

/** Checks 'Wait Mode'. */
export const checkWaitMode = ({ waitMode = 'durable' }: JsonObject): Checked<WaitMode> =>
	checkOption('waitMode', waitMode, WAIT_MODES);

/** A year: long enough for every video, short enough to be a date. */
const LONGEST_MAX_WAIT_MINUTES = 525_600;

/** Checks poll interval and Max Wait. The poll interval is cut to Max Wait. */
export function checkPolicy(options: JsonObject): Checked<PollingPolicy> {
	const { pollInterval = WAIT_DEFAULTS.pollInterval, maxWait } = options;
	const seconds = readNumber(pollInterval);
	if (seconds === undefined || seconds * 1000 < SHORTEST_POLL_INTERVAL) {
		return refuse(
			'pollInterval',
			`must be at least ${SHORTEST_POLL_INTERVAL / 1000} seconds, but is ${shown(pollInterval)}`,
		);
	}
	const wait = readMaxWait(maxWait, WAIT_DEFAULTS.maxWait);
	if (!wait.ok) return wait;
	const longestPause = Math.max(wait.value, SHORTEST_POLL_INTERVAL);
	return accept({ pollInterval: Math.min(seconds * 1000, longestPause), maxWait: wait.value });
}

/**
 * Reads how long to wait at most.
 *
 * @param maxWait - minutes, as the user entered them
 * @param fallback - minutes when the user entered none
 * @returns milliseconds
 */
export function readMaxWait(maxWait: unknown, fallback: number): Checked<number> {
	const minutes = checkAmount('maxWait', maxWait ?? fallback, 'minutes', LONGEST_MAX_WAIT_MINUTES);
	return minutes.ok ? accept(minutes.value * 60_000) : minutes;
}
