/**
 * Runs tasks, a bounded number at once, the others in the order in which they came: first those that are to come `first`, then
 * those that may come `later`.
 */
export type Turns = <T>(task: () => Promise<T>, rank?: 'first' | 'later') => Promise<T>;

/**
 * Makes a {@link Turns}.
 *
 * @param atOnce - how many tasks may be under way
 */
export function takeTurns(atOnce: number): Turns {
	const queue: Record<'first' | 'later', Array<() => void>> = { first: [], later: [] };
	let running = 0;
	return async (task, rank = 'first') => {
		if (running < atOnce) running += 1;
		else await new Promise<void>((resolve) => queue[rank].push(resolve));
		try {
			return await task();
		} finally {
			const next = queue.first.shift() ?? queue.later.shift();
			// The place goes straight to the next task, so that nobody can slip in between.
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
