import { SUBMISSION_LIMITS } from '../../interface/vocabulary';
import type { SubmissionPolicy } from './resubmission';

/** The spans that the published limits count in, in milliseconds (field notes, Create). */
const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/**
 * When the next submission may go out, so that no minute holds more than allowed, and no hour more than published. Whoever
 * is allowed more in a minute than published has other limits for the hour, too, which nobody has told: there the
 * service itself says when it is enough.
 *
 * @param moments - when earlier ones went out or are to go out, epoch milliseconds, in order
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
