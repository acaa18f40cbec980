import { type Answer, type FailedAnswer, isProjectAnswer } from '../../service/rules/answer';

/*
 * When a video that was submitted before is not submitted again.
 */

const MINUTE = 60_000;

/**
 * How long a submission counts where nobody executes by hand, in milliseconds. It is longer than it takes until somebody retries, and
 * shorter than a day, since a nightly `latest.mp4` is another video.
 */
const REUSE_WINDOW = 120 * MINUTE;

/**
 * How long the service may not know a project that it has accepted, in milliseconds. This is generous: a project that is only late
 * would be paid for again.
 */
const UNKNOWN_PROJECT_GRACE = 10 * MINUTE;

export type SubmitAgain = 'auto' | 'always' | 'never';

/** What decides whether an earlier submission counts. */
export interface Circumstances {
	submitAgain: SubmitAgain;
	/** Whether a person executes in the editor, or this is the Retry of that. */
	wasStartedManually: boolean;
	/** Whether a person executes in the editor at this moment. */
	isManual: boolean;
	/** Whether this execution, or the one that its Retry repeats, has sent it or used it again. */
	isOwn: boolean;
	/** How long ago it was submitted, in milliseconds. */
	age: number;
}

/** Whether an earlier submission counts. If so, its project is used again; if nobody knows its project, nothing is sent. */
export function doesSubmissionCount({ submitAgain, wasStartedManually, isOwn, age }: Circumstances): boolean {
	if (isOwn) return true;
	if (submitAgain !== 'auto') return submitAgain === 'never';
	return wasStartedManually || age < REUSE_WINDOW;
}

/** Null unless the project has failed for sure: with a code that is not documented, it may still bring clips. */
export const certainFailureIn = (answer: Answer): FailedAnswer | null =>
	!isProjectAnswer(answer) && answer.fate === 'failed' ? answer : null;

/**
 * What to do with the answer on a project that counts. The video is paid for again only by hand, after a code for a failed or unknown
 * project.
 *
 * @returns `queryAgain`: ask some more times, and submit the video if the service still does not know the project
 */
export function decideReuse(
	answer: Answer,
	{ isManual, isOwn, age }: Circumstances,
): 'queryAgain' | 'submit' | 'reuse' {
	if (isProjectAnswer(answer) || isOwn || !isManual) return 'reuse';
	if (certainFailureIn(answer) !== null) return 'submit';
	return answer.fate === 'unknownProject' && age >= UNKNOWN_PROJECT_GRACE ? 'queryAgain' : 'reuse';
}
