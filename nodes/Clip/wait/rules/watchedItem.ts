import { beginWatch, DEFAULT_MAX_WAIT, SHORTEST_POLL_INTERVAL, type Watch } from './watch';

/** `durable`: pause the execution. `inProcess`: keep it running, as a tool always does. */
export type WaitMode = 'durable' | 'inProcess';

/** In milliseconds. Max Wait defaults to {@link DEFAULT_MAX_WAIT}. */
export interface WaitSettings {
	pollInterval: number;
	maxWait?: number | undefined;
}

/** An item whose project is asked for until its wait is over. */
export interface WatchedItem {
	itemIndex: number;
	projectId: string;
	watch: Watch;
	/** Whether a project that is still processing is an error. */
	mustBeReady?: boolean;
	/** Absent in Get and Wait, which submit nothing. */
	reused?: boolean | undefined;
}

/** What is known of an item before its wait begins. */
export interface ItemToWatch extends Omit<WatchedItem, 'watch'> {
	account: { id: string };
	waitSettings: WaitSettings;
	/** When its wait began, epoch milliseconds; now if absent. */
	startedAt?: number | undefined;
	/** `brief` where nobody waits for the project: it comes out even if it is still processing. `steady` if absent. */
	patience?: 'brief' | 'steady';
	/** See {@link Watch}: here, this execution has submitted the project, or used it again. */
	mustBeKnown?: boolean;
}

/**
 * Begins the waits of several items. Max Wait bounds Poll Interval.
 *
 * @param willPause - whether the execution is paused meanwhile, which decides how long it waits by default
 * @param startsWithQuery - at the start, instead of one poll interval later
 */
export function beginWatches<T extends ItemToWatch>(
	items: readonly T[],
	now: number,
	{ willPause = false, startsWithQuery = false },
): Array<T & { watch: Watch }> {
	const usual = (willPause ? DEFAULT_MAX_WAIT.paused : DEFAULT_MAX_WAIT.running) * 60_000;
	return items.map((item) => {
		const { waitSettings, startedAt = now, patience = 'steady', mustBeKnown = false } = item;
		if (patience === 'brief') return { ...item, watch: beginWatch({ startedAt, mustBeKnown }) };
		const { maxWait = usual } = waitSettings;
		const pollInterval = Math.min(Math.max(maxWait, SHORTEST_POLL_INTERVAL), waitSettings.pollInterval);
		const nextQueryAt = startsWithQuery ? startedAt : startedAt + pollInterval;
		return {
			...item,
			watch: beginWatch({ patience, pollInterval, maxWait, startedAt, nextQueryAt, mustBeKnown }),
		};
	});
}
