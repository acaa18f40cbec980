import type { IExecuteFunctions } from 'n8n-workflow';
import type { Advice } from '../lib/advice';
import { shownLink } from '../lib/redact';
import { failureOf, UNKNOWN, withRemark } from '../n8n/failures';
import { isRetry } from '../n8n/host';
import { isFailedItem, type Outcome } from '../n8n/outcomes';
import { isSuccess } from '../service/rules/answer';
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
import type { PayingItem, Submitted } from './submissions';

export interface SubmittedItem {
	item: PayingItem;
	result: Submitted;
}

/** What came of a submission, as the outcome of its item. */
export function resultOf(
	context: IExecuteFunctions,
	{ item: { itemIndex, submission }, result }: SubmittedItem,
): Outcome<ProjectItem> {
	const failed = (advice: Advice, kind: string) => ({ itemIndex, failure: failureOf(advice, kind) });
	switch (result.state) {
		case 'answered': {
			const { answer, sentAt } = result;
			if (isSuccess(answer)) return { itemIndex, project: answer.project };
			const remark = answer.mayHaveCreated ? whichVideo(submission, sentAt) : '';
			return { itemIndex, failure: withRemark(serviceFailure(context, 'create', answer), remark) };
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
			return failed(adviceOnLostResult(shownLink(submission.videoUrl)), UNKNOWN);
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isFateUnknown(context: IExecuteFunctions, submitted: SubmittedItem): boolean {
	const outcome = resultOf(context, submitted);
	return isFailedItem(outcome) && outcome.failure.kind === UNKNOWN;
}
