import type { PollingPolicy, WaitState } from './polling';

/**
 * The pause between two status checks while an execution has not waited long, in milliseconds. n8n looks for paused executions
 * once a minute and sets a timer for those that are due within 70 s: what is due in more than a minute comes back at its own
 * moment, what is due earlier comes back together with all others. The longest pause is such that short jobs are noticed within
 * two minutes.
 */
const PAUSE = { shortest: 62_000, longest: 105_000 };

/**
 * The share of the time waited so far that passes until the next status check: the least and the most that a ready project is
 * noticed late by. Each check costs some tens of milliseconds of CPU time.
 */
const GROWTH = { least: 0.08, most: 0.095 };

/** A project that is waited for while the execution is paused. */
interface PausedProject {
	state: WaitState;
	policy: PollingPolicy;
	/** Epoch milliseconds of the last question; null before the first one. */
	askedAt: number | null;
}

/**
 * When to ask again for a project whose execution is paused: the later, the longer it has been waited for. What is no
 * answer yet is asked again sooner, more slowly each time.
 *
 * @param project - what is known of it, and how patiently it is waited for
 * @param chance - from 0 to 1, so that not all executions come back together
 * @returns epoch milliseconds, at most one poll interval after the end of the wait
 */
export function nextCheck({ state, policy, askedAt }: PausedProject, now: number, chance: number): number {
	const within = (least: number, most: number) => least + (most - least) * chance;
	const pause = within(PAUSE.shortest, PAUSE.longest);
	const growing = (now - state.startedAt) * within(GROWTH.least, GROWTH.most);
	const polite = (askedAt ?? state.startedAt) + policy.pollInterval;
	const end = Math.max(state.startedAt + policy.maxWait, polite);
	// The wait ended while n8n was down: not all of these checks may come at once.
	if (end <= now) return now + pause;
	return Math.min(Math.max(now + Math.max(pause, Math.min(growing, patienceWith(state))), polite), end);
}

/** The longest pause after an answer, in milliseconds. */
function patienceWith({ lastFailure, inconclusiveAnswers, unreadableAnswers }: WaitState): number {
	if (inconclusiveAnswers === 0) return Infinity;
	// "Finished, no clips" and what cannot be read count after a few more answers.
	const fewMore = lastFailure === null || unreadableAnswers > 0;
	return fewMore ? PAUSE.shortest : PAUSE.shortest * 2 ** (inconclusiveAnswers - 1);
}
