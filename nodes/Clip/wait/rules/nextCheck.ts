import type { WaitState } from './polling';
import type { Watched } from './watching';

/**
 * The pause between two status checks while an execution has not waited long, in milliseconds. n8n looks once a minute, and sets a
 * timer for what is due within 70 s. It sees a pause of more than 60 s before that ends, so each ends at a time of its own; shorter
 * ones may be overdue when n8n looks, and would end together. The longest pause is such that short jobs are noticed within two minutes.
 */
const PAUSE = { shortest: 62_000, longest: 105_000 };

/**
 * After a long wait, a pause is this share of the time waited so far: a ready project is noticed at most that much late. Each check
 * costs some tens of milliseconds of CPU time.
 */
const GROWTH = { least: 0.08, most: 0.095 };

/** The longest pause, in milliseconds: at a look the check also notices that nobody waits for it any more. */
const LONGEST_PAUSE = { least: 13 * 60_000, most: 14.5 * 60_000 };

/**
 * When to check again on a project whose execution is paused. The longer it has been waited for, the longer is the pause. After a
 * failure the pause falls back to one or two minutes.
 *
 * @param chance - from 0 to 1, so that not all executions come back together
 * @returns epoch milliseconds, within 15 minutes, and at the latest at the end of the wait, unless the poll interval is longer. A wait
 * that has ended already, such as while n8n was down, is checked after one short pause
 */
export function nextCheck({ state, policy, askAt }: Watched<unknown>, now: number, chance: number): number {
	const within = (least: number, most: number) => least + (most - least) * chance;
	const pause = within(PAUSE.shortest, PAUSE.longest);
	const growing = (now - state.startedAt) * within(GROWTH.least, GROWTH.most);
	const end = Math.max(state.startedAt + policy.maxWait, askAt);
	// The wait ended while n8n was down: not all of these checks may come at once.
	if (end <= now) return now + pause;
	const latest = Math.min(end, now + within(LONGEST_PAUSE.least, LONGEST_PAUSE.most));
	return Math.min(Math.max(now + Math.max(pause, Math.min(growing, longestPause(state))), askAt), latest);
}

/** After a failure, and after "finished, no clips", the next answer may say more. */
const longestPause = ({ lastFailure, emptyAnswers }: WaitState): number =>
	lastFailure === null && emptyAnswers === 0 ? Infinity : PAUSE.shortest;
