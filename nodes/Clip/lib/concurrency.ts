/** Runs tasks, a bounded number at once, the others in the order in which they came. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

export function limitConcurrency(atOnce: number): Limiter {
	const queue: Array<() => void> = [];
	let running = 0;
	return async (task) => {
		if (running < atOnce) running += 1;
		else await new Promise<void>((resolve) => queue.push(resolve));
		try {
			return await task();
		} finally {
			const next = queue.shift();
			// The place goes straight to the next task: no other can take it.
			if (next === undefined) running -= 1;
			else next();
		}
	};
}

const lastTurns = new Map<string, Promise<unknown>>();

/** Does work under a name when all work that came before it under this name has ended, well or badly. */
export async function takeTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = lastTurns.get(name);
	const turn = Promise.allSettled([before]).then(work);
	lastTurns.set(name, turn);
	try {
		return await turn;
	} finally {
		if (lastTurns.get(name) === turn) lastTurns.delete(name);
	}
}
