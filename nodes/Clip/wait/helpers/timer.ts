import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { endOfWait } from '../rules/watch';
import { readMemory, takeOver } from './park';
import { unknownOperation } from '../../n8n/failures';

/** How long after the end of the wait the timer ends, in milliseconds: the other helpers come first. */
const GRACE = 6 * 60_000;

/** A timer that comes back later than this stood still with all of n8n, and leaves the others as much time again. */
const LATE = 60_000;

/**
 * Time: the work of the timer that a durable wait starts; users cannot choose it. Should the other helpers get lost without
 * n8n noticing, because somebody deletes their executions, say, the end of the timer makes n8n wake the node.
 *
 * @returns the items on the first output while it waits, on the second one when it is over
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const known = readMemory(context);
	const watch = known ?? takeOver(context);
	if (watch === null) throw unknownOperation(context);
	const until = endOfWait(watch.watched) + GRACE;
	const now = Date.now();
	if (known !== null && now - until < LATE) return [[], items];
	// Anything later than the end counts as late once only.
	const again = known !== null && context.getContext('node').again === true;
	if (again) return [[], items];
	context.getContext('node').again = known !== null;
	await context.putExecutionToWait(new Date(Math.max(until, now + GRACE)));
	return [items, []];
}
