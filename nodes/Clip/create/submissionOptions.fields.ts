import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { type Checked, refuse } from '../values/checked';
import type { SubmissionPolicy } from './rules/resubmission';
import { isUnset, readNumber, readWholeNumber, shown } from '../values/values';
import { SUBMISSION_LIMITS } from '../interface/vocabulary';
import { readCollection } from '../n8n/parameters';

const DEFAULT_PER_MINUTE = SUBMISSION_LIMITS.perMinute;
const MOST_PER_MINUTE = 600;

/** Beyond the published hourly limit, the next video of a batch waits for the next hour. */
const DEFAULT_WAIT_MINUTES = 75;

/** A day, in minutes. */
const LONGEST_WAIT_MINUTES = 1_440;

/**
 * How submissions keep to the limits of the service.
 *
 * @param displayOptions - when the panel shows it
 */
export const submissionOptions = (displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
	displayName: 'Submission Options',
	name: 'submissionOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions,
	options: [
		{
			displayName: 'Max Rate Limit Wait (Minutes)',
			name: 'maxRateLimitWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_WAIT_MINUTES,
			description:
				'How many minutes to keep trying to submit a video while the service accepts no more. Nothing is charged meanwhile.',
		},
		{
			displayName: 'Submissions per Minute',
			name: 'submissionsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_PER_MINUTE,
			description: `How many videos to submit within a minute at most, over all executions of this n8n. The service publishes two limits: ${SUBMISSION_LIMITS.perMinute} a minute and ${SUBMISSION_LIMITS.perHour} an hour. If you set more than ${SUBMISSION_LIMITS.perMinute}, the node ignores the hourly limit.`,
		},
	],
});

/** Reads how submissions keep to the limits of the service. */
export function readSubmissionPolicy(
	context: IExecuteFunctions,
	itemIndex: number,
): Checked<SubmissionPolicy> {
	const options = readCollection(context, submissionOptions({}), itemIndex);
	if (!options.ok) return options;
	const { submissionsPerMinute, maxRateLimitWait } = options.value;
	const perMinute = isUnset(submissionsPerMinute)
		? DEFAULT_PER_MINUTE
		: readWholeNumber(submissionsPerMinute);
	const minutes = isUnset(maxRateLimitWait) ? DEFAULT_WAIT_MINUTES : readNumber(maxRateLimitWait);
	if (perMinute === undefined || perMinute < 1 || perMinute > MOST_PER_MINUTE) {
		return refuse(
			'submissionsPerMinute',
			`must be a whole number from 1 to ${MOST_PER_MINUTE}, but is ${shown(submissionsPerMinute)}`,
		);
	}
	if (minutes === undefined || minutes < 0 || minutes > LONGEST_WAIT_MINUTES) {
		return refuse(
			'maxRateLimitWait',
			`must be a number of minutes from 0 to ${LONGEST_WAIT_MINUTES}, but is ${shown(maxRateLimitWait)}`,
		);
	}
	return { ok: true, value: { submissionsPerMinute: perMinute, maxRateLimitWait: minutes * 60_000 } };
}
