import { type Advice, evidenceOf, joined } from './advice';
import type { WaitResult } from './polling';

/*
 * What a person reads about troubles that are not in an answer of the service: about waiting, and about what was entered.
 */

const GO_ON =
	"The service goes on with the project, and nothing is lost: use 'Wait' or 'Get' with this project ID. Do not submit the video again.";

/** How a wait may end by itself without a ready project. */
export type UnfinishedWait = Exclude<WaitResult, { end: 'ready' | 'failed' }>;

/**
 * Explains a wait that ended before its project did.
 *
 * @param projectId - the project that was waited for
 * @param result - how the wait ended
 */
export function adviceOnWait(projectId: string, result: UnfinishedWait): Advice {
	if (result.end === 'stopped') {
		return { title: `The waiting was stopped: project ${projectId}`, description: GO_ON };
	}
	if (result.end === 'broken') {
		return {
			title: `The waiting broke off: project ${projectId}`,
			description: joined(result.reason, GO_ON),
		};
	}
	const minutes = Math.round(result.waitedMs / 60_000);
	const last = result.lastFailure === null ? '' : evidenceOf(result.lastFailure);
	return {
		title: `Not ready after ${minutes === 1 ? '1 minute' : `${minutes} minutes`} of waiting: project ${projectId}`,
		description: joined('The time to wait is over.', GO_ON, last),
	};
}

/**
 * Explains a project that is still processing where the user wants that to be an error.
 *
 * @param projectId - the project
 */
export const adviceOnProcessing = (projectId: string): Advice => ({
	title: `Project ${projectId} is still processing`,
	description: GO_ON,
});

/** A rule that input breaks, with the words of the panel. */
export interface LabelledProblem {
	label: string;
	field: string;
	rule: string;
}

/**
 * Explains input that breaks rules.
 *
 * @param problems - what is wrong
 */
export const adviceOnInput = (problems: readonly LabelledProblem[]): Advice => ({
	title: problems.map(({ label, field, rule }) => `'${label}' (${field}) ${rule}`).join('; '),
	description:
		'Nothing was sent to the service and nothing was charged. Correct the parameter and run again.',
});

/**
 * Explains a credential that cannot be used.
 *
 * @param reason - what is wrong with it
 */
export const adviceOnCredential = (reason: string): Advice => ({
	title: `The credential cannot be used: ${reason}`,
	description: 'Open the credential, correct the field and test it. Nothing was sent.',
});

/** Explains why an AI agent cannot download. */
export const TOOL_ADVICE: Advice = {
	title: "'Download' gives a file, and an AI agent takes no files from its tools",
	description:
		"Let the agent use 'Get' and hand the clips on, and put a Clip node with 'Download' behind the agent.",
};
