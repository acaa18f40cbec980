import { type Answer, isSuccess } from '../../service/rules/answer';

const MINUTE = 60_000;

/** How submissions keep to the limits of the service. */
export interface SubmissionPolicy {
	/** How many may go out within a minute; 3 is the published limit (field notes, Create). */
	submissionsPerMinute: number;
	/** How long one of them waits for the limits of the service in all, in milliseconds. */
	maxRateLimitWait: number;
}

/** Milliseconds before a submission that was turned away for the rate limit is sent again; later pauses are like the last. */
const RATE_LIMIT_PAUSES = [20_000, 40_000, MINUTE];

/** Milliseconds before a submission that never left this machine is sent again. */
const CONNECTION_PAUSE = 5_000;
const CONNECTION_TRIES = 3;

/** What is known of a submission that was not accepted yet. */
interface SubmissionState {
	/** How often it was sent so far. */
	tries: number;
	/** Milliseconds since it was first sent. */
	triedFor: number;
}

/**
 * How long to pause before the same submission may be sent again, in milliseconds; null when it must not be.
 *
 * A submission costs money and has no idempotency key, so it goes out again only when it is certain that nothing was
 * created: the service was not reached at all, or turned it away for the rate limit (field notes, table of codes).
 */
export function pauseBeforeResubmitting(
	answer: Answer,
	{ tries, triedFor }: SubmissionState,
	{ maxRateLimitWait }: Pick<SubmissionPolicy, 'maxRateLimitWait'>,
): number | null {
	if (isSuccess(answer) || answer.mayHaveCreated) return null;
	if (answer.kind === 'rateLimited') {
		const growing = RATE_LIMIT_PAUSES[Math.min(tries, RATE_LIMIT_PAUSES.length) - 1] ?? MINUTE;
		// A gateway may ask for a longer pause, never for a shorter one: `Retry-After: 0` would be a storm.
		const pause = Math.max(growing, answer.retryAfterMs ?? 0);
		return triedFor + pause > maxRateLimitWait ? null : pause;
	}
	const neverSent = answer.kind === 'temporary' && answer.httpStatus === null;
	return neverSent && tries < CONNECTION_TRIES ? CONNECTION_PAUSE : null;
}
