import { type Bad, isBad, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import { type FactsOf, type Problem, makeProblem } from '../problems/problem';
import { type Answer, isSuccess } from '../service/rules/answer';
import { processingProject, type Project, withReused } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import type { ProjectItem } from '../wait/poll';
import type { PayingItem } from './batch';
import { projectIdOfResult, type StoredResult } from './submissionStore';
import type { Unrecorded } from './record';

/** How the submission of a video has ended. */
export type SubmissionEnd =
	| (StoredResult & {
			/** Whether this execution, or the one that its Retry repeats, knew it already. */
			isRecalled: boolean;
			/** What the service says of the project now; null where it was not asked. */
			currentAnswer: Answer | null;
	  })
	/** A person, or the failure of another video, has ended the execution before it was accepted; nothing is on its way. */
	| { state: 'stoppedBefore'; tries: number }
	/** It would have to wait longer than a tool may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'notYetSubmitted'; until: number }
	/** It was sent before, or may have been, and nobody knows what came of it. `submittedAt`: epoch milliseconds. */
	| { state: 'earlierUnknown'; submittedAt: number }
	| Unrecorded;

export interface SubmittedItem {
	item: PayingItem;
	end: SubmissionEnd;
	/** Whether its project comes from an earlier submission, or from another item. */
	isReused: boolean;
	/** What that means for the item. */
	result: Result<ProjectItem>;
}

/** The project that an item has; null where it has none. */
export const submittedProjectId = (end: SubmissionEnd): string | null =>
	end.state === 'answered' || end.state === 'reused' ? projectIdOfResult(end) : null;

/** What came of a submission, as the result of its item. */
export function resultOf(
	{ isRetry, isInsideAgent }: Run,
	{ item, end, isReused }: Omit<SubmittedItem, 'result'>,
): Result<ProjectItem> {
	const { itemIndex, submission } = item;
	const link = submission.videoUrl;
	const failed = (problem: Problem): Bad => ({ itemIndex, problem });
	// Inside an agent it is an item: an error would not reach its model, and Retry On Fail or a client of MCP would call again.
	const unknown = (facts: FactsOf['unknownWhetherCreated']): Bad => ({
		...failed(makeProblem('unknownWhetherCreated', facts)),
		comesOutAsItem: isInsideAgent,
	});
	const projectId = submittedProjectId(end);
	const good = (project: Project): ProjectItem => ({ itemIndex, project: withReused(project, isReused) });
	if (projectId !== null && item.waitSettings !== null) return good(processingProject(projectId));
	switch (end.state) {
		case 'answered': {
			const { answer, currentAnswer, submittedAt } = end;
			if (isSuccess(answer)) return good(readyProjectIn(currentAnswer) ?? answer.project);
			return answer.mayHaveCreated
				? unknown({ answer, video: { link, submittedAt } })
				: failed(problemOfAnswer('create', answer));
		}
		case 'reused': {
			const { currentAnswer, failure } = end;
			if (failure !== null) return failed(problemOfAnswer('query', failure));
			return good(readyProjectIn(currentAnswer) ?? processingProject(end.projectId));
		}
		case 'stoppedBefore':
			return failed(makeProblem('stoppedBefore', { tries: end.tries }));
		case 'notYetSubmitted':
			return failed(makeProblem('notYetSubmitted', { until: end.until }));
		case 'unrecorded':
			// In a Retry, the earlier execution may have sent it.
			return isRetry
				? unknown({ answer: null, unread: end.reason })
				: failed(makeProblem('unrecorded', { reason: end.reason }));
		case 'earlierUnknown':
			return unknown({ answer: null, video: { link, submittedAt: end.submittedAt } });
	}
}

function readyProjectIn(answer: Answer | null): Project | null {
	const isReady = answer !== null && isSuccess(answer) && answer.project.clipCount > 0;
	return isReady ? answer.project : null;
}

/** Whether there may be a project of a submission that gave none. */
export const isUnknownWhetherCreated = ({ result }: SubmittedItem): boolean =>
	isBad(result) && result.problem.code === 'unknownWhetherCreated';
