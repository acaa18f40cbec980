import type { Run } from '../n8n/run';
import type { Account } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { askWhenDue } from '../wait/poll';
import { beginWatch, type WaitEnd, type Watch } from '../wait/rules/step';

/**
 * From one query to the next, in milliseconds. A project that is not ready soon is asked for ever more rarely: the service calls when
 * clips are ready, so a call for one that is not may be forged.
 */
const SHORTEST_PAUSE = 10_000;

/**
 * How many executions of a trigger wait at once in this process, whatever they were called for: forged calls must not fill n8n with
 * executions that wait. Those whose project the service does not know have places of their own.
 */
const PLACES = { known: 10, unknown: 5 };
export const MOST_WAITS = PLACES.known;

/** The executions that wait, by trigger and kind of place. */
const waitsByPlace = new Map<string, number>();

/** How the wait for the project of a call ended; `tooMany`: as many executions of the trigger wait as may. */
type CallEnd = WaitEnd | { kind: 'tooMany'; lastFailure: FailedAnswer | null };

/**
 * Asks the service for the project of a call until its wait is over.
 *
 * @param maxWait - for how many milliseconds to ask
 */
export async function followUp(
	{ context, signal }: Run,
	account: Account,
	projectId: string,
	maxWait: number,
): Promise<CallEnd> {
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	let place: Place | null = null;
	try {
		const policy = {
			pacing: 'growing',
			pollInterval: SHORTEST_PAUSE,
			maxWait,
		} as const satisfies Partial<Watch>;
		for (let watch = beginWatch({ ...policy, startedAt: Date.now(), isExpected: true }); ; ) {
			const step = await askWhenDue(watch, async () => await account.query(projectId), signal);
			if ('end' in step) return step.end;
			({ watch } = step);
			const { lastFailure } = watch;
			const unknown = lastFailure?.standing === 'unknown' ? lastFailure : null;
			const next = changePlace(place, { trigger, kind: unknown === null ? 'known' : 'unknown' });
			if (next === null) {
				return unknown === null ? { kind: 'tooMany', lastFailure } : { kind: 'failed', failure: unknown };
			}
			place = next;
		}
	} finally {
		if (place !== null) leavePlace(place);
	}
}

/** A place of an execution that waits. */
interface Place {
	trigger: string;
	kind: keyof typeof PLACES;
}

const waitsAt = ({ trigger, kind }: Place): number => waitsByPlace.get(`${kind} ${trigger}`) ?? 0;

/** Gives one place up for another; null where that is not free. */
function changePlace(from: Place | null, to: Place): Place | null {
	if (from?.kind === to.kind) return from;
	if (waitsAt(to) >= PLACES[to.kind]) return null;
	if (from !== null) leavePlace(from);
	waitsByPlace.set(`${to.kind} ${to.trigger}`, waitsAt(to) + 1);
	return to;
}

function leavePlace(place: Place): void {
	const others = waitsAt(place) - 1;
	const key = `${place.kind} ${place.trigger}`;
	if (others > 0) waitsByPlace.set(key, others);
	else waitsByPlace.delete(key);
}
