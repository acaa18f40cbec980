import { type Answer, isSuccess } from './answer';

/** Milliseconds before a submission that was turned away for the rate limit is sent again; the last one repeats. */
const RATE_LIMIT_PAUSES = [20_000, 40_000, 60_000];
const RATE_LIMIT_TRIES = 12;

/** Milliseconds before a submission that never left this machine is sent again. */
const CONNECTION_PAUSE = 5_000;
const CONNECTION_TRIES = 3;

/**
 * How long to pause before the same submission may be sent again, in milliseconds; null when it must not be.
 *
 * A submission costs money and has no idempotency key, so it goes out again only when it is certain that nothing was
 * created: the service was not reached at all, or turned it away for the rate limit (field notes, table of codes).
 *
 * @param answer - what came of the last try
 * @param tries - how often it was sent so far
 */
export function pauseBeforeResubmitting(answer: Answer, tries: number): number | null {
	if (isSuccess(answer) || answer.mayHaveCreated) return null;
	if (answer.outcome === 'rateLimited' && tries < RATE_LIMIT_TRIES) {
		return RATE_LIMIT_PAUSES[Math.min(tries, RATE_LIMIT_PAUSES.length) - 1] ?? null;
	}
	const neverSent = answer.outcome === 'temporary' && answer.httpStatus === null;
	return neverSent && tries < CONNECTION_TRIES ? CONNECTION_PAUSE : null;
}
