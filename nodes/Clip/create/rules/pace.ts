import { SUBMISSION_LIMITS } from '../../service/rules/vocabulary';
import type { SubmissionPolicy } from './resubmission';

/** The spans that the published limits count in, in milliseconds (field notes, Create). */
const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

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
 * How many submissions of a batch can go out before each has to wait longer than it may.
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
