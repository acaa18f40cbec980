import type { Advice, Executor, NothingDone } from '../../lib/advice';
import { shownLink } from '../../lib/redact';
import { joined } from '../../lib/text';
import { LOOK_FOR_PROJECT, UNKNOWN_CREATION } from '../../service/rules/advice';
import type { Submission } from '../../service/rules/submission';
import { SUBMISSION_LIMITS } from '../../service/rules/vocabulary';

/*
 * What Create says, but for what answers of the service mean.
 */

const NOTHING_CHARGED = 'Nothing was sent or charged';

/** What a wrong parameter means. */
export const NOT_SUBMITTED: NothingDone = {
	money: NOTHING_CHARGED,
	meaning: `${NOTHING_CHARGED}.`,
	todo: 'Correct the parameter and execute again.',
	next: 'Then execute again.',
};

/**
 * A submission that was noted, and nobody knows what came of it.
 *
 * @param submittedAt - epoch milliseconds
 */
export const adviceOnLostResult = (video: string, submittedAt: number, executor: Executor): Advice => ({
	title: UNKNOWN_CREATION.title,
	meaning: `${video} was submitted before, or may have been, at ${new Date(submittedAt).toISOString()}, and n8n has lost the result. It was not sent again.`,
	todo: joined("The log of n8n says 'Created project' if it was.", LOOK_FOR_PROJECT[executor]),
});

/** A submission that was not sent, because n8n could not record it before. */
export const adviceOnUnrecorded = (reason: string): Advice => ({
	title: 'n8n could not record the submission, so it was not sent',
	meaning: `Nothing was charged. Each submission is first recorded in n8n's database, so that a crash cannot make you pay twice. Reason: ${reason}.`,
	todo: 'Execute again when the database answers.',
});

/** The same in a Retry, where the execution that it repeats may have sent it. */
export const adviceOnUnrecordedRetry = (reason: string): Advice => ({
	title: UNKNOWN_CREATION.title,
	meaning: `n8n's database did not answer, so nobody knows whether this video was submitted before. It was not sent now. Reason: ${reason}.`,
	todo: 'Retry again when the database answers.',
});

/**
 * A submission that a person has stopped before it was accepted.
 *
 * @param tries - how often it was tried before
 */
export const adviceOnStop = (tries: number): Advice => ({
	title: 'The execution was stopped before this video was submitted',
	meaning: `${tries === 0 ? 'Nothing was sent for this video' : 'The service had not accepted this video yet, and the node sent no more for it'}, so no project was created and nothing was charged.`,
	todo: 'To submit it, execute again.',
});

/** How many videos one run of the node takes. Longer ones would keep an execution running for hours. */
export const MOST_VIDEOS = 40;

const LIMITS = `The service accepts ${SUBMISSION_LIMITS.perMinute} submissions a minute and ${SUBMISSION_LIMITS.perHour} an hour`;

/**
 * A submission that would have to wait longer than a tool may.
 *
 * @param until - when it may go out, epoch milliseconds
 */
export const adviceOnPace = (until: number): Advice => ({
	title: 'No more submissions are possible at the moment',
	meaning: 'No project was created and nothing was charged.',
	todo: `${LIMITS}, and 'Submissions per Minute' may allow fewer. Try again after ${new Date(until).toISOString()}.`,
});

/**
 * More videos than the node submits at once.
 *
 * @param videos - how many it was given, the same one counted once
 */
export const adviceOnBatch = (videos: number): Advice => ({
	title: `${videos} videos are too many at once: Create takes ${MOST_VIDEOS}`,
	meaning: 'None of them was sent, and nothing was charged.',
	todo: `Put Loop Over Items before this node, with a Batch Size of ${MOST_VIDEOS} at most. ${LIMITS}, so it takes its time.`,
});

/** Helps to find a project of which nothing else is known. */
export const whichVideo = (submission: Submission, sentAt: number): string =>
	`Video: ${shownLink(submission.videoUrl)}, submitted at ${new Date(sentAt).toISOString()}.`;

interface Video {
	itemIndex: number;
	submission: Submission;
}

/** Names videos that an error leaves behind, in a sentence that ends with them. */
const namedIn = (sentence: string, videos: readonly Video[]): string =>
	`${sentence}: ${videos
		.map(({ itemIndex, submission }) => `${shownLink(submission.videoUrl)} (item ${itemIndex})`)
		.join(', ')}.`;

/** Names the videos that were not submitted, for an error that ends the execution. */
export function nameUnsent(videos: readonly Video[], isRetry: boolean): string {
	if (videos.length === 0) return '';
	return namedIn(
		isRetry
			? 'This Retry ended before these videos, so the execution that it repeats may have submitted them'
			: 'Videos that this execution did not submit',
		videos,
	);
}

/** Names the videos whose results n8n has lost, for an error that ends the execution. */
export const nameLost = (videos: readonly Video[]): string =>
	videos.length === 0
		? ''
		: `${namedIn('Videos that were submitted before, or may have been', videos)} n8n has lost their results. Look for their projects before you submit them again.`;

/**
 * Says that submitting took its time.
 *
 * @param waited - for how long videos had to wait for the limits of the service, in milliseconds
 */
export const tookLonger = (waited: number): string =>
	`Submitting took ${Math.ceil(waited / 60_000)} min longer to keep to the limits of the service, which accepts only a few videos a minute. See 'Submissions per Minute' in 'Options'.`;

/** A project that is used again. */
interface UsedAgain {
	itemIndex: number;
	projectId: string;
	/** When it was submitted, epoch milliseconds. */
	sentAt: number;
}

/** Says which projects are used again, and how to submit their videos anew. */
export const usedAgain = (projects: readonly UsedAgain[]): string =>
	`Submitted before, so not paid for again: ${projects
		.map(
			({ itemIndex, projectId, sentAt }) =>
				`project ${projectId} (item ${itemIndex}), from ${new Date(sentAt).toISOString()}`,
		)
		.join(
			'; ',
		)}. To submit again, set 'Submit Again' in 'Options' to 'Each Time' for one execution, and back afterwards.`;

/**
 * How far a batch is, for the log.
 *
 * @param until - when its last video can go out, epoch milliseconds
 */
export const progressOfBatch = (submitted: number, videos: number, until: number): string =>
	`${submitted} of ${videos} videos are submitted, the last one at about ${new Date(until).toISOString()}: the service accepts ${SUBMISSION_LIMITS.perMinute} a minute and ${SUBMISSION_LIMITS.perHour} an hour, or what 'Submissions per Minute' says`;

/**
 * That the service accepts no more for the moment, for the log.
 *
 * @param until - when its account may send again, epoch milliseconds
 */
export const turnedAway = (video: string, until: number): string =>
	`The service turned ${video} away for the rate: nothing goes out before ${new Date(until).toISOString()}`;
