import { ADVICE, type Audience } from './advice';
import {
	describeMoment,
	LIMITS_SENTENCE,
	NOT_CREATED,
	NOTHING_CHARGED,
	type ProblemText,
} from './problemText';

/*
 * Videos that were not submitted: nothing was sent, or the service has not accepted them.
 */

export const submissionTexts = {
	/** A tool may not wait that long. `until`: epoch milliseconds. */
	notYetSubmitted: ({ until }: { until: number }): ProblemText => ({
		title: 'No more submissions are possible at the moment',
		meaning: NOT_CREATED,
		nextStep: `${LIMITS_SENTENCE}, and 'Submissions per Minute' may allow fewer. Try again after ${describeMoment(until)}.`,
	}),
	stoppedBefore: (_facts: object, audience: Audience): ProblemText => ({
		title: 'The execution was stopped before this video was submitted',
		meaning: 'The service had not accepted it, so it cost nothing.',
		nextStep: `To submit it, ${ADVICE[audience === 'operator' ? 'person' : audience].again}.`,
	}),
	/** `videos`: how many different ones. */
	tooManyVideos: ({ videos, most }: { videos: number; most: number }): ProblemText => ({
		title: `${videos} videos are too many at once: 'Create Clips' takes ${most}`,
		meaning: 'This time, none of them was sent or charged.',
		nextStep: `Put 'Loop Over Items' before this node, with a 'Batch Size' of ${most} at most. ${LIMITS_SENTENCE}, so a large batch takes hours.`,
	}),
	unrecorded: ({ reason }: { reason: string }, audience: Audience): ProblemText => ({
		title: 'n8n could not record the submission, so it was not sent',
		meaning: `${NOTHING_CHARGED}.`,
		nextStep: `When n8n's database answers again, ${ADVICE[audience].again}.`,
		background: `Reason: ${reason}.`,
	}),
};
