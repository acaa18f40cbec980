import { z } from 'zod/v3';
import {
	type Answer,
	EMPTY_ANSWERS_ASKED_AGAIN,
	type Failure,
	isSuccess,
	mayChangeSoon,
} from '../../service/rules/answer';
import type { Project } from '../../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import { isJsonObject } from '../../lib/json';

/*
 * Policy and state are stored with paused executions, which an update of this package may find: a change must still read what was
 * stored before.
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
	/** Answers "finished, no clips" since the project was last seen processing; failures do not count. */
	emptyAnswers: z.number(),
	/** Answers in no known shape in a row. */
	unreadableAnswers: z.number(),
	/** Answers in a row that said nothing of the clips: failures, and "finished, no clips". */
	inconclusiveAnswers: z.number(),
	/** The last answer, if it gave no project. We wrote it ourselves: an `outcome` is enough to recognise it. */
	lastFailure: z
		.custom<Failure>((value) => isJsonObject(value) && typeof value.outcome === 'string')
		.nullable(),
});

/** How many answers in a row may be in no known shape before the wait ends with what came. */
const MOST_UNREADABLE_ANSWERS = 5;

/** How a wait ends. */
export type WaitResult =
	/** `idInAnswer`: what the answer calls the project, see {@link Answer}. */
	| { end: 'ready'; project: Project; idInAnswer: string | null }
	| { end: 'failed'; failure: Failure }
	| { end: 'timedOut'; waitedMs: number; lastFailure: Failure | null }
	/** The person stopped the execution, or another item ended it. */
	| { end: 'stopped' }
	/** Still processing, and the user chose not to wait. */
	| { end: 'processing' };

/** What to do after an answer: stop with a result, or ask again at a time (epoch milliseconds). */
type NextStep = { result: WaitResult } | { askAt: number; state: WaitState };

/** The state before the first query. */
export const startWaiting = (now: number): WaitState => ({
	startedAt: now,
	emptyAnswers: 0,
	unreadableAnswers: 0,
	inconclusiveAnswers: 0,
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
	const empty = isSuccess(answer) && answer.outcome === 'ready' && answer.project.clipCount === 0;
	const next: WaitState = {
		startedAt: state.startedAt,
		emptyAnswers: empty ? state.emptyAnswers + 1 : failure === null ? 0 : state.emptyAnswers,
		unreadableAnswers: failure?.outcome === 'unreadable' ? state.unreadableAnswers + 1 : 0,
		inconclusiveAnswers: failure !== null || empty ? state.inconclusiveAnswers + 1 : 0,
		lastFailure: failure,
	};
	if (failure !== null && isFinal(failure, next)) return { result: { end: 'failed', failure } };

	const waitedMs = now - state.startedAt;
	const isOver = waitedMs >= policy.maxWait;
	// If Max Wait ends before the extra queries, "finished, no clips" counts as ready.
	const isBelieved = !empty || isOver || next.emptyAnswers > EMPTY_ANSWERS_ASKED_AGAIN;
	if (isSuccess(answer) && answer.outcome === 'ready' && isBelieved) {
		return { result: { end: 'ready', project: answer.project, idInAnswer: answer.idInAnswer } };
	}
	if (isOver) return { result: { end: 'timedOut', waitedMs, lastFailure: failure } };
	return { askAt: now + policy.pollInterval, state: next };
}

function isFinal(failure: Failure, state: WaitState): boolean {
	if (mayChangeSoon(failure)) return false;
	return failure.outcome !== 'unreadable' || state.unreadableAnswers >= MOST_UNREADABLE_ANSWERS;
}
