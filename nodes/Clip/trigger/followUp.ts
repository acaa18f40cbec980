import type { Run } from '../n8n/run';
import type { Account } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { pollOnce } from '../wait/poll';
import { beginWatch, type WaitEnd } from '../wait/rules/step';

/** The usual delay between two queries, in milliseconds. But for tests by hand, later ones are longer: a call may be forged. */
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
	const ask = async () => await account.query(projectId, signal);
	let place: string | null = null;
	let watch = beginWatch({
		// A person who tests the trigger waits in front of it, and can call again.
		pacing: isByHand ? 'steady' : 'growing',
		pollInterval: SHORTEST_DELAY,
		maxWait,
		startedAt: Date.now(),
		isExpected: true,
	});
	try {
		for (;;) {
			const step = await pollOnce(watch, ask, signal);
			if ('end' in step) return step.end;
			({ watch } = step);
			const { lastFailure } = watch;
			const kind = lastFailure?.standing === 'unknownProject' ? 'unknown' : 'known';
			const next = `${kind} ${trigger}`;
			if (next === place) continue;
			const most = PLACES[kind];
			if ((waitCounts.get(next) ?? 0) >= most) return { kind: 'tooMany', most, lastFailure };
			if (place !== null) addWait(place, -1);
			addWait(next, 1);
			place = next;
		}
	} finally {
		if (place !== null) addWait(place, -1);
	}
}

function addWait(place: string, change: 1 | -1): void {
	const waiting = (waitCounts.get(place) ?? 0) + change;
	if (waiting > 0) waitCounts.set(place, waiting);
	else waitCounts.delete(place);
}
