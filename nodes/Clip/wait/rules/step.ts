import { z } from 'zod/v3';
import {
	type Answer,
	type FailedAnswer,
	isSuccess,
	type ProjectAnswer,
	storedFailureSchema,
} from '../../service/rules/answer';
import { isServiceCode } from '../../service/rules/codes';

/*
 * One rule for every wait for a project: when to ask again, and when to stop.
 */

/** The shortest time between two queries for one project, in milliseconds. */
export const SHORTEST_POLL_INTERVAL = 5_000;

/** In minutes. A paused execution may wait longer, since it costs next to nothing. */
export const DEFAULT_MAX_WAIT = { paused: 1_440, running: 120 };

/**
 * The wait for one project; times in milliseconds. It is stored with paused executions, which an update of this package may find: whoever
 * changes it so that another version could not read it raises the version in `pausedWait.ts`.
 */
export type Watch = z.output<typeof watchSchema>;

export const watchSchema = z.object({
	/**
	 * How often the project is asked for. `brief`: once, as nobody waits, and a few more times if the answer may change soon. `steady`:
	 * once per poll interval until Max Wait. `growing`: the same, with growing delays.
	 */
	patience: z.enum(['brief', 'steady', 'growing']),
	/** The usual time between two queries: after some failures the next one comes sooner, with `growing` later. */
	pollInterval: z.number().min(SHORTEST_POLL_INTERVAL),
	/** From the start to giving up; the last query may come up to one interval later. */
	maxWait: z.number(),
	/** Epoch milliseconds. */
	startedAt: z.number(),
	/** When to ask at the earliest, epoch milliseconds. */
	askAt: z.number(),
	/** Whether the service must know the project: this execution has submitted it, or the service has called for it or shown it. */
	isExpected: z.boolean(),
	/** Whether the service itself has answered or called before. Then one refusal by a server in front of it does not end the wait. */
	hasAnswered: z.boolean(),
	answerCount: z.number(),
	/** How often the answer was "finished, no clips" since the project was last processing; failures in between do not matter. */
	emptyAnswers: z.number(),
	/** Failures in a row that do not pass by themselves, and when the first of them came. */
	misses: z.object({ count: z.number(), since: z.number() }),
	/** The last answer, if it gave no project. */
	lastFailure: storedFailureSchema.nullable(),
});

export type WaitEnd =
	/** The project is ready, or nobody waits for that. */
	| { kind: 'answered'; answer: ProjectAnswer }
	| { kind: 'failed'; failure: FailedAnswer }
	| { kind: 'timedOut'; waitedMs: number; lastFailure: FailedAnswer | null }
	/** The person stopped the execution, or another item ended it. */
	| { kind: 'stopped'; lastFailure: FailedAnswer | null };

export type Step = { end: WaitEnd } | { watch: Watch };

/** How often to ask again after "finished, no clips": clips may appear later, or no keyword matches (field notes, Query). */
const EMPTY_ANSWERS_ASKED_AGAIN = 4;

/** How many answers a `brief` watch takes at most; an unknown project may take more. */
const MOST_BRIEF_ANSWERS = 1 + EMPTY_ANSWERS_ASKED_AGAIN;

/** Delays in milliseconds where the service does not know a project that it must know, or the credential cannot be opened. */
const MISS_DELAYS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;

/** How many failures in a row end the wait: two minutes at the usual poll interval, enough for a server to restart. */
const MISSES_TO_END = 5;

/**
 * How long answers must be unreadable, or come from a server in front, to end the wait of a trigger, in milliseconds: the service calls
 * only once, and an outage of some minutes must not lose the clips.
 */
const UNREADABLE_MS = 10 * 60_000;

/** How long "finished, no clips" does not end the wait of a trigger, in milliseconds. */
const EMPTY_MS = 3 * 60_000;

/** How long to ask for a project that the service does not know, although the service has called for it, in milliseconds. */
const UNKNOWN_AFTER_CALL_MS = 60_000;

/** How long a growing delay is, as a part of the time waited so far. */
const GROWING_DELAY = 0.5;

/** After a failure, the next query is up to this part of the interval later, so that many executions do not return together. */
const JITTER = 0.1;

interface WatchOptions extends Partial<Omit<Watch, 'startedAt'>> {
	startedAt: number;
}

/** By default a watch is `brief` and asks at once. */
export const beginWatch = ({ startedAt, ...more }: WatchOptions): Watch => ({
	patience: 'brief',
	pollInterval: SHORTEST_POLL_INTERVAL,
	maxWait: Number.MAX_SAFE_INTEGER,
	startedAt,
	askAt: startedAt,
	isExpected: false,
	hasAnswered: more.isExpected ?? false,
	answerCount: 0,
	emptyAnswers: 0,
	misses: { count: 0, since: startedAt },
	lastFailure: null,
	...more,
});

/**
 * Decides after an answer whether the wait is over, or when to ask again (field notes, Query).
 *
 * @param chance - from 0 to 1
 */
export function advanceWatch(before: Watch, answer: Answer, now: number, chance: number): Step {
	const failure = isSuccess(answer) ? null : answer;
	const tolerance = failure === null ? null : toleranceFor(before, failure);
	const isEmpty = isSuccess(answer) && answer.kind === 'ready' && answer.project.clipCount === 0;
	// Answers that do not know the project are counted apart from answers that say nothing of it.
	const isSameKind =
		(before.lastFailure?.standing === 'unknownProject') === (failure?.standing === 'unknownProject');
	const count = tolerance === null ? 0 : isSameKind ? before.misses.count + 1 : 1;
	const next: Watch = {
		...before,
		isExpected: before.isExpected || failure === null,
		hasAnswered: before.hasAnswered || failure === null || isServiceCode(failure.code),
		answerCount: before.answerCount + 1,
		emptyAnswers: isEmpty ? before.emptyAnswers + 1 : failure === null ? 0 : before.emptyAnswers,
		misses: { count, since: count > 1 ? before.misses.since : now },
		lastFailure: failure,
	};
	const waitedMs = now - before.startedAt;
	const isBrief = before.patience === 'brief';
	const isOver = isBrief ? next.answerCount >= MOST_BRIEF_ANSWERS : waitedMs >= before.maxWait;
	if (isSuccess(answer)) {
		// "Finished, no clips" counts when it was said often enough, or when nobody waits any longer.
		const isLasting = before.patience !== 'growing' || waitedMs >= EMPTY_MS;
		const isConclusivelyEmpty = isOver || (isLasting && next.emptyAnswers > EMPTY_ANSWERS_ASKED_AGAIN);
		const isReady = answer.kind === 'ready' && (!isEmpty || isConclusivelyEmpty);
		if (isReady || (isBrief && !isEmpty)) return { end: { kind: 'answered', answer } };
	} else if (isConclusive(answer, next, tolerance, now, isOver)) {
		return { end: { kind: 'failed', failure: answer } };
	}
	if (isOver && !isBrief) return { end: { kind: 'timedOut', waitedMs, lastFailure: failure } };
	return { watch: { ...next, askAt: askAgainAt(next, now, chance) } };
}

/** How often in a row, and for how many milliseconds, a failure has to come to end the wait. */
interface FailureTolerance {
	times: number;
	lasting: number;
}

const AT_ONCE: FailureTolerance = { times: 1, lasting: 0 };

/** @returns null where the failure passes by itself */
function toleranceFor(
	{ hasAnswered, isExpected, patience }: Watch,
	{ standing, hindrance }: FailedAnswer,
): FailureTolerance | null {
	const isBrief = patience === 'brief';
	const isGrowing = patience === 'growing';
	const several = { times: MISSES_TO_END, lasting: isGrowing && hindrance === null ? UNREADABLE_MS : 0 };
	switch (standing) {
		case 'passes':
			return null;
		case 'final':
			return AT_ONCE;
		case 'absent':
			return hasAnswered || isBrief ? null : several;
		case 'unsure':
			if (!isBrief) return several;
			return hindrance === 'credential' ? null : AT_ONCE;
		// Once the service itself has answered, a server in front of it is likely to let the next call through.
		case 'refused':
			return hasAnswered && !isBrief ? several : AT_ONCE;
		case 'unknownProject':
			if (!isExpected) return AT_ONCE;
			return isGrowing
				? { times: 1, lasting: UNKNOWN_AFTER_CALL_MS }
				: { times: MISS_DELAYS.length + 1, lasting: 0 };
	}
}

/**
 * Whether a failure ends the wait: it came often and for long enough. When the asking is over, a failure that passes ends a brief wait,
 * and an unknown project ends that of a trigger.
 */
function isConclusive(
	{ standing }: FailedAnswer,
	{ patience, misses }: Watch,
	tolerance: FailureTolerance | null,
	now: number,
	isOver: boolean,
): boolean {
	if (tolerance === null) return isOver && patience === 'brief';
	if (isOver && standing === 'unknownProject' && patience === 'growing') return true;
	return misses.count >= tolerance.times && now - misses.since >= tolerance.lasting;
}

function askAgainAt(
	{ patience, pollInterval, maxWait, startedAt, misses, lastFailure }: Watch,
	now: number,
	chance: number,
): number {
	const isSoon = lastFailure?.hindrance === 'credential' || lastFailure?.standing === 'unknownProject';
	const growing = patience === 'growing' ? (now - startedAt) * GROWING_DELAY : 0;
	const delay = (isSoon ? MISS_DELAYS[misses.count - 1] : undefined) ?? Math.max(pollInterval, growing);
	const jitter = lastFailure === null ? 0 : JITTER * chance * Math.min(delay, pollInterval);
	// The last query comes when Max Wait is over, or one interval from now if that is later.
	return Math.min(now + delay + jitter, Math.max(startedAt + maxWait, now + pollInterval));
}
