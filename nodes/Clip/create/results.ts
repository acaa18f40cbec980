import { isBad, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import { type Problem, makeProblem } from '../problems/problem';
import { isSuccess } from '../service/rules/answer';
import { processingProject, withReused } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import type { ProjectItem } from '../wait/poll';
import type { PayingItem } from './batch';
import type { SubmissionResult } from './submitted';

export interface ItemWithResult {
	item: PayingItem;
	result: SubmissionResult;
	/** Whether this execution has not sent its video: it gets the project of an earlier submission, or of another item. */
	isReused: boolean;
}

/** The project that an item has; null where it has none. */
export function submittedProjectId(result: SubmissionResult): string | null {
	if (result.state !== 'answered') return null;
	const { answer, isFromRecord } = result;
	if (isSuccess(answer)) return answer.project.projectId;
	return isFromRecord ? answer.projectId : null;
}

/** What came of a submission, as the result of its item. */
export function resultOf({ isRetry }: Run, { item, result, isReused }: ItemWithResult): Result<ProjectItem> {
	const { itemIndex, submission } = item;
	const link = submission.videoUrl;
	const failed = (problem: Problem) => ({ itemIndex, problem });
	switch (result.state) {
		case 'answered': {
			const { answer, currentAnswer, isFromRecord, sentAt } = result;
			const projectId = submittedProjectId(result);
			if (projectId !== null && item.policy !== null) {
				return { itemIndex, project: withReused(processingProject(projectId), isReused) };
			}
			if (isSuccess(answer)) {
				const isReady =
					currentAnswer !== null && isSuccess(currentAnswer) && currentAnswer.project.clipCount > 0;
				return { itemIndex, project: withReused(isReady ? currentAnswer.project : answer.project, isReused) };
			}
			return answer.mayHaveCreated
				? failed(makeProblem('unknownWhetherCreated', { answer, video: { link, sentAt } }))
				: failed(problemOfAnswer(isFromRecord ? 'query' : 'create', answer));
		}
		case 'stopped':
			return failed(makeProblem('stoppedBefore', { tries: result.tries }));
		case 'tooSoon':
			return failed(makeProblem('notYetSubmitted', { until: result.until }));
		case 'unwritten':
			// In a Retry, the earlier execution may have sent it.
			return isRetry
				? failed(makeProblem('unknownWhetherCreated', { answer: null, unread: result.reason }))
				: failed(makeProblem('unrecorded', { reason: result.reason }));
		case 'resultLost': {
			const video = { link, sentAt: result.submittedAt };
			return failed(makeProblem('unknownWhetherCreated', { answer: null, video }));
		}
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isUnknownWhetherCreated(run: Run, submitted: ItemWithResult): boolean {
	const result = resultOf(run, submitted);
	return isBad(result) && result.problem.code === 'unknownWhetherCreated';
}
