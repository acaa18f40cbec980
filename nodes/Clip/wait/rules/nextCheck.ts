import type { Watch } from './step';

/*
 * When the status check of a paused execution comes back.
 */

/**
 * The pause between two status checks while an execution has not waited long, in milliseconds. n8n looks once a minute. Pauses of more
 * than 60 s end each at a time of its own; shorter ones would all end when n8n looks. With the longest one, a short job is noticed
 * within two minutes.
 */
const PAUSE = { shortest: 62_000, longest: 105_000 };

/**
 * After a long wait, a pause is this share of the time waited so far: a ready project is noticed at most that much late. Each check
 * costs some tens of milliseconds of CPU time.
 */
const GROWTH = { least: 0.08, most: 0.095 };

/** The longest pause, in milliseconds: at a look the check also notices that nobody waits for it any more. */
const LONGEST_PAUSE = { least: 13 * 60_000, most: 14.5 * 60_000 };

const shortPause = (chance: number): number => PAUSE.shortest + (PAUSE.longest - PAUSE.shortest) * chance;

/** When a check comes back that has asked for nothing, see {@link nextCheck}: soon, however long the wait. */
export const checkSoon = (now: number, chance: number): number => now + shortPause(chance);

/**
 * When to check again on a project whose execution is paused. The longer it has been waited for, the longer is the pause. After a
 * failure the pause falls back to one or two minutes.
 *
 * @param chance - from 0 to 1, so that not all executions come back together
 * @returns epoch milliseconds, within 15 minutes, and at the latest at the end of the wait, unless the poll interval is longer. A wait
 * that has ended already, such as while n8n was down, is checked after one short pause
 */
export function nextCheck(
	{ startedAt, maxWait, askAt, lastFailure, emptyAnswers }: Watch,
	now: number,
	chance: number,
): number {
	const within = (least: number, most: number) => least + (most - least) * chance;
	const pause = shortPause(chance);
	const end = Math.max(startedAt + maxWait, askAt);
	// The wait ended while n8n was down: not all of these checks may come at once.
	if (end <= now) return now + pause;
	// After a failure, and after "finished, no clips", the next answer may say more.
	const isSoon = lastFailure !== null || emptyAnswers > 0;
	const growing = isSoon ? 0 : (now - startedAt) * within(GROWTH.least, GROWTH.most);
	const latest = Math.min(end, now + within(LONGEST_PAUSE.least, LONGEST_PAUSE.most));
	return Math.min(Math.max(now + Math.max(pause, growing), askAt), latest);
}
