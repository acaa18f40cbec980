import { z } from 'zod/v3';
import { aSwitch, count, oneOf, together } from '../lib/fields';
import type { Parameters } from '../n8n/parameters';
import { type Submission, submissionParameters } from '../service/rules/submission';
import type { ChosenPolicy } from '../wait/rules/watching';
import { pollingParameters, type WaitMode, waitModeParameter } from '../wait/wait.schema';
import type { SubmitAgain } from './rules/reuse';
import { description, SUBMISSIONS_PER_MINUTE, SUBMIT_AGAIN } from './create.fields';

const MOST_PER_MINUTE = 600;

/** What Create takes of an item: nothing is read from its parameters after the first submission. */
export interface CreateParameters {
	submission: Submission;
	/** How many submissions may go out within a minute. */
	submissionsPerMinute: number;
	/** Whether a video that was submitted before is submitted again. */
	submitAgain: SubmitAgain;
	/** Poll interval and Max Wait; null when nobody waits for the clips. */
	wait: ChosenPolicy | null;
	waitMode: WaitMode;
}

/**
 * The parameters of Create. A tool does not wait by default.
 *
 * @param reachesOwnNetwork - whether the service may reach addresses that the internet does not know
 */
export const createParameters = (reachesOwnNetwork: boolean): Parameters<CreateParameters> => ({
	fields: description,
	schema: together({
		submission: submissionParameters(reachesOwnNetwork),
		waits: z.object({ waitForClips: aSwitch.default(true) }),
		waitMode: waitModeParameter,
		wait: pollingParameters,
		options: z.object({
			submissionsPerMinute: count(MOST_PER_MINUTE).default(SUBMISSIONS_PER_MINUTE),
			submitAgain: oneOf(SUBMIT_AGAIN).default('auto'),
		}),
	}).transform(({ waits, wait, options, ...others }) => ({
		...others,
		...options,
		wait: waits.waitForClips ? wait : null,
	})),
	inTool: { waitForClips: false },
});
