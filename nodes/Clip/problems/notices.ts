import type { ExecutionProject } from './facts';
import { redactLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { type AnswerProblem, answerTexts, describeAnswer } from './answers';
import { describeMoment } from './problemText';

/*
 * Texts beside the words of a problem: remarks in an error, hints, the note on a canvas, answers to callers of the trigger.
 */

interface Video {
	itemIndex: number;
	link: string;
}

/** What an error may add, by code. */
export const remarkTexts = {
	filesStored: ({ stored, all }: { stored: number; all: number }): string =>
		`${stored} of ${all} files were stored. To output them, set 'On Error' to 'Continue'.`,
	/** For videos of which nobody knows whether they were submitted. */
	maybeSubmitted: ({ videos }: { videos: readonly Video[] }): string =>
		videos.length === 0
			? ''
			: `Videos that may have been submitted: ${videos
					.map(({ itemIndex, link }) => `${redactLink(link)} (item ${itemIndex})`)
					.join(', ')}. Look for their projects in the service before you submit them again.`,
	/** For the error that ends an execution: nothing else would keep the IDs of its other projects. */
	otherProjects: ({ projects }: { projects: readonly ExecutionProject[] }): string =>
		`Other projects of this execution: ${projects
			.map(({ itemIndex, projectId }) => `${projectId} (item ${itemIndex})`)
			.join(
				', ',
			)}. 'Get Clips' with these IDs is free. 'Create Clips' may pay again: for a project that has failed or is unknown, with other settings, with another 'API Key' or 'Base URL', or outside the editor two hours after submission.`,
	/** How to start the workflow with these clips later: the service does not call again. */
	startAgain: ({ projectId }: { projectId: string }): string =>
		`To start this workflow with these clips later, retry this execution, or POST {"projectId":"${projectId}"} to the trigger's URL, with its Secret.`,
};

interface ReusedProject {
	itemIndex: number;
	projectId: string;
	/** When it was submitted, epoch milliseconds. */
	submittedAt: number;
}

export const hintTexts = {
	allDeliveredBefore: (projectId: string): string =>
		`All clips of project ${projectId} that pass the filters have started this workflow before.`,
	calledWithoutClips: ({ code, facts }: AnswerProblem): string =>
		`The trigger was called, but there are no clips. ${answerTexts[code](facts, 'caller').title}. ${describeAnswer(facts.answer)}`,
	clipsAsInput: (clips: number, projects: number): string =>
		`The input holds ${clips} clips of ${projects} ${projects === 1 ? 'project' : 'projects'}, so the clips of each project came out once, with the settings of its first item. For one clip per item, add the filter 'Clip ID': {{ $json.videoId }}.`,
	/** @param isTool - a tool has no parameter 'Wait Mode' */
	keptRunning: (reason: NotPausedReason, isTool: boolean): string =>
		joinSentences(
			`The execution could not be paused, so it kept running while it waited. Reason: ${typeof reason === 'string' ? NOT_PAUSED[reason] : reason.n8n}.`,
			isTool ? '' : "To hide this hint, set 'Wait Mode' to 'Keep It Running'.",
		),
	reusedProjects: (projects: readonly ReusedProject[]): string =>
		`Submitted before, so not paid for again: ${projects
			.map(
				({ itemIndex, projectId, submittedAt }) =>
					`project ${projectId}${projects.length > 1 ? ` (item ${itemIndex})` : ''}, from ${describeMoment(submittedAt)}`,
			)
			.join(
				'; ',
			)}. To submit a video again and pay for it: leave only this video in the input, set 'Submit Again' to 'Each Time', execute, and undo both changes.`,
	whyNoClips: ({ projectId, clipCount, clips }: ReadyProject): string => {
		if (clipCount === 0) {
			return `Project ${projectId} is ready, but has no clips. If 'Keywords to Find' is set, nothing matched; other keywords need a new submission, which is paid for.`;
		}
		const best = clips?.[0]?.viralScore;
		const score = best == null ? '' : `: the best viral score is ${best}`;
		const filteredOut =
			clipCount === 1
				? 'has 1 clip, but it does not pass the filters'
				: `has ${clipCount} clips, but none passes the filters`;
		return `Project ${projectId} ${filteredOut}${score}.`;
	},
};

interface ReadyProject {
	projectId: string;
	clipCount: number;
	/** Best first. */
	clips?: ReadonlyArray<{ viralScore: number | null }>;
}

/** Why an execution that could not be paused was kept running. */
export const NOT_PAUSED = {
	agent: 'an AI agent cannot be paused',
	evaluation: 'an evaluation does not wait for an execution that pauses',
	noCheck: 'n8n did not wait for the check that resumes the execution',
	needsData:
		'an expression in the credential reads data of the workflow, or the credential was changed meanwhile',
	severalAccounts: 'the items use several accounts',
	unsaved: 'the workflow is not saved',
	version: 'pausing needs n8n 2.41 or later, or exactly 2.39.8',
} as const;

export type NotPausedReason = keyof typeof NOT_PAUSED | { n8n: string };

/** What a caller of the trigger reads where its call is refused. */
export const CALL_REFUSED = {
	secret: 'The secret is missing or wrong.',
	noProject: 'The body has no project ID.',
} as const;

interface WaitingExecution {
	name: string;
	link: string;
	executionId: string;
	projectIds: readonly string[];
}

/** The note for people who find a status check in the list of executions and wonder what it is. */
export const statusCheckNote = ({ name, link, executionId, projectIds }: WaitingExecution): string =>
	[
		`**This is not your workflow, but an automatic status check for [execution ${executionId}](${link})** and its node "${name}". It ends by itself.`,
		'**If you stop it, your execution ends, too.** If you delete it, your execution waits until somebody stops it. Neither cancels a project.',
		`Projects: ${projectIds.join(', ')}.`,
	].join('\n\n');
