import { z } from 'zod/v3';
import {
	type Answer,
	type FailedAnswer,
	isProjectAnswer,
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
	/** See {@link PATIENCE}. */
	patience: z.enum(['brief', 'steady', 'growing']),
	/** The usual time between two queries: after some failures the next one comes sooner, with `growing` later. */
	pollInterval: z.number().min(SHORTEST_POLL_INTERVAL),
	/** From the start to giving up; the last query may come up to one interval later. */
	maxWait: z.number(),
	/** Epoch milliseconds. */
	startedAt: z.number(),
	/** When to ask at the earliest, epoch milliseconds. */
	nextQueryAt: z.number(),
	/** Whether the service must know the project: this execution has submitted it, or the service has called for it or shown it. */
	mustBeKnown: z.boolean(),
	/** Whether the service itself has answered or called before. Then one refusal by a server in front of it does not end the wait. */
	hasAnswered: z.boolean(),
	answerCount: z.number(),
	/** How often the answer was "finished, no clips" since the project was last processing; failures in between do not matter. */
	emptyAnswers: z.number(),
	/** How many failures that do not pass by themselves came in a row. */
	failuresInRow: z.number(),
	/** The last answer, if it gave no project. */
	lastFailure: storedFailureSchema.nullable(),
});

export type WatchEnd =
	/** The project is ready, or nobody waits for that. */
	| { state: 'answered'; answer: ProjectAnswer }
	| { state: 'failed'; failure: FailedAnswer }
	| { state: 'timedOut'; waitedMs: number; lastFailure: FailedAnswer | null }
	/** The person stopped the execution, or another item ended it. */
	| { state: 'stopped'; lastFailure: FailedAnswer | null };

type Step = { end: WatchEnd } | { watch: Watch };

/**
 * The ways to wait:
 * - `brief`, where nobody waits: takes the first answer, and asks again only if it may change soon;
 * - `steady`: asks once per poll interval;
 * - `growing`, after a call to the trigger: asks with growing delays. The service calls only once, and an outage must not lose the clips.
 *
 * After how many answers of a kind in a row a wait ends:
 * - `empty`: "finished, no clips", after which clips may still appear, unless no keyword matches (field notes, Query);
 * - `unknown`: the service does not know a project that it must know;
 * - `unsure`: the answer says nothing of the project.
 *
 * `growth`: how long a delay is, as a part of the time waited so far.
 */
const PATIENCE = {
	brief: { empty: 5, unknown: 6, unsure: 1, growth: 0 },
	steady: { empty: 5, unknown: 6, unsure: 5, growth: 0 },
	growing: { empty: 9, unknown: 5, unsure: 12, growth: 0.5 },
};

/** How many answers a `brief` watch takes at most; an unknown project may take more. */
const MOST_BRIEF_ANSWERS = 5;

/** The longest delay where a project is unknown, or the credential cannot be opened, in milliseconds. */
const LONGEST_SOON_DELAY = 60_000;

/** For how long an answer may ask a wait to come back later, in milliseconds: a longer time is more likely a mistake. */
const LONGEST_RETRY_AFTER = 15 * 60_000;

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
	nextQueryAt: startedAt,
	mustBeKnown: false,
	// Where the service must know the project, it has answered or called before.
	hasAnswered: more.mustBeKnown ?? false,
	answerCount: 0,
	emptyAnswers: 0,
	failuresInRow: 0,
	lastFailure: null,
	...more,
});

/**
 * Decides after an answer whether the wait is over, or when to ask again (field notes, Query).
 *
 * @param chance - from 0 to 1
 */
export function advanceWatch(before: Watch, answer: Answer, now: number, chance: number): Step {
	const failure = isProjectAnswer(answer) ? null : answer;
	const tolerance = failure === null ? Infinity : toleranceFor(before, failure);
	const isEmpty = isProjectAnswer(answer) && answer.progress === 'ready' && answer.project.clipCount === 0;
	// Answers that do not know the project are counted apart from answers that say nothing of it.
	const isSameKind =
		(before.lastFailure?.standing === 'unknownProject') === (failure?.standing === 'unknownProject');
	const next: Watch = {
		...before,
		mustBeKnown: before.mustBeKnown || failure === null,
		hasAnswered: before.hasAnswered || failure === null || isServiceCode(failure.code),
		answerCount: before.answerCount + 1,
		emptyAnswers: isEmpty ? before.emptyAnswers + 1 : failure === null ? 0 : before.emptyAnswers,
		failuresInRow: tolerance === Infinity ? 0 : isSameKind ? before.failuresInRow + 1 : 1,
		lastFailure: failure,
	};
	const waitedMs = now - before.startedAt;
	const isBrief = before.patience === 'brief';
	const isOver = isBrief ? next.answerCount >= MOST_BRIEF_ANSWERS : waitedMs >= before.maxWait;
	if (isProjectAnswer(answer)) {
		// "Finished, no clips" counts when it was said often enough, or when nobody waits any longer.
		const isConclusivelyEmpty = isOver || next.emptyAnswers >= PATIENCE[before.patience].empty;
		const isReady = answer.progress === 'ready' && (!isEmpty || isConclusivelyEmpty);
		if (isReady || (isBrief && !isEmpty)) return { end: { state: 'answered', answer } };
	} else if (next.failuresInRow >= tolerance || (isOver && failsAtEnd(before, answer, tolerance))) {
		return { end: { state: 'failed', failure: answer } };
	}
	if (isOver && !isBrief) return { end: { state: 'timedOut', waitedMs, lastFailure: failure } };
	return { watch: { ...next, nextQueryAt: queryAgainAt(next, now, chance) } };
}

/** How often in a row a failure has to come to end the wait; infinite where it passes by itself. */
function toleranceFor(
	{ hasAnswered, mustBeKnown, patience }: Watch,
	{ standing, hindrance }: FailedAnswer,
): number {
	const isBrief = patience === 'brief';
	const { unknown } = PATIENCE[patience];
	// What keeps a call from the service is rarely over in some minutes.
	const { unsure } = PATIENCE[hindrance === null || isBrief ? patience : 'steady'];
	switch (standing) {
		case 'passes':
			return Infinity;
		case 'final':
			return 1;
		case 'absent':
			return hasAnswered || isBrief ? Infinity : unsure;
		case 'unsure':
			return isBrief && hindrance === 'credential' ? Infinity : unsure;
		// Once the service itself has answered, a server in front of it is likely to let the next call through.
		case 'refused':
			return hasAnswered ? unsure : 1;
		case 'unknownProject':
			return mustBeKnown ? unknown : 1;
	}
}

/** Whether the last answer, when the asking is over, is a failure of the project, and not only a wait that has run out. */
const failsAtEnd = ({ patience }: Watch, { standing }: FailedAnswer, tolerance: number): boolean =>
	patience === 'brief' ? tolerance === Infinity : patience === 'growing' && standing === 'unknownProject';

function queryAgainAt(
	{ patience, pollInterval, maxWait, startedAt, failuresInRow, lastFailure }: Watch,
	now: number,
	chance: number,
): number {
	const isSoon = lastFailure?.hindrance === 'credential' || lastFailure?.standing === 'unknownProject';
	const usual = Math.max(pollInterval, (now - startedAt) * PATIENCE[patience].growth);
	const delay =
		isSoon && failuresInRow > 0
			? Math.min(SHORTEST_POLL_INTERVAL * 2 ** (failuresInRow - 1), LONGEST_SOON_DELAY)
			: usual;
	const jitter = lastFailure === null ? 0 : JITTER * chance * Math.min(delay, pollInterval);
	const retryAt = patience === 'brief' ? 0 : Math.min(lastFailure?.retryAt ?? 0, now + LONGEST_RETRY_AFTER);
	// The last query comes when Max Wait is over, or one interval from now if that is later.
	return Math.min(Math.max(now + delay + jitter, retryAt), Math.max(startedAt + maxWait, now + pollInterval));
}
