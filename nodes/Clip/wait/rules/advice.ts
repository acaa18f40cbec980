import type { Advice, Executor } from '../../lib/advice';
import { joined } from '../../lib/text';
import { lastWordsOf, projectContinues } from '../../service/rules/advice';
import type { WaitEnd } from './step';

/*
 * What is said of waiting, but for what answers of the service mean.
 */

/** How a wait may end by itself without a ready project. */
type UnfinishedWait = Exclude<WaitEnd, { kind: 'answered' | 'failed' }> | { kind: 'processing' };

/** A wait that ended before its project did. */
export function adviceOnWait(projectId: string, result: UnfinishedWait, executor: Executor): Advice {
	const todo = projectContinues(executor);
	if (result.kind === 'stopped') {
		return { title: `The waiting was stopped: project ${projectId}`, meaning: '', todo };
	}
	if (result.kind === 'processing') {
		return { title: `Project ${projectId} is still processing`, meaning: '', todo };
	}
	const minutes = Math.round(result.waitedMs / 60_000);
	return {
		title: `Not ready after ${minutes === 1 ? '1 minute' : `${minutes} minutes`} of waiting: project ${projectId}`,
		meaning: 'The maximum wait has passed.',
		todo,
		facts: result.lastFailure === null ? '' : lastWordsOf(result.lastFailure),
	};
}

/** A wait that another version of this package has stored. */
export const adviceOnUnreadWait = (projectIds: readonly string[]): Advice => ({
	title: 'The package was changed meanwhile, and cannot read for what the execution waits',
	meaning: `Its projects: ${projectIds.join(', ')}.`,
	todo: projectContinues('caller'),
});

/**
 * Names the other projects of an execution that ends.
 *
 * @param projects - each in words
 */
export const otherProjects = (projects: readonly string[], executor: Executor): string =>
	joined(`Other projects of this execution: ${projects.join(', ')}.`, NOT_PAID_AGAIN[executor]);

const NOT_PAID_AGAIN: Record<Executor, string> = {
	person: 'Executing again does not pay for them again.',
	publisher: 'A Retry does not pay for them again.',
	caller: '',
};

/**
 * Says that an execution which should have paused was kept running.
 *
 * @param reason - why
 * @param isTool - an agent's tool has no parameter for that
 */
export const keptRunning = (reason: string, isTool: boolean): string =>
	joined(
		`The execution could not be paused, so it kept running while it waited. Reason: ${reason}.`,
		isTool ? '' : "'Keep It Running' in 'Wait Mode' does the same without this hint.",
	);

/** Why an execution that could not be paused was kept running. */
export const NOT_PAUSED = {
	agent: 'an AI agent cannot be paused',
	evaluation: 'an evaluation does not wait for an execution that pauses',
	noCheck: 'n8n did not register the status check',
	/** The status check has no data of the workflow. */
	needsData:
		'the credential was changed meanwhile, or has an expression that needs data of the workflow, which the status check of a paused execution does not have',
	stopped: 'the execution was stopped',
	unsaved: 'the workflow is not saved',
	version: 'that needs n8n 2.41 or later, or exactly 2.39.8',
} as const;

/** An execution that waits, and its node. */
interface WaitingExecution {
	name: string;
	/** To the execution in n8n. */
	link: string;
	executionId: string;
	projectIds: readonly string[];
}

/** The note beside a status check: says what an execution is that somebody finds in the list and did not start. */
export const noteOnCheck = ({ name, link, executionId, projectIds }: WaitingExecution): string =>
	[
		`**This is not your workflow. It is an automatic status check. It belongs to [execution ${executionId}](${link})** and its node "${name}", and ends by itself.`,
		`Projects: ${projectIds.join(', ')}.`,
		'**If you stop it, your execution ends, too.** If you delete it, your execution waits until somebody stops it. Neither cancels a project.',
	].join('\n\n');
