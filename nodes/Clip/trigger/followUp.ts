import type { IExecuteFunctions } from 'n8n-workflow';
import { sleepUntil } from '../n8n/sleepUntil';
import { stopController } from '../n8n/execution';
import type { Account } from '../service/accounts';
import { type FailedAnswer, isSuccess } from '../service/rules/answer';
import { jitterAfter } from '../service/queries';
import { nextStep, initialState, type WaitResult } from '../wait/rules/polling';

/**
 * From one query to the next: 10 s, or half of the time waited so far, so that a project that is not ready soon is asked for ever
 * more rarely. The service calls when clips are ready, so a call for a project that is not ready may be forged.
 */
const PAUSE = { shortest: 10_000, growth: 0.5 };

/**
 * How many executions of a trigger wait at once in this process, whatever they were called for: forged calls must not fill n8n with
 * executions that wait. Those whose project the service does not know have places of their own.
 */
const PLACES = { known: 10, unknown: 5 };
export const MOST_WAITS = PLACES.known;

/** For how long a project is asked for that the service does not know, although it has called for it, in milliseconds. */
const UNKNOWN_FOR = 60_000;

/** The executions that wait, by trigger and kind of place. */
const waits = new Map<string, number>();

/** How the wait for the project of a call ended; `tooMany`: as many executions of the trigger wait as may. */
type CallResult = WaitResult | { kind: 'tooMany'; lastFailure: FailedAnswer | null };

/**
 * Asks the service for the project of a call until its wait is over.
 *
 * @param maxWait - for how many milliseconds to ask
 */
export async function followUp(
	context: IExecuteFunctions,
	account: Account,
	projectId: string,
	maxWait: number,
): Promise<CallResult> {
	const { signal } = stopController(context);
	const isStopped = (): boolean => signal.aborted;
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	let place: Place | null = null;
	try {
		for (let state = initialState(Date.now(), true); ; ) {
			const answer = await account.query(projectId);
			if (isStopped()) return { kind: 'stopped' };
			const now = Date.now();
			const pollInterval = Math.max(PAUSE.shortest, (now - state.startedAt) * PAUSE.growth);
			const step = nextStep(state, answer, now, { pollInterval, maxWait });
			const failure = isSuccess(answer) ? null : answer;
			const unknown = failure?.standing === 'unknown' ? failure : null;
			if ('result' in step) return unknown === null ? step.result : { kind: 'failed', failure: unknown };
			({ state } = step);
			const isLong = now - state.misses.since >= UNKNOWN_FOR;
			const next = move(place, { trigger, kind: unknown === null ? 'known' : 'unknown' });
			if (unknown !== null && (next === null || isLong)) return { kind: 'failed', failure: unknown };
			if (next === null) return { kind: 'tooMany', lastFailure: failure };
			place = next;
			// The last query comes at the end of Max Wait.
			const end = Math.max(state.startedAt + maxWait, now + PAUSE.shortest);
			const jitter = jitterAfter(answer, Math.min(step.askAt - now, PAUSE.shortest));
			await sleepUntil(Math.min(step.askAt + jitter, end), signal);
			if (isStopped()) return { kind: 'stopped' };
		}
	} finally {
		if (place !== null) leave(place);
	}
}

/** A place of an execution that waits. */
interface Place {
	trigger: string;
	kind: keyof typeof PLACES;
}

const waitsAt = ({ trigger, kind }: Place): number => waits.get(`${kind} ${trigger}`) ?? 0;

/** Gives one place up for another; null where that is not free. */
function move(from: Place | null, to: Place): Place | null {
	if (from?.kind === to.kind) return from;
	if (waitsAt(to) >= PLACES[to.kind]) return null;
	if (from !== null) leave(from);
	waits.set(`${to.kind} ${to.trigger}`, waitsAt(to) + 1);
	return to;
}

function leave(place: Place): void {
	const others = waitsAt(place) - 1;
	const key = `${place.kind} ${place.trigger}`;
	if (others > 0) waits.set(key, others);
	else waits.delete(key);
}
