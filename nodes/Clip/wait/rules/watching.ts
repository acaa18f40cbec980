import { z } from 'zod/v3';
import { type Answer, EMPTY_ANSWERS_ASKED_AGAIN } from '../../service/rules/answer';
import { readProjectId } from '../../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import {
	nextStep,
	type PollingPolicy,
	pollingPolicy,
	initialState,
	waitState,
	type WaitResult,
} from './polling';

/** For how many minutes a project is waited for where the user does not say: a paused execution costs next to nothing. */
export const USUAL_WAIT = { paused: 1_440, running: 120 };

/** How the user wants a project to be waited for. Without Max Wait, {@link USUAL_WAIT} holds. */
export type ChosenPolicy = Omit<PollingPolicy, 'maxWait'> & { maxWait?: number | undefined };

export interface WaitingItem {
	itemIndex: number;
	projectId: string;
	/** The account that asks for it. */
	account: { id: string };
	policy: ChosenPolicy;
	/** When its wait began, epoch milliseconds. Without it, the wait begins now. */
	since?: number;
	/** Whether the node before has found no clips, after it had asked again: the first such answer is believed. */
	isKnownEmpty?: boolean;
	/** Whether this execution has submitted it, so that the service must know it. */
	isExpected?: boolean;
	/** Whether the execution has not submitted it; absent where it did not want to. */
	reused?: boolean;
}

export const watched = z.object({
	policy: pollingPolicy,
	state: waitState,
	/** When to ask for the project again at the earliest, epoch milliseconds. */
	askAt: z.number(),
});

/** An input item whose project is waited for. */
export type Watched<T> = Omit<T, 'policy'> & z.output<typeof watched>;

/** The same as it is stored. */
export const storedItem = watched.extend({
	itemIndex: z.number(),
	projectId: z.string().refine((id) => readProjectId(id) === id),
	/** A seal of the account that asks for it. */
	account: z.string(),
	reused: z.boolean().optional(),
});

export type StoredItem = z.output<typeof storedItem>;

/**
 * The beginning of a wait. Without an answer so far, the next query comes one poll interval after the start; {@link concludeRound}
 * moves it where there is one. Items of an account that wait for the same project share the shortest Poll Interval and the longest Max
 * Wait. The poll interval is cut to Max Wait.
 *
 * @param isPaused - whether the execution is paused meanwhile, which decides for how long it waits if the user does not
 */
export function startWatching<T extends WaitingItem>(
	items: readonly T[],
	now: number,
	isPaused: boolean,
): Array<Watched<T>> {
	const usual = (isPaused ? USUAL_WAIT.paused : USUAL_WAIT.running) * 60_000;
	return items.map((waiting) => {
		const { projectId, account, since = now, isExpected = false } = waiting;
		const same = items.filter((item) => item.projectId === projectId && item.account.id === account.id);
		const policies = same.map(({ policy }) => policy);
		const maxWait = Math.max(...policies.map((policy) => policy.maxWait ?? usual));
		const longest = Math.max(maxWait, SHORTEST_POLL_INTERVAL);
		const pollInterval = Math.min(longest, ...policies.map((policy) => policy.pollInterval));
		const policy = { pollInterval, maxWait };
		const emptyAnswers = same.some(({ isKnownEmpty }) => isKnownEmpty) ? EMPTY_ANSWERS_ASKED_AGAIN : 0;
		const state = { ...initialState(since, isExpected), emptyAnswers };
		return { ...waiting, policy, state, askAt: since + pollInterval };
	});
}

/** What the answers to a round of queries mean for the items. */
interface Round<T> {
	/** How the wait of an item ended, by item index, in the order of the items. */
	ended: Map<number, WaitResult>;
	watched: T[];
}

/** @param answers - by item index; none for those that were not asked for */
export function concludeRound<T extends Watched<{ itemIndex: number }>>(
	items: readonly T[],
	answers: ReadonlyMap<number, Answer>,
	now: number,
): Round<T> {
	const round: Round<T> = { ended: new Map(), watched: [] };
	for (const item of items) {
		const answer = answers.get(item.itemIndex);
		const step = answer && nextStep(item.state, answer, now, item.policy);
		if (step === undefined) round.watched.push(item);
		else if ('result' in step) round.ended.set(item.itemIndex, step.result);
		else round.watched.push({ ...item, ...step });
	}
	return round;
}
