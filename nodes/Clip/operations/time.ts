import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isParkedForGood } from '../transport/host';
import { readMemory, takeOver } from '../transport/parking';

/** The pause before the first look at the node's own execution, in milliseconds; later ones double. */
const FIRST_PAUSE = 5 * 60_000;

/** How long after the deadline of the wait the timer ends, in milliseconds: the node's other helpers come first. */
const GRACE = 6 * 60_000;

/**
 * Time: the work of the timer that a durable wait starts; users cannot choose it. Should the other helpers get lost without
 * n8n noticing, because somebody deletes their executions, say, the end of the timer makes n8n wake the node. It
 * looks now and then whether the node still waits, and ends early when it does not.
 *
 * @param context - the running timer
 * @returns the items on the first output while it waits, on the second one when it is over
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const known = readMemory(context);
	const { watched, parent = '' } = known ?? takeOver(context);
	const since = Math.min(...watched.map(({ state }) => state.startedAt));
	const until = GRACE + Math.max(...watched.map(({ state, policy }) => state.startedAt + policy.maxWait));
	const now = Date.now();
	const over = now >= until || (known !== null && !(await isParkedForGood(context, parent)));
	if (over) return [[], items];
	await context.putExecutionToWait(new Date(Math.min(now + Math.max(FIRST_PAUSE, now - since), until)));
	return [items, []];
}
