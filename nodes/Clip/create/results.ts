import type { IExecuteFunctions } from 'n8n-workflow';
import { shownLink } from '../lib/redact';
import { runInEditor } from '../n8n/execution';
import { failureOf, type ItemFailure, withRemark } from '../n8n/failures';
import { isRetry } from '../n8n/host';
import type { Outcome } from '../n8n/outcomes';
import { isSuccess } from '../service/rules/answer';
import { serviceFailure, UNKNOWN } from '../service/serviceFailure';
import type { ProjectItem } from '../wait/results';
import {
	adviceOnLostResult,
	adviceOnPace,
	adviceOnStop,
	adviceOnUnrecorded,
	adviceOnUnrecordedRetry,
	sameVideo,
	whichVideo,
} from './rules/advice';
import type { PayingItem, Submitted } from './submissions';

export interface SubmittedItem {
	item: PayingItem;
	result: Submitted;
}

export function resultOf(context: IExecuteFunctions, submitted: SubmittedItem): Outcome<ProjectItem> {
	const { item, result } = submitted;
	const { itemIndex } = item;
	return result.state === 'answered' && isSuccess(result.answer)
		? { itemIndex, project: result.answer.project }
		: { itemIndex, failure: submissionFailure(context, submitted) };
}

/** A submission that gave no project, as the failure of its item. */
export function submissionFailure(
	context: IExecuteFunctions,
	{ item: { submission }, result }: SubmittedItem,
): ItemFailure {
	if (result.state === 'answered' && !isSuccess(result.answer)) {
		const { answer, sentAt } = result;
		const failure = serviceFailure(context, 'create', answer);
		return answer.mayHaveCreated ? withRemark(failure, whichVideo(submission, sentAt)) : failure;
	}
	switch (result.state) {
		case 'stopped':
			return failureOf(adviceOnStop(result.tries), 'stopped');
		case 'tooSoon':
			return failureOf(adviceOnPace(result.until), 'rateLimited');
		case 'unwritten':
			// In a Retry, the earlier execution may have sent it.
			return isRetry(context)
				? failureOf(adviceOnUnrecordedRetry(result.reason), UNKNOWN)
				: failureOf(adviceOnUnrecorded(result.reason), 'temporary');
		default:
			return failureOf(adviceOnLostResult(shownLink(submission.videoUrl)), UNKNOWN);
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isFateUnknown(context: IExecuteFunctions, result: Submitted): boolean {
	if (result.state === 'answered') return !isSuccess(result.answer) && result.answer.mayHaveCreated;
	// In a Retry, the earlier execution may have sent it.
	return result.state === 'resultLost' || (result.state === 'unwritten' && isRetry(context));
}

/**
 * Names the items that get the project of another one, each in a message. An item that gets its own project again is not named.
 *
 * @param runIndex - of this run of the node; empty for a tool
 */
export function sharedProjects(submitted: readonly SubmittedItem[], runIndex: string): string[] {
	return submitted.flatMap(({ item: { itemIndex }, result }) => {
		if (result.state !== 'answered' || !result.isRecalled || !isSuccess(result.answer)) return [];
		if (runIndex === '' || result.origin === `${runIndex}/${itemIndex}`) return [];
		const [run = '', item = ''] = result.origin.split('/');
		const other =
			run === runIndex ? `item ${item}` : `item ${item} of an earlier run of this node (${runInEditor(run)})`;
		return sameVideo(itemIndex, other, result.answer.project.projectId);
	});
}
