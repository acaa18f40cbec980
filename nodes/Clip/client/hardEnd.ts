import { sleep } from 'n8n-workflow';

/** How far behind its limit an end may come, in milliseconds. */
const SLICE = 5_000;

/**
 * Does something that ends at a limit, whatever becomes of the work: what n8n's HTTP helper promises may never be settled,
 * such as after HTTP 101.
 *
 * @param limit - milliseconds
 * @param stop - ends it as well; absent when nobody may
 * @param work - gets the signal at which it must let go of everything; what it gives or throws later is dropped
 * @returns what the work gave; null when the limit or the stop came first
 * @throws whatever the work throws before
 */
export async function untilHardEnd<T>(
	limit: number,
	stop: AbortSignal | undefined,
	work: (end: AbortSignal) => Promise<T>,
): Promise<T | null> {
	const end = new AbortController();
	let done = false;
	const finish = () => end.abort();
	// Listens first, so that what the work throws at the end comes too late.
	const over = new Promise<null>((resolve) => {
		end.signal.addEventListener('abort', () => resolve(null), { once: true });
	});
	stop?.addEventListener('abort', finish, { once: true });
	if (stop?.aborted) finish();
	const watch = async () => {
		const latest = Date.now() + limit;
		while (!done && Date.now() < latest) await sleep(SLICE);
		if (!done) finish();
	};
	void watch();
	try {
		return await Promise.race([over, work(end.signal)]);
	} finally {
		done = true;
		stop?.removeEventListener('abort', finish);
	}
}
