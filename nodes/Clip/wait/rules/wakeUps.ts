import type { PollingPolicy, WaitState } from './polling';

/**
 * The pause of a parked execution while it has not waited long, in milliseconds. n8n looks for parked executions once a
 * minute and sets a timer for those that are due within 70 s: what is due in more than a
 * minute comes back at its own moment, what is due earlier comes back together with all others. The longest pause is
 * such that short jobs are noticed within two minutes.
 */
const PAUSE = { shortest: 62_000, longest: 105_000 };

/**
 * The share of the time waited so far that passes until the next question: the least that a ready project is noticed
 * late by, and the most. Each return costs some tens of milliseconds of CPU time.
 */
const GROWTH = { least: 0.08, most: 0.095 };

/** How much later than it may something is done, so that not everybody comes back together, in milliseconds. */
const LATENESS = 5_000;

/** When a parked execution may come back, epoch milliseconds. */
export interface WakeUpWindow {
	earliest: number;
	/** When it should have come back, unless too many others want the same. */
	latest: number;
	/** When it comes back whatever the crowd. */
	deadline: number;
}

/** A project that is waited for while the execution is parked. */
interface ParkedProject {
	state: WaitState;
	policy: PollingPolicy;
	/** Epoch milliseconds of the last question; null before the first one. */
	askedAt: number | null;
}

/**
 * When to ask again for a project whose execution is parked: the later, the longer it has been waited for. What is no
 * answer yet is asked again sooner, more slowly each time.
 *
 * @param project - what is known of it, and how patiently it is waited for
 * @returns the window; its deadline is the end of the wait, or the next polite moment if that comes later
 */
export function nextWakeUp({ state, policy, askedAt }: ParkedProject, now: number): WakeUpWindow {
	const waited = now - state.startedAt;
	const patience = patienceWith(state);
	const polite = (askedAt ?? state.startedAt) + policy.pollInterval;
	const deadline = Math.max(state.startedAt + policy.maxWait, polite);
	const moment = (pause: number, growth: number) =>
		Math.max(now + Math.max(pause, Math.min(waited * growth, patience)), polite);
	const share = state.unsettledAnswers === 0 ? (policy.growth ?? 0) : 0;
	const window = {
		earliest: Math.min(moment(PAUSE.shortest, Math.max(GROWTH.least, share)), deadline),
		latest: Math.min(moment(PAUSE.longest, Math.max(GROWTH.most, share)), deadline),
		deadline,
	};
	// Overdue with all others after a standstill of n8n: they must not come back together.
	return deadline > now
		? window
		: { earliest: now + PAUSE.shortest, latest: now + PAUSE.longest, deadline: now + PAUSE.longest };
}

/**
 * When to come back for something that may be done from a moment on.
 *
 * @param moment - epoch milliseconds
 */
export function wakeUpAt(moment: number, now: number): WakeUpWindow {
	const earliest = Math.max(moment, now + PAUSE.shortest);
	return { earliest, latest: earliest + LATENESS, deadline: earliest + PAUSE.longest };
}

/** How long to leave an answer at that, in milliseconds. */
function patienceWith({ lastFailure, unsettledAnswers, unreadableAnswers }: WaitState): number {
	if (unsettledAnswers === 0) return Infinity;
	// "Finished, no clips" and what cannot be read are believed after a few more answers.
	const fewMore = lastFailure === null || unreadableAnswers > 0;
	return fewMore ? PAUSE.shortest : PAUSE.shortest * 2 ** (unsettledAnswers - 1);
}

/**
 * The time between two wake-ups in one process, in milliseconds. A return was measured to cost n8n 2.41 between 43 and 78 ms
 * of CPU time, by machine, so this bounds what all returns take to less than half of a core, however many wait.
 */
const PLACE = 175;

/** By how much the earliest moment moves on for each wake-up that is to come, in milliseconds. */
const DELAY_FOR_OTHERS = 400;

/**
 * Chooses moments for wake-ups so that they never come together. The more of them are to come, the later in its window each
 * one is; when there are more than a process can bear, it is even later.
 *
 * @returns a function that takes a window and the time, and gives the moment to come back
 */
export function spreadWakeUps(): (window: WakeUpWindow, now: number) => number {
	const taken = new Set<number>();
	const freeAfter = (moment: number, until: number): number | undefined => {
		for (let place = Math.ceil(moment / PLACE); place * PLACE <= until; place += 1) {
			if (!taken.has(place)) return place;
		}
		return undefined;
	};
	const freeBefore = (moment: number, since: number): number | undefined => {
		for (let place = Math.floor(moment / PLACE); place * PLACE >= since; place -= 1) {
			if (!taken.has(place)) return place;
		}
		return undefined;
	};
	return ({ earliest, latest, deadline }, now) => {
		for (const place of taken) if (place * PLACE < now) taken.delete(place);
		const preferred = Math.min(earliest + taken.size * DELAY_FOR_OTHERS, latest);
		const place =
			freeAfter(preferred, latest) ?? freeBefore(preferred, earliest) ?? freeAfter(latest, deadline);
		if (place === undefined) return deadline;
		taken.add(place);
		return place * PLACE;
	};
}
