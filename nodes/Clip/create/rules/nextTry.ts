import { type Answer, isProjectAnswer } from '../../service/rules/answer';

const MINUTE = 60_000;

/** How long the videos of an account are tried again while the service turns all of them away, in milliseconds. */
const LONGEST_TRYING = 120 * MINUTE;

/** Milliseconds before a submission that was turned away for the rate limit is sent again: growing from the first to the last. */
const RATE_LIMIT_DELAY = { first: 20_000, last: MINUTE };

/** Milliseconds before a submission that never left this machine is sent again. */
const CONNECTION_DELAY = 5_000;
const CONNECTION_TRIES = 3;

/** What is known of a submission that was not accepted yet. */
interface SubmissionState {
	/** How often it has not got through to the service. */
	failedTries: number;
	/** How long the service has turned the account away, in milliseconds. */
	rateLimitedFor: number;
	/** When it last failed, epoch milliseconds. */
	failedAt: number;
}

/**
 * How long to wait before the same submission may be sent again, in milliseconds; null when it must not be.
 *
 * A submission costs money and has no idempotency key, so it goes out again only when it is certain that nothing was created: the service
 * was not reached at all, or turned it away for the rate limit (field notes, table of codes).
 */
export function delayBeforeNextTry(
	answer: Answer,
	{ failedTries, rateLimitedFor, failedAt }: SubmissionState,
): number | null {
	if (isProjectAnswer(answer) || answer.fate !== 'notCreated') return null;
	if (answer.kind === 'rateLimited') {
		// A clock that was set back must not let it go out at once.
		const growing = Math.min(RATE_LIMIT_DELAY.first + Math.max(rateLimitedFor, 0), RATE_LIMIT_DELAY.last);
		// A gateway may ask for a longer delay, but not a shorter one: `Retry-After: 0` would flood it.
		const delay = Math.max(growing, (answer.retryAt ?? 0) - failedAt);
		return rateLimitedFor + delay > LONGEST_TRYING ? null : delay;
	}
	const neverSent = answer.kind === 'temporary' && answer.httpStatus === null;
	// A wrong field in the credential stays wrong. Where n8n could not open it, the database may only be away for a moment.
	const mayPass = neverSent && answer.credentialFault === null;
	return mayPass && failedTries < CONNECTION_TRIES ? CONNECTION_DELAY : null;
}
