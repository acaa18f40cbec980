import type { Run } from '../n8n/run';
import type { Account } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { poll } from '../wait/poll';
import { beginWatch, type WaitEnd, type Watch } from '../wait/rules/step';

/** The first pause between two queries, in milliseconds. But for tests by hand, later ones grow: a call may be forged. */
const SHORTEST_DELAY = 10_000;

/**
 * How many executions of a trigger may wait at once in this process: forged calls must not fill n8n with them. Those whose project the
 * service does not know have places of their own.
 */
const PLACES = { known: 10, unknown: 5 };

/** How many executions wait, by kind of place and trigger. */
const waitCounts = new Map<string, number>();

/** `tooMany`: `most` executions of the trigger wait already. */
export type CallEnd = WaitEnd | { kind: 'tooMany'; most: number; lastFailure: FailedAnswer | null };

/** @param maxWait - in milliseconds */
export async function followUp(
	{ context, signal, isByHand }: Run,
	account: Account,
	projectId: string,
	maxWait: number,
): Promise<CallEnd> {
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	let place: string | null = null;
	const moveTo = (next: string | null): void => {
		if (place !== null) addWait(place, -1);
		if (next !== null) addWait(next, 1);
		place = next;
	};
	const takePlaceOrEnd = ({ lastFailure }: Watch): CallEnd | null => {
		const kind = lastFailure?.standing === 'unknownProject' ? 'unknown' : 'known';
		const next = `${kind} ${trigger}`;
		if (next === place) return null;
		const most = PLACES[kind];
		if ((waitCounts.get(next) ?? 0) >= most) return { kind: 'tooMany', most, lastFailure };
		moveTo(next);
		return null;
	};
	const watch = beginWatch({
		// A person who tests the trigger waits in front of it, and can call again.
		pacing: isByHand ? 'steady' : 'growing',
		pollInterval: SHORTEST_DELAY,
		maxWait,
		startedAt: Date.now(),
		isExpected: true,
	});
	const ask = async () => await account.query(projectId, signal);
	return await poll(watch, ask, signal, takePlaceOrEnd).finally(() => moveTo(null));
}

function addWait(place: string, change: 1 | -1): void {
	const waiting = (waitCounts.get(place) ?? 0) + change;
	if (waiting > 0) waitCounts.set(place, waiting);
	else waitCounts.delete(place);
}
