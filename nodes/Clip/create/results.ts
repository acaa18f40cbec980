import { isBad, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import { type Problem, problem } from '../problems/problem';
import { isSuccess } from '../service/rules/answer';
import { processingProject, withReused } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import type { ProjectItem } from '../wait/poll';
import type { PayingItem } from './batch';
import type { Submitted } from './submitted';

export interface SubmittedItem {
	item: PayingItem;
	result: Submitted;
	/** Whether this execution has not sent its video: it gets the project of an earlier submission, or of another item. */
	isReused: boolean;
}

/** The project that an item has; null where it has none. */
export function submittedProjectId(result: Submitted): string | null {
	if (result.state !== 'answered') return null;
	const { answer, isUsedAgain } = result;
	if (isSuccess(answer)) return answer.project.projectId;
	return isUsedAgain ? answer.projectId : null;
}

/** What came of a submission, as the result of its item. */
export function resultOf({ isRetry }: Run, { item, result, isReused }: SubmittedItem): Result<ProjectItem> {
	const { itemIndex, submission } = item;
	const link = submission.videoUrl;
	const failed = (what: Problem) => ({ itemIndex, problem: what });
	switch (result.state) {
		case 'answered': {
			const { answer, currentAnswer, isUsedAgain, sentAt } = result;
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
				? failed(problem('unknownWhetherCreated', { answer, video: { link, sentAt } }))
				: failed(problemOfAnswer(isUsedAgain ? 'query' : 'create', answer));
		}
		case 'stopped':
			return failed(problem('stoppedBefore', { tries: result.tries }));
		case 'tooSoon':
			return failed(problem('notYetSubmitted', { until: result.until }));
		case 'unwritten':
			// In a Retry, the earlier execution may have sent it.
			return isRetry
				? failed(problem('unknownWhetherCreated', { answer: null, unread: result.reason }))
				: failed(problem('unrecorded', { reason: result.reason }));
		case 'resultLost': {
			const video = { link, sentAt: result.submittedAt };
			return failed(problem('unknownWhetherCreated', { answer: null, video }));
		}
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isUnknownWhetherCreated(run: Run, submitted: SubmittedItem): boolean {
	const result = resultOf(run, submitted);
	return isBad(result) && result.problem.code === 'unknownWhetherCreated';
}
