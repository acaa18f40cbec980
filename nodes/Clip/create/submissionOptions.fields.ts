import type { INodeProperties } from 'n8n-workflow';
import { SUBMISSION_LIMITS } from '../service/rules/vocabulary';

/** How submissions keep to the limits of the service when the user does not say. */
export const SUBMISSION_DEFAULTS = {
	/** Minutes: beyond the published hourly limit, a batch goes on in the next hour. */
	maxRateLimitWait: 75,
	submissionsPerMinute: SUBMISSION_LIMITS.perMinute,
};

const { maxRateLimitWait, submissionsPerMinute } = SUBMISSION_DEFAULTS;

/** How submissions keep to the limits of the service. */
export const submissionOptions: readonly INodeProperties[] = [
	{
		displayName: 'Max Rate Limit Wait (Minutes)',
		name: 'maxRateLimitWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: maxRateLimitWait,
		description:
			'How many minutes a video may wait at most until the service accepts it. What would take longer is refused before anything is sent. Meanwhile n8n shows the node as running.',
	},
	{
		displayName: 'Submissions per Minute',
		name: 'submissionsPerMinute',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: submissionsPerMinute,
		description: `How many videos to submit within a minute at most, over all executions of this n8n. The service publishes two limits: ${SUBMISSION_LIMITS.perMinute} a minute and ${SUBMISSION_LIMITS.perHour} an hour. If you set more than ${SUBMISSION_LIMITS.perMinute}, the node ignores the hourly limit.`,
	},
];
