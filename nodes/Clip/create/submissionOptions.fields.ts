import type { INodeProperties } from 'n8n-workflow';
import { SUBMISSION_LIMITS } from '../interface/vocabulary';

/** How submissions keep to the limits of the service when the user does not say. */
export const SUBMISSION_DEFAULTS = {
	/** Minutes: beyond the published hourly limit, the next video of a batch waits for the next hour. */
	maxRateLimitWait: 75,
	submissionsPerMinute: SUBMISSION_LIMITS.perMinute,
};

const { maxRateLimitWait, submissionsPerMinute } = SUBMISSION_DEFAULTS;

/** How submissions keep to the limits of the service. */
export const submissionOptions: INodeProperties = {
	displayName: 'Submission Options',
	name: 'submissionOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: { operation: ['create'] } },
	options: [
		{
			displayName: 'Max Rate Limit Wait (Minutes)',
			name: 'maxRateLimitWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: maxRateLimitWait,
			description:
				'How many minutes to keep trying to submit a video while the service accepts no more. Nothing is charged meanwhile.',
		},
		{
			displayName: 'Submissions per Minute',
			name: 'submissionsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: submissionsPerMinute,
			description: `How many videos to submit within a minute at most, over all executions of this n8n. The service publishes two limits: ${SUBMISSION_LIMITS.perMinute} a minute and ${SUBMISSION_LIMITS.perHour} an hour. If you set more than ${SUBMISSION_LIMITS.perMinute}, the node ignores the hourly limit.`,
		},
	],
};
