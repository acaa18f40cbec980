import type { IExecuteFunctions } from 'n8n-workflow';
import type { Advice } from '../lib/advice';
import { shownLink } from '../lib/redact';
import { failureOf, UNKNOWN, withRemark } from '../n8n/failures';
import { executorOf, isRetry } from '../n8n/host';
import { isFailedItem, type Outcome } from '../n8n/outcomes';
import { isSuccess } from '../service/rules/answer';
import { processingProject, withReused } from '../service/rules/project';
import { serviceFailure } from '../service/serviceFailure';
import type { ProjectItem } from '../wait/results';
import {
	adviceOnLostResult,
	adviceOnPace,
	adviceOnStop,
	adviceOnUnrecorded,
	adviceOnUnrecordedRetry,
	whichVideo,
} from './rules/advice';
import type { PayingItem } from './nodeRun';
import type { Submitted } from './submissions';

export interface SubmittedItem {
	item: PayingItem;
	result: Submitted;
	/** Whether this execution has not sent its video: it gets the project of an earlier submission, or of another item. */
	isReused: boolean;
}

/** The project that an item has; null where it has none. */
export function projectIdOf(result: Submitted): string | null {
	if (result.state !== 'answered') return null;
	const { answer, isUsedAgain } = result;
	if (isSuccess(answer)) return answer.project.projectId;
	return isUsedAgain ? answer.projectId : null;
}

/** What came of a submission, as the outcome of its item. */
export function resultOf(
	context: IExecuteFunctions,
	{ item, result, isReused }: SubmittedItem,
): Outcome<ProjectItem> {
	const { itemIndex, submission } = item;
	const failed = (advice: Advice, kind: string) => ({ itemIndex, failure: failureOf(advice, kind) });
	switch (result.state) {
		case 'answered': {
			const { answer, asked, isUsedAgain, sentAt } = result;
			const projectId = projectIdOf(result);
			if (projectId !== null && item.wait !== null) {
				return { itemIndex, project: withReused(processingProject(projectId), isReused) };
			}
			if (isSuccess(answer)) {
				const isReady = asked !== null && isSuccess(asked) && asked.project.clipCount > 0;
				return { itemIndex, project: withReused(isReady ? asked.project : answer.project, isReused) };
			}
			const failure = serviceFailure(isUsedAgain ? 'query' : 'create', answer, executorOf(context));
			return {
				itemIndex,
				failure: withRemark(failure, answer.mayHaveCreated ? whichVideo(submission, sentAt) : ''),
			};
		}
		case 'stopped':
			return failed(adviceOnStop(result.tries), 'stopped');
		case 'tooSoon':
			return failed(adviceOnPace(result.until), 'rateLimited');
		case 'unwritten':
			// In a Retry, the earlier execution may have sent it.
			return isRetry(context)
				? failed(adviceOnUnrecordedRetry(result.reason), UNKNOWN)
				: failed(adviceOnUnrecorded(result.reason), 'temporary');
		case 'resultLost':
			return failed(
				adviceOnLostResult(shownLink(submission.videoUrl), result.submittedAt, executorOf(context)),
				UNKNOWN,
			);
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isFateUnknown(context: IExecuteFunctions, submitted: SubmittedItem): boolean {
	const outcome = resultOf(context, submitted);
	return isFailedItem(outcome) && outcome.failure.kind === UNKNOWN;
}
