/** Runs tasks, a bounded number at once, the others in the order in which they came. */
type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

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
			// The next task begins at once, so that no other can begin before it.
			if (next === undefined) running -= 1;
			else next();
		}
	};
}

const turns = new Map<string, { enqueue: Limiter; users: number }>();

/** Does work under a name while nobody else in this process does work under it. */
export async function takeTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	const turn = turns.get(name) ?? { enqueue: limitConcurrency(1), users: 0 };
	turns.set(name, turn);
	turn.users += 1;
	try {
		return await turn.enqueue(work);
	} finally {
		turn.users -= 1;
		if (turn.users === 0) turns.delete(name);
	}
}
