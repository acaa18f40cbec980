import type { IExecuteFunctions } from 'n8n-workflow';
import { buildSubmission, type Submission } from '../service/rules/submission';
import {
	accept,
	allAccepted,
	checkCount,
	type Checked,
	checkSwitch,
	problemsIn,
	refuse,
} from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { readNumber, shown } from '../lib/values';
import { inputFailure, type ItemFailure, type NothingDone } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { readCollection, readGiven } from '../n8n/parameters';
import { checkPolicy, checkWaitMode, type WaitMode } from '../wait/readWait';
import type { PollingPolicy } from '../wait/rules/polling';
import {
	additionalFields,
	choiceFields,
	description,
	optionsField,
	SUBMISSION_DEFAULTS,
	waitForClips,
} from './create.fields';
import { openMemory } from './journal';
import type { SubmissionPolicy } from './rules/resubmission';

const MOST_PER_MINUTE = 600;

/** A day, in minutes. */
const LONGEST_RATE_LIMIT_WAIT = 1_440;

/** An input item that has passed all checks: nothing is read from its parameters after the first submission. */
export interface CheckedItem {
	itemIndex: number;
	submission: Submission;
	/** How submissions keep to the limits of the service. */
	policy: SubmissionPolicy;
	/** Poll interval and Max Wait; null when nobody waits for the clips. */
	wait: PollingPolicy | null;
	waitMode: WaitMode;
}

const NOTHING_SENT = 'Nothing was sent or charged for this item in this execution';

/** What a wrong parameter means for the user's money, and what to do next. */
export const NOT_SENT: NothingDone = {
	money: NOTHING_SENT,
	todo: 'Correct the parameter and execute again.',
	next: 'Then execute again.',
};

const SUBMIT_ALONE =
	'submit this video alone: a new execution with all items would pay again for those that were submitted.';

/** The same where other videos were submitted. */
const ONLY_THIS_NOT_SENT: NothingDone = {
	money: NOTHING_SENT,
	todo: `Correct the parameter, then ${SUBMIT_ALONE}`,
	next: `Then ${SUBMIT_ALONE}`,
};

/** What it means that an item cannot be submitted: for its own items, or because of earlier rounds of a loop, the execution may have others to pay for. */
export function notSent(context: IExecuteFunctions): NothingDone {
	const hasOthers = context.continueOnFail() && context.getInputData().length > 1;
	return hasOthers || !openMemory(context).isEmpty() ? ONLY_THIS_NOT_SENT : NOT_SENT;
}

/**
 * Checks the parameters for one input item.
 *
 * @param reachesOwnNetwork - whether the service may reach addresses that the internet does not know
 */
export function checkItem(
	context: IExecuteFunctions,
	itemIndex: number,
	{ money, todo }: NothingDone,
	reachesOwnNetwork: boolean,
): CheckedItem | ItemFailure {
	const options = readCollection(context, optionsField, itemIndex);
	const given = options.ok ? options.value : {};
	const checks = {
		submission: readSubmission(context, itemIndex, reachesOwnNetwork),
		waits: readWaitForClips(context, itemIndex),
		waitMode: checkWaitMode(given),
		wait: checkPolicy(given),
		policy: checkSubmissionPolicy(given),
		options,
	};
	if (!allAccepted(checks)) {
		return inputFailure(context, itemIndex, problemsIn(checks), description, `${money}. ${todo}`);
	}
	return {
		itemIndex,
		submission: checks.submission.value,
		policy: checks.policy.value,
		wait: checks.waits.value ? checks.wait.value : null,
		waitMode: checks.waitMode.value,
	};
}

function readWaitForClips(context: IExecuteFunctions, itemIndex: number): Checked<boolean> {
	const field = isToolCall(context) ? waitForClips.tool : waitForClips.node;
	const given = readGiven(context, [field], itemIndex);
	return given.ok ? checkSwitch(field.name, given.value[field.name]) : given;
}

function readSubmission(
	context: IExecuteFunctions,
	itemIndex: number,
	reachesOwnNetwork: boolean,
): Checked<Submission> {
	const choices = readGiven(context, choiceFields, itemIndex);
	const collection = readCollection(context, additionalFields, itemIndex);
	if (!choices.ok || !collection.ok) return { ok: false, problems: problemsIn([choices, collection]) };
	const { customFields, ...others } = collection.value;
	return buildSubmission({
		fields: {
			...others,
			...choices.value,
			videoUrl: context.getNodeParameter('videoUrl', itemIndex, null),
		},
		langCode: context.getNodeParameter('langCode', itemIndex, ''),
		customFields,
		reachesOwnNetwork,
	});
}

/** Checks how submissions keep to the limits of the service. */
function checkSubmissionPolicy(options: JsonObject): Checked<SubmissionPolicy> {
	const { submissionsPerMinute, maxRateLimitWait } = { ...SUBMISSION_DEFAULTS, ...options };
	const perMinute = checkCount('submissionsPerMinute', submissionsPerMinute, MOST_PER_MINUTE);
	const minutes = readNumber(maxRateLimitWait);
	if (!perMinute.ok) return perMinute;
	if (minutes === undefined || minutes < 0 || minutes > LONGEST_RATE_LIMIT_WAIT) {
		return refuse(
			'maxRateLimitWait',
			`must be a number of minutes from 0 to ${LONGEST_RATE_LIMIT_WAIT}, but is ${shown(maxRateLimitWait)}`,
		);
	}
	return accept({ submissionsPerMinute: perMinute.value, maxRateLimitWait: minutes * 60_000 });
}
