import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import { beginWatch, DEFAULT_MAX_WAIT, type Watch } from './step';

/** How the user wants a project to be waited for, in milliseconds. Without Max Wait, {@link DEFAULT_MAX_WAIT} holds. */
export interface ChosenPolicy {
	pollInterval: number;
	maxWait?: number | undefined;
}

export interface WaitingItem {
	itemIndex: number;
	projectId: string;
	/** The account that asks for it. */
	account: { id: string };
	policy: ChosenPolicy;
	/** When its wait began, epoch milliseconds. Without it, the wait begins now. */
	since?: number;
	/** Whether nobody waits: a project that is still processing is handed on. */
	isBrief?: boolean;
	/** Whether this execution has submitted the project, or used it again, so that the service must know it. */
	isExpected?: boolean;
	/** True if an earlier execution, or another item, has submitted it; absent in Get and Wait, which submit nothing. */
	reused?: boolean;
}

export type Watched<T> = T & { watch: Watch };

/**
 * The beginning of the waits of several items. Items of an account that wait for the same project share the shortest Poll Interval and
 * the longest Max Wait. The poll interval is cut to Max Wait.
 *
 * @param isPaused - whether the execution is paused meanwhile, which decides for how long it waits if the user does not
 * @param asksAtOnce - whether the first query comes at once, and not one poll interval after the start
 */
export function startWatching<T extends WaitingItem>(
	items: readonly T[],
	now: number,
	{ isPaused = false, asksAtOnce = false },
): Array<Watched<T>> {
	const usual = (isPaused ? DEFAULT_MAX_WAIT.paused : DEFAULT_MAX_WAIT.running) * 60_000;
	return items.map((waiting) => {
		const { projectId, account, since: startedAt = now, isBrief = false, isExpected = false } = waiting;
		const ofProject = items.filter((item) => item.projectId === projectId && item.account.id === account.id);
		if (isBrief) return { ...waiting, watch: beginWatch({ startedAt, isExpected }) };
		const policies = ofProject.map(({ policy }) => policy);
		const maxWait = Math.max(...policies.map((policy) => policy.maxWait ?? usual));
		const longest = Math.max(maxWait, SHORTEST_POLL_INTERVAL);
		const pollInterval = Math.min(longest, ...policies.map((policy) => policy.pollInterval));
		const policy = { pacing: 'steady', pollInterval, maxWait } as const satisfies Partial<Watch>;
		const askAt = asksAtOnce ? startedAt : startedAt + pollInterval;
		return { ...waiting, watch: beginWatch({ ...policy, startedAt, askAt, isExpected }) };
	});
}
