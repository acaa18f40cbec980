import { isFailed, type Result } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { type Problem, makeProblem } from '../problems/problem';
import { type Answer, type FailedAnswer, isProjectAnswer } from '../service/rules/answer';
import { processingProject, type Project, withReused } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import type { ProjectItem } from '../wait/poll';
import type { SubmissionItem } from './batch';
import { projectIdOfStored, type StoredSubmission } from './submissionStore';
import { certainFailureIn } from './rules/reuse';
import type { RecordingFailure } from './record/videoRecord';

/** How the submission of a video has ended. */
export type SubmissionEnd =
	| (StoredSubmission & {
			/** Whether another item, this execution earlier, or the one that its Retry repeats has brought this about. */
			isRemembered: boolean;
			/** What the service says of an earlier project now; null where it was not asked. */
			latestAnswer: Answer | null;
	  })
	/** The service has refused the video. */
	| { state: 'refused'; answer: FailedAnswer }
	/** A person, or the failure of another video, has ended the execution before the service accepted this one. */
	| { state: 'stoppedBefore' }
	/** The video would have to wait longer than a tool may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'notYetSubmitted'; until: number }
	/** An earlier execution has sent the video, or may have, and nobody knows what came of it. `submittedAt`: epoch milliseconds. */
	| { state: 'earlierUnknown'; submittedAt: number }
	| RecordingFailure;

export interface EndedItem {
	item: SubmissionItem;
	end: SubmissionEnd;
	reused: boolean;
	result: Result<ProjectItem>;
}

/** @returns null where an item has no project */
export const projectIdOfEnd = (end: SubmissionEnd): string | null =>
	end.state === 'accepted' || end.state === 'earlierProject' ? projectIdOfStored(end) : null;

/** The end for a later item with the same video; null where that item has to be submitted itself. */
export const endForLaterItem = (end: SubmissionEnd): SubmissionEnd | null =>
	end.state === 'accepted' || end.state === 'earlierProject' ? { ...end, isRemembered: true } : null;

/** What the end of its submission means for an item. */
export function resultOfSubmission(
	{ isRetry, isInsideAgent }: NodeExecution,
	{ itemIndex, submission, waitSettings }: SubmissionItem,
	end: SubmissionEnd,
	reused: boolean,
): Result<ProjectItem> {
	const projectId = projectIdOfEnd(end);
	const made =
		projectId !== null && waitSettings !== null
			? // The wait that follows finds out what became of the project.
				{ project: processingProject(projectId) }
			: projectOrProblemOf(end, submission.videoUrl, isRetry);
	if ('project' in made) return { itemIndex, project: withReused(made.project, reused) };
	// Inside an agent this comes out as an item: an error would not reach the model, and Retry On Fail or an MCP client would call again.
	const isNeverFatal = isInsideAgent && made.problem.code === 'unknownWhetherCreated';
	return { itemIndex, problem: made.problem, isNeverFatal };
}

function projectOrProblemOf(
	end: SubmissionEnd,
	link: string,
	isRetry: boolean,
): { project: Project } | { problem: Problem } {
	const latestAnswer = 'latestAnswer' in end ? end.latestAnswer : null;
	const failure = latestAnswer === null ? null : certainFailureIn(latestAnswer);
	if (failure !== null) return { problem: problemOfAnswer(failure) };
	switch (end.state) {
		case 'accepted':
			return { project: readyProjectIn(latestAnswer) ?? end.project };
		case 'earlierProject':
			return { project: readyProjectIn(latestAnswer) ?? processingProject(end.projectId) };
		case 'unknownWhetherCreated': {
			const { answer, submittedAt } = end;
			return { problem: makeProblem('unknownWhetherCreated', { answer, video: { link, submittedAt } }) };
		}
		case 'earlierUnknown': {
			const video = { link, submittedAt: end.submittedAt };
			return { problem: makeProblem('unknownWhetherCreated', { answer: null, video }) };
		}
		case 'refused':
			return { problem: problemOfAnswer(end.answer) };
		case 'stoppedBefore':
			return { problem: makeProblem('stoppedBefore', {}) };
		case 'notYetSubmitted':
			return { problem: makeProblem('notYetSubmitted', { until: end.until }) };
		case 'unrecorded': {
			const { reason } = end;
			// In a Retry, the earlier execution may have sent it.
			return isRetry
				? { problem: makeProblem('unknownWhetherCreated', { answer: null, databaseReason: reason }) }
				: { problem: makeProblem('unrecorded', { reason }) };
		}
	}
}

const readyProjectIn = (answer: Answer | null): Project | null =>
	answer !== null && isProjectAnswer(answer) && answer.project.clipCount > 0 ? answer.project : null;

export const isUnknownWhetherCreated = ({ result }: EndedItem): boolean =>
	isFailed(result) && result.problem.code === 'unknownWhetherCreated';
