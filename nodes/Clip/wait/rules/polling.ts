import { z } from 'zod/v3';
import {
	type Answer,
	EMPTY_ANSWERS_ASKED_AGAIN,
	type FailedAnswer,
	isSuccess,
	mayChangeSoon,
} from '../../service/rules/answer';
import { isServiceCode } from '../../service/rules/failureKind';
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

/**
 * What has been heard of the service in a wait: nothing; that somebody, who may be anybody, has called in its name; or an answer of its
 * own, to a submission or to a query. Where it has answered before, what stands in its way is likely to pass.
 */
export type Heard = z.output<typeof heard>;

const heard = z.enum(['nothing', 'call', 'answer']);

/** What is remembered of one project while it is waited for. */
export type WaitState = z.output<typeof waitState>;

export const waitState = z.object({
	/** Since when it is waited for, epoch milliseconds. */
	startedAt: z.number(),
	/** Answers "finished, no clips" since the project was last seen processing; failures do not count. */
	emptyAnswers: z.number(),
	heard: heard.default('answer'),
	/** Answers in a row that are none of the service's, and do not look as if they would pass soon. */
	unreadableAnswers: z.number(),
	/** Answers in a row that said nothing of the clips: failures, and "finished, no clips". */
	inconclusiveAnswers: z.number(),
	/** The last answer, if it gave no project. We wrote it ourselves: a `kind` is enough to recognise it. */
	lastFailure: z
		.custom<FailedAnswer>((value) => isJsonObject(value) && typeof value.kind === 'string')
		.nullable(),
});

/** How many answers in a row may be none of the service's before the wait ends with what came. */
const MOST_UNREADABLE_ANSWERS = 5;

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

export const initialState = (now: number, heardBefore: Heard): WaitState => ({
	startedAt: now,
	heard: heardBefore,
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
	const empty = isSuccess(answer) && answer.kind === 'ready' && answer.project.clipCount === 0;
	const isUnreadable = failure !== null && isNoAnswerOfService(failure, state);
	const next: WaitState = {
		startedAt: state.startedAt,
		heard: failure === null || isServiceCode(failure.code) ? 'answer' : state.heard,
		emptyAnswers: empty ? state.emptyAnswers + 1 : failure === null ? 0 : state.emptyAnswers,
		unreadableAnswers: isUnreadable ? state.unreadableAnswers + 1 : 0,
		inconclusiveAnswers: failure !== null || empty ? state.inconclusiveAnswers + 1 : 0,
		lastFailure: failure,
	};
	const isFinal = isUnreadable
		? next.unreadableAnswers >= MOST_UNREADABLE_ANSWERS
		: failure !== null && !mayChangeSoon(failure);
	if (failure !== null && isFinal) return { result: { kind: 'failed', failure } };

	const waitedMs = now - state.startedAt;
	const isOver = waitedMs >= policy.maxWait;
	// If Max Wait ends before the extra queries, "finished, no clips" counts as ready.
	const isBelieved = !empty || isOver || next.emptyAnswers > EMPTY_ANSWERS_ASKED_AGAIN;
	if (isSuccess(answer) && answer.kind === 'ready' && isBelieved) {
		return { result: { kind: 'ready', project: answer.project, idInAnswer: answer.idInAnswer } };
	}
	if (isOver) return { result: { kind: 'timedOut', waitedMs, lastFailure: failure } };
	return { askAt: now + policy.pollInterval, state: next };
}

/**
 * Whether a failure is none of the service's, so that a few more answers tell whether it stays. Without an answer of the service
 * before, a refusal of whoever else answers is believed at once.
 */
function isNoAnswerOfService(
	{ kind, code, hindrance }: FailedAnswer,
	{ heard }: Pick<WaitState, 'heard'>,
): boolean {
	// A host or a proxy that was there before will be there again.
	if (hindrance === 'host' || hindrance === 'proxyRefusal') return heard === 'nothing';
	if (kind === 'temporary' || kind === 'rateLimited') return false;
	return kind === 'unreadable' || (heard === 'answer' && !isServiceCode(code));
}
