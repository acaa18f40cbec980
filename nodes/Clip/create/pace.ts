import { SUBMISSION_LIMITS } from '../service/rules/vocabulary';
import type { SubmissionPolicy } from './rules/resubmission';

/** The spans that the published limits count in, in milliseconds (field notes, Create). */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * When the next submission may go out, so that no minute holds more than allowed, and no hour more than published. Whoever
 * is allowed more in a minute than published has other limits for the hour, too, which nobody knows: there the
 * service itself says when it is enough.
 *
 * @param moments - when earlier ones went out, epoch milliseconds, in order
 * @param policy - how many a minute may hold
 * @returns epoch milliseconds; `now` when it may go out at once
 */
export function nextSubmissionAt(
	moments: readonly number[],
	{ submissionsPerMinute }: Pick<SubmissionPolicy, 'submissionsPerMinute'>,
	now: number,
): number {
	const { perMinute, perHour } = SUBMISSION_LIMITS;
	const inMinute = moments.at(-submissionsPerMinute);
	const inHour = submissionsPerMinute > perMinute ? undefined : moments.at(-perHour);
	return Math.max(now, (inMinute ?? -HOUR) + MINUTE, (inHour ?? -HOUR) + HOUR);
}

/**
 * How many submissions of a batch can go out before one has to wait longer than it may.
 *
 * @param moments - when earlier ones went out, epoch milliseconds, in order
 * @param policies - of the submissions, in order
 * @param earliest - when the first may go out as far as the service is concerned, epoch milliseconds
 * @returns how many, and when the first that is too many could go out (epoch milliseconds)
 */
export function fittingSubmissions(
	moments: readonly number[],
	policies: readonly SubmissionPolicy[],
	now: number,
	earliest: number,
): { count: number; nextAt: number } {
	const planned = [...moments];
	let nextAt = now;
	for (const [count, policy] of policies.entries()) {
		nextAt = nextSubmissionAt(planned, policy, Math.max(now, earliest));
		if (nextAt - now > policy.maxRateLimitWait) return { count, nextAt };
		planned.push(nextAt);
	}
	return { count: policies.length, nextAt };
}

/** A submission that counts for the limits of the service. */
export interface Sent {
	/** Epoch milliseconds. */
	at: number;
}

/** The submissions to one account within the last hour, from this process: the service counts those of all executions together. */
interface Pace {
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
