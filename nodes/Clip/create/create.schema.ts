import { z } from 'zod/v3';
import { aSwitch, count, field, type Schema, together } from '../lib/fields';
import { readNumber } from '../lib/values';
import type { Parameters } from '../n8n/parameters';
import { type Submission, submissionParameters } from '../service/rules/submission';
import type { PollingPolicy } from '../wait/rules/polling';
import { pollingParameters, type WaitMode, waitModeParameter } from '../wait/wait.schema';
import { description, SUBMISSION_DEFAULTS } from './create.fields';
import type { SubmissionPolicy } from './rules/resubmission';

const MOST_PER_MINUTE = 600;

/** A day, in minutes. */
const LONGEST_RATE_LIMIT_WAIT = 1_440;

const { maxRateLimitWait, submissionsPerMinute } = SUBMISSION_DEFAULTS;

const submissionPolicy: Schema<SubmissionPolicy> = z.object({
	submissionsPerMinute: count(MOST_PER_MINUTE).default(submissionsPerMinute),
	maxRateLimitWait: field((value) => {
		const minutes = readNumber(value);
		const isValid = minutes !== undefined && minutes >= 0 && minutes <= LONGEST_RATE_LIMIT_WAIT;
		return isValid ? minutes * 60_000 : undefined;
	}, `must be a number of minutes from 0 to ${LONGEST_RATE_LIMIT_WAIT}`).default(maxRateLimitWait),
});

/** What Create takes of an item: nothing is read from its parameters after the first submission. */
export interface CreateParameters {
	submission: Submission;
	/** How submissions keep to the limits of the service. */
	policy: SubmissionPolicy;
	/** Poll interval and Max Wait; null when nobody waits for the clips. */
	wait: PollingPolicy | null;
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
		policy: submissionPolicy,
	}).transform(({ waits, wait, ...others }) => ({ ...others, wait: waits.waitForClips ? wait : null })),
	inTool: { waitForClips: false },
});
