import type { IExecuteFunctions } from 'n8n-workflow';
import {
	adviceOnForgotten,
	adviceOnPace,
	adviceOnStop,
	adviceOnUnwritten,
	joined,
} from '../service/rules/advice';
import type { Advice } from '../lib/advice';
import { isSuccess } from '../service/rules/answer';
import { shownLink } from '../lib/redact';
import { type ItemFailure, ownFailure } from '../n8n/failures';
import { serviceFailure } from '../service/serviceFailure';
import type { CheckedItem } from './checkItem';
import type { Submitted } from './submissions';

/**
 * A submission that gave no project.
 *
 * @param item - what was to be submitted
 * @param submitted - what came of it
 * @param remark - what else the user must know
 */
export function submissionFailure(
	context: IExecuteFunctions,
	{ itemIndex, submission }: CheckedItem,
	submitted: Submitted,
	remark = '',
): ItemFailure {
	const video = shownLink(submission.videoUrl);
	if (submitted.state === 'answered' && !isSuccess(submitted.answer)) {
		const { answer, sentAt } = submitted;
		// What helps to find a project of which nothing else is known.
		const which = answer.mayHaveCreated
			? `Video: ${video}, submitted at ${new Date(sentAt).toISOString()}.`
			: '';
		return serviceFailure(context, itemIndex, 'create', answer, joined(which, remark));
	}
	const own = (advice: Advice, outcome: string): ItemFailure => {
		const description = joined(advice.description, remark);
		return ownFailure(context, itemIndex, null, { ...advice, description }, outcome);
	};
	switch (submitted.state) {
		case 'stopped':
			return own(adviceOnStop(submitted.tries), 'stopped');
		case 'tooSoon':
			return own(adviceOnPace(submitted.until), 'rateLimited');
		case 'unwritten':
			return own(adviceOnUnwritten(submitted.reason), 'temporary');
		default:
			return own(adviceOnForgotten(video), 'unknownWhetherCreated');
	}
}
