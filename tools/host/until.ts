/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds after which what is waited for counts as stuck. It guards against hanging and nothing else: on a quiet machine
 * all of it comes in a fraction of this time, so that a slow one has enough of it, too.
 */
export const stuckAfter = 10 * 60_000;

/**
 * Looks again and again until there is something.
 *
 * @param look - gives `undefined` while there is nothing yet
 * @param lacking - what to say when nothing came
 * @param every - milliseconds from one look to the next; short where what follows must come at once
 * @param limit - milliseconds after which it counts as stuck
 * @throws Error when it is stuck
 */
export async function untilFound<T>(
	look: () => T | undefined | Promise<T | undefined>,
	lacking: () => string,
	every: number,
	limit = stuckAfter,
): Promise<T> {
	const deadline = Date.now() + limit;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new TypeError(`${lacking()} (after ${limit / 60_000} minutes)`);
		await pause(every);
	}
}

/** Waits until a condition holds; see {@link untilFound}. */
export async function until(
	condition: () => boolean | Promise<boolean>,
	every = 20,
	limit = stuckAfter,
): Promise<void> {
	const look = async () => ((await condition()) ? true : undefined);
	await untilFound(look, () => 'It did not happen.', every, limit);
}
