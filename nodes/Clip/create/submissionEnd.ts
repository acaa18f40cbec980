import { type FailedItem, isFailed, type Result } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { type FactsOf, type Problem, makeProblem } from '../problems/problem';
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
			isRecalled: boolean;
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
	end.state === 'accepted' || end.state === 'earlierProject' ? { ...end, isRecalled: true } : null;

/** What the end of its submission means for an item. */
export function resultOfSubmission(
	{ isRetry, isInsideAgent }: NodeExecution,
	{ itemIndex, submission, waitSettings }: SubmissionItem,
	end: SubmissionEnd,
	reused: boolean,
): Result<ProjectItem> {
	const link = submission.videoUrl;
	const toFailedItem = (problem: Problem): FailedItem => ({ itemIndex, problem });
	// Inside an agent this comes out as an item: an error would not reach the model, and Retry On Fail or an MCP client would call again.
	const toUnknownItem = (facts: FactsOf['unknownWhetherCreated']): FailedItem => ({
		...toFailedItem(makeProblem('unknownWhetherCreated', facts)),
		isNeverFatal: isInsideAgent,
	});
	const projectId = projectIdOfEnd(end);
	const toProjectItem = (project: Project): ProjectItem => ({
		itemIndex,
		project: withReused(project, reused),
	});
	// The wait that follows finds out what became of the project.
	if (projectId !== null && waitSettings !== null) return toProjectItem(processingProject(projectId));
	const latestAnswer = 'latestAnswer' in end ? end.latestAnswer : null;
	const failure = latestAnswer === null ? null : certainFailureIn(latestAnswer);
	if (failure !== null) return toFailedItem(problemOfAnswer(failure));
	switch (end.state) {
		case 'accepted':
			return toProjectItem(readyProjectIn(end.latestAnswer) ?? end.project);
		case 'unknownWhetherCreated':
			return toUnknownItem({ answer: end.answer, video: { link, submittedAt: end.submittedAt } });
		case 'refused':
			return toFailedItem(problemOfAnswer(end.answer));
		case 'earlierProject':
			return toProjectItem(readyProjectIn(end.latestAnswer) ?? processingProject(end.projectId));
		case 'stoppedBefore':
			return toFailedItem(makeProblem('stoppedBefore', {}));
		case 'notYetSubmitted':
			return toFailedItem(makeProblem('notYetSubmitted', { until: end.until }));
		case 'unrecorded':
			// In a Retry, the earlier execution may have sent it.
			return isRetry
				? toUnknownItem({ answer: null, databaseReason: end.reason })
				: toFailedItem(makeProblem('unrecorded', { reason: end.reason }));
		case 'earlierUnknown':
			return toUnknownItem({ answer: null, video: { link, submittedAt: end.submittedAt } });
	}
}

const readyProjectIn = (answer: Answer | null): Project | null =>
	answer !== null && isProjectAnswer(answer) && answer.project.clipCount > 0 ? answer.project : null;

export const isUnknownWhetherCreated = ({ result }: EndedItem): boolean =>
	isFailed(result) && result.problem.code === 'unknownWhetherCreated';
