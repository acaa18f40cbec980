import { sleep } from 'n8n-workflow';

/** How long a stopped execution may go on sleeping, in milliseconds. */
const SLICE = 1_000;

/**
 * Sleeps in slices: only n8n-workflow 2.34 and later lets a signal wake a sleeper.
 *
 * @param until - epoch milliseconds
 * @param signal - wakes the sleeper within a second
 */
export async function sleepUntil(until: number, signal: AbortSignal): Promise<void> {
	for (let left = until - Date.now(); left > 0 && !signal.aborted; left = until - Date.now()) {
		await sleep(Math.min(SLICE, left));
	}
}

/**
 * Bounds something that takes time.
 *
 * @param until - epoch milliseconds
 * @param stop - ends it earlier
 */
export function beginLimit(until: number, stop: AbortSignal | undefined) {
	const limit = new AbortController();
	void sleepUntil(until, limit.signal).then(() => limit.abort());
	return {
		/** Aborts at the stop, when the time is over, and when it is finished. */
		signal: stop === undefined ? limit.signal : AbortSignal.any([stop, limit.signal]),
		// Without a reason, Node.js would make an error with a stack trace each time.
		finish: () => limit.abort(null),
	};
}
