import { z } from 'zod/v3';
import {
	type Answer,
	EMPTY_ANSWERS_ASKED_AGAIN,
	type FailedAnswer,
	isSuccess,
	MISS_PAUSES,
} from '../../service/rules/answer';
import { isServiceCode } from '../../service/rules/failureKind';
import type { Project } from '../../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import { isJsonObject } from '../../lib/json';

/*
 * Policy and state are stored with paused executions, which an update of this package may find: whoever changes them raises the version
 * in `pausedWait.ts`.
 */

/** How a project is waited for. Times in milliseconds. */
export type PollingPolicy = z.output<typeof pollingPolicy>;

export const pollingPolicy = z.object({
	/** From one query to the next; 30 s is what the interface recommends. */
	pollInterval: z.number().min(SHORTEST_POLL_INTERVAL),
	/** From the start to giving up; the last query may come up to one interval later. */
	maxWait: z.number(),
});

/** What is remembered of one project while it is waited for. */
export type WaitState = z.output<typeof waitState>;

export const waitState = z.object({
	/** Since when it is waited for, epoch milliseconds. */
	startedAt: z.number(),
	/** Whether the service must know the project: this execution has submitted it, or the service has called for it. */
	isExpected: z.boolean(),
	/** Whether the service has answered in this wait, be it to the submission: what stands in its way later is likely to pass. */
	hasAnswered: z.boolean(),
	/** Answers "finished, no clips" since the project was last seen processing; failures do not count. */
	emptyAnswers: z.number(),
	/** Answers in a row that bring the wait no further, and when the first of them came. What passes by itself does not count. */
	misses: z.object({ count: z.number(), since: z.number() }),
	/** The last answer, if it gave no project. We wrote it ourselves: a `kind` is enough to recognise it. */
	lastFailure: z
		.custom<FailedAnswer>((value) => isJsonObject(value) && typeof value.kind === 'string')
		.nullable(),
});

/** How many answers in a row may bring a wait no further before it ends with the last of them. */
const MOST_MISSES = 5;

/** For how long half a JSON is asked for again at least, in milliseconds: whoever has broken it may mend it. */
const BROKEN_FOR = 10 * 60_000;

export type WaitResult =
	/** `idInAnswer`: what the answer calls the project, see {@link Answer}. */
	| { kind: 'ready'; project: Project; idInAnswer: string | null }
	| { kind: 'failed'; failure: FailedAnswer }
	| { kind: 'timedOut'; waitedMs: number; lastFailure: FailedAnswer | null }
	/** The person stopped the execution, or another item ended it. */
	| { kind: 'stopped' }
	/** Still processing, and the user chose not to wait. */
	| { kind: 'processing' };

/** What to do after an answer: stop with a result, or ask again at a time (epoch milliseconds). */
type NextStep = { result: WaitResult } | { askAt: number; state: WaitState };

/** @param isExpected - whether the service must know the project */
export const initialState = (now: number, isExpected: boolean): WaitState => ({
	startedAt: now,
	isExpected,
	hasAnswered: isExpected,
	emptyAnswers: 0,
	misses: { count: 0, since: now },
	lastFailure: null,
});

/**
 * Decides after the answer to a query whether the wait is over, and else when to ask again. Final answers end it at
 * once; temporary ones are waited out until the limit (field notes, Query).
 *
 * @param now - epoch milliseconds at which it came
 */
export function nextStep(state: WaitState, answer: Answer, now: number, policy: PollingPolicy): NextStep {
	const failure = isSuccess(answer) ? null : answer;
	const standing = failure === null ? 'passes' : standingIn(state, failure);
	const empty = isSuccess(answer) && answer.kind === 'ready' && answer.project.clipCount === 0;
	const count = standing === 'misses' ? state.misses.count + 1 : 0;
	const next: WaitState = {
		startedAt: state.startedAt,
		isExpected: state.isExpected,
		hasAnswered: state.hasAnswered || failure === null || isServiceCode(failure.code),
		emptyAnswers: empty ? state.emptyAnswers + 1 : failure === null ? 0 : state.emptyAnswers,
		misses: { count, since: count > 1 ? state.misses.since : now },
		lastFailure: failure,
	};
	const isFinal = standing === 'final' || (failure !== null && isBelieved(failure, next, now));
	if (failure !== null && isFinal) return { result: { kind: 'failed', failure } };

	const waitedMs = now - state.startedAt;
	const isOver = waitedMs >= policy.maxWait;
	// If Max Wait ends before the extra queries, "finished, no clips" counts as ready.
	const isReady = !empty || isOver || next.emptyAnswers > EMPTY_ANSWERS_ASKED_AGAIN;
	if (isSuccess(answer) && answer.kind === 'ready' && isReady) {
		return { result: { kind: 'ready', project: answer.project, idInAnswer: answer.idInAnswer } };
	}
	if (isOver) return { result: { kind: 'timedOut', waitedMs, lastFailure: failure } };
	return { askAt: now + pauseAfter(failure, count, policy), state: next };
}

/** What a failure means for a wait: it passes by itself, or brings it no further, or ends it. */
function standingIn(
	{ hasAnswered, isExpected }: WaitState,
	{ standing }: FailedAnswer,
): 'passes' | 'misses' | 'final' {
	switch (standing) {
		case 'absent':
			return hasAnswered ? 'passes' : 'misses';
		case 'unsure':
			return 'misses';
		// Believed at once where the service itself has not been heard.
		case 'refused':
			return hasAnswered ? 'misses' : 'final';
		case 'unknown':
			return isExpected ? 'misses' : 'final';
		default:
			return standing;
	}
}

/** Whether answers that bring a wait no further have come often enough. */
function isBelieved({ standing, isBroken }: FailedAnswer, { misses }: WaitState, now: number): boolean {
	if (isBroken && now - misses.since < BROKEN_FOR) return false;
	return standing === 'unknown' ? misses.count > MOST_MISSES : misses.count >= MOST_MISSES;
}

function pauseAfter(failure: FailedAnswer | null, misses: number, { pollInterval }: PollingPolicy): number {
	const isSoon = failure?.hindrance === 'credential' || failure?.standing === 'unknown';
	return (isSoon ? MISS_PAUSES[misses - 1] : undefined) ?? pollInterval;
}
