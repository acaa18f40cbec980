import {
	type Answer,
	EMPTY_ANSWERS_ASKED_AGAIN,
	type Failure,
	isSuccess,
	isTemporary,
} from '../../service/rules/answer';
import type { Project } from '../../service/rules/project';

/** How patiently a project is waited for. Times in milliseconds. */
export interface PollingPolicy {
	/** From one question to the next; 30 s is what the interface recommends. */
	pollInterval: number;
	/** The share of the time waited so far that a pause has at least. */
	growth?: number | undefined;
	/** From the start to giving up; the last question may come up to one interval later. */
	maxWait: number;
}

/** How many answers in a row may be in no known shape before the wait ends with what came. */
const MOST_UNREADABLE_ANSWERS = 5;

/** What is remembered of one project while it is waited for. */
export interface WaitState {
	/** Since when it is waited for, epoch milliseconds. */
	startedAt: number;
	/** Answers "finished, no clips" since the project was last seen processing; failures do not count. */
	emptyAnswers: number;
	/** Answers in no known shape in a row. */
	unreadableAnswers: number;
	/** Answers in a row that said nothing of the clips: failures, and "finished, no clips". */
	inconclusiveAnswers: number;
	/** The last answer that gave no project. */
	lastFailure: Failure | null;
}

/** How a wait ends. */
export type WaitResult =
	/** `named`: what the answer calls the project, see {@link Answer}. */
	| { end: 'ready'; project: Project; named: string | null }
	| { end: 'failed'; failure: Failure }
	| { end: 'timedOut'; waitedMs: number; lastFailure: Failure | null }
	| { end: 'stopped' }
	/** Nobody waits for the project. */
	| { end: 'processing' }
	/** Nothing can be asked any more, such as after the credential was deleted. */
	| { end: 'broken'; reason: string };

/** What to do after an answer: stop with a result, or ask again at a time (epoch milliseconds). */
type NextStep = { result: WaitResult } | { askAt: number; state: WaitState };

/** The state before the first question. */
export const startWaiting = (now: number): WaitState => ({
	startedAt: now,
	emptyAnswers: 0,
	unreadableAnswers: 0,
	inconclusiveAnswers: 0,
	lastFailure: null,
});

/**
 * Decides after an answer to a query whether the wait is over, and else when to ask again. Final answers end it at
 * once; temporary ones are ridden out until the limit (field notes, Query).
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
	if (
		isSuccess(answer) &&
		answer.outcome === 'ready' &&
		(!empty || next.emptyAnswers > EMPTY_ANSWERS_ASKED_AGAIN)
	) {
		return { result: { end: 'ready', project: answer.project, named: answer.named } };
	}
	if (failure !== null && isFinal(failure, next)) return { result: { end: 'failed', failure } };

	const waitedMs = now - state.startedAt;
	if (waitedMs >= policy.maxWait) {
		// "Finished, no clips" is ready, not late, when the limit cuts its grace short.
		if (empty) return { result: { end: 'ready', project: answer.project, named: answer.named } };
		return { result: { end: 'timedOut', waitedMs, lastFailure: failure } };
	}
	return { askAt: now + Math.max(policy.pollInterval, waitedMs * (policy.growth ?? 0)), state: next };
}

function isFinal(failure: Failure, state: WaitState): boolean {
	if (isTemporary(failure)) return false;
	return failure.outcome !== 'unreadable' || state.unreadableAnswers >= MOST_UNREADABLE_ANSWERS;
}
