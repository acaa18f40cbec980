import type { NodeExecution } from '../n8n/nodeExecution';
import type { Account } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { pollProject } from '../wait/poll';
import { beginWatch, type Watch, type WatchEnd } from '../wait/rules/watch';

/** The first delay between two queries, in milliseconds. Except by hand, later ones are longer: a call may be forged. */
const SHORTEST_DELAY = 10_000;

/**
 * How many executions of a trigger may wait at once in this process: forged calls must not fill n8n with them. Those whose project the
 * service does not know are counted by themselves.
 */
const MOST_WAITING = { known: 10, unknown: 5 };

/** How many executions wait, by trigger and by whether the service knows their projects. */
const waitingCounts = new Map<string, number>();

/** `most` executions of the trigger wait already. */
interface TooManyWaits {
	state: 'tooManyWaits';
	most: number;
	lastFailure: FailedAnswer | null;
}

export type CallEnd = WatchEnd | TooManyWaits;

/** @param maxWait - in milliseconds */
export async function pollCalledProject(
	{ context, signal, isManual }: NodeExecution,
	account: Account,
	projectId: string,
	maxWait: number,
): Promise<CallEnd> {
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	let countedAs: string | null = null;
	const leavePlace = () => {
		if (countedAs !== null) countWaiting(countedAs, -1);
		countedAs = null;
	};
	const takePlace = ({ lastFailure }: Watch): TooManyWaits | null => {
		const kind = lastFailure?.standing === 'unknownProject' ? 'unknown' : 'known';
		const name = `${kind} ${trigger}`;
		if (name === countedAs) return null;
		const most = MOST_WAITING[kind];
		if ((waitingCounts.get(name) ?? 0) >= most) return { state: 'tooManyWaits', most, lastFailure };
		leavePlace();
		countWaiting(name, 1);
		countedAs = name;
		return null;
	};
	const watch = beginWatch({
		// A person who tests the trigger waits in front of it, and can call again.
		patience: isManual ? 'steady' : 'growing',
		pollInterval: SHORTEST_DELAY,
		maxWait,
		startedAt: Date.now(),
		mustBeKnown: true,
	});
	try {
		return await pollProject(watch, { account, projectId }, signal, { refuseWait: takePlace });
	} finally {
		leavePlace();
	}
}

function countWaiting(name: string, change: 1 | -1): void {
	const waiting = (waitingCounts.get(name) ?? 0) + change;
	if (waiting > 0) waitingCounts.set(name, waiting);
	else waitingCounts.delete(name);
}
