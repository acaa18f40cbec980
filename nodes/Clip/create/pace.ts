import { HOUR, nextSubmissionAt } from './rules/pace';
import type { SubmissionPolicy } from './rules/resubmission';

/** A submission that counts for the limits of the service. */
export interface Sent {
	/** Epoch milliseconds. */
	at: number;
}

/** The submissions to one account within the last hour, from this process: the service counts those of all executions together. */
export interface Pace {
	sent: Sent[];
	/** Until when the service takes no more, epoch milliseconds. */
	closedUntil: number;
}

const paces = new Map<string, Pace>();

/**
 * The pace of an account.
 *
 * @param account - the address of the service and the key, in a form that does not tell them
 */
export function paceOf(account: string): Pace {
	const pace = paces.get(account) ?? { sent: [], closedUntil: 0 };
	paces.set(account, pace);
	return pace;
}

/** When submissions went out within the last hour, epoch milliseconds, in order. */
export function momentsOf(pace: Pace, now: number): number[] {
	pace.sent = pace.sent.filter(({ at }) => at > now - HOUR);
	return pace.sent.map(({ at }) => at).sort((a, b) => a - b);
}

/**
 * Counts a submission if it may go out now.
 *
 * @returns the submission as it counts from now on, or when it may go out (epoch milliseconds)
 */
export function countIn(pace: Pace, policy: SubmissionPolicy, now: number): number | Sent {
	const at = nextSubmissionAt(momentsOf(pace, now), policy, Math.max(now, pace.closedUntil));
	if (at > now) return at;
	const sent = { at: now };
	pace.sent.push(sent);
	return sent;
}

/** Nothing was sent after all, or the service refused it before it created anything. */
export function countOut(pace: Pace, sent: Sent): void {
	pace.sent = pace.sent.filter((other) => other !== sent);
}
