import type { Watch } from './watch';

/*
 * When the status check of a paused execution comes back.
 */

/**
 * The delay between two status checks early in a wait, in milliseconds. n8n checks once a minute which executions are due, so delays of
 * less than 60 s would all end together. Even with the longest delay, a short job is noticed within two minutes.
 */
const DELAY = { shortest: 62_000, longest: 105_000 };

/**
 * How long a delay is after a long wait, as a part of the time waited so far. A ready project is noticed at most that much late. Each check
 * costs some tens of milliseconds of CPU time.
 */
const GROWTH = { least: 0.08, most: 0.095 };

/** The longest delay, in milliseconds. It is bounded because each check also notices whether nobody waits for it any more. */
const LONGEST_DELAY = { least: 13 * 60_000, most: 14.5 * 60_000 };

const shortDelay = (chance: number): number => DELAY.shortest + (DELAY.longest - DELAY.shortest) * chance;

/** Like {@link nextCheckAt}, for a check that has asked for nothing. */
export const soonCheckAt = (now: number, chance: number): number => now + shortDelay(chance);

/**
 * When to check again on a project whose execution is paused. The longer the wait, the longer the delay; after a failure it is one or two
 * minutes again.
 *
 * @param chance - from 0 to 1, so that not all executions come back together
 * @returns epoch milliseconds, at most 15 minutes ahead, and never past the end of the wait or its next query, whichever is later; if both
 * are over, after one short delay
 */
export function nextCheckAt(
	{ startedAt, maxWait, nextQueryAt, lastFailure, emptyAnswers }: Watch,
	now: number,
	chance: number,
): number {
	const within = (least: number, most: number) => least + (most - least) * chance;
	const delay = shortDelay(chance);
	const waitUntil = Math.max(startedAt + maxWait, nextQueryAt);
	// The wait has ended while n8n was down. Many such checks must not come at once.
	if (waitUntil <= now) return now + delay;
	// After a failure, and after "finished, no clips", the next answer may say more.
	const isSoon = lastFailure !== null || emptyAnswers > 0;
	const growing = isSoon ? 0 : (now - startedAt) * within(GROWTH.least, GROWTH.most);
	const bound = Math.min(waitUntil, now + within(LONGEST_DELAY.least, LONGEST_DELAY.most));
	return Math.min(Math.max(now + Math.max(delay, growing), nextQueryAt), bound);
}
