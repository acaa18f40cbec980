import { type Answer, isSuccess } from '../../service/rules/answer';
import { FAILED_PROJECT_CODES } from '../../service/rules/codes';

/*
 * When a video that was submitted before is not submitted again: promise 3, in one place.
 */

const MINUTE = 60_000;

/** For how long a submission counts where nobody executes by hand, in milliseconds: longer than a Retry takes to come, but a nightly `latest.mp4` is another video. */
const COUNTS_FOR = 120 * MINUTE;

/** For how long the service may not know yet what it has accepted, in milliseconds: a wide bound, since a project that is only late would be paid for again. */
const NOT_KNOWN_YET = 10 * MINUTE;

export type SubmitAgain = 'auto' | 'always' | 'never';

/** What decides whether an earlier submission counts. */
export interface Circumstances {
	submitAgain: SubmitAgain;
	/** Whether a person executes in the editor, or this is the Retry of that. */
	isForPerson: boolean;
	isRetry: boolean;
	/** Whether this execution, or the one that its Retry repeats, has sent it or used it again. */
	isOwn: boolean;
	/** How long ago it was submitted, in milliseconds. */
	age: number;
}

/** How long ago something was; what lies in the future, since a clock was set back, has just been. */
export const ageOf = (at: number, now: number): number => Math.max(0, now - at);

/** Whether a submission counts, so that its project is used again, and nothing is sent where its project is not known. */
export function stillCounts({ submitAgain, isForPerson, isOwn, age }: Circumstances): boolean {
	if (isOwn) return true;
	if (submitAgain !== 'auto') return submitAgain === 'never';
	return isForPerson || age < COUNTS_FOR;
}

/** Whether a project has failed, by a code that is documented: with it, somebody may pay for the video again. */
export const isDocumentedFailure = (answer: Answer): boolean =>
	!isSuccess(answer) && FAILED_PROJECT_CODES.has(answer.code);

/**
 * What to do after the service was asked for a project that counts. It is paid for again only where the service's own code says so, and a
 * person is there to see it.
 *
 * @returns `askAgain`: submit the video if the service keeps saying that it does not know the project
 */
export function verdictOn(
	answer: Answer,
	{ isForPerson, isRetry, isOwn, age }: Circumstances,
): 'askAgain' | 'submit' | 'use' {
	if (isSuccess(answer) || isOwn || !isForPerson || isRetry) return 'use';
	if (isDocumentedFailure(answer)) return 'submit';
	return answer.standing === 'unknownProject' && age >= NOT_KNOWN_YET ? 'askAgain' : 'use';
}
