import type { IExecuteFunctions } from 'n8n-workflow';
import { adviceOnPace, adviceOnStop, adviceOnUnwritten, joined } from '../interface/advice';
import { isSuccess } from '../interface/answer';
import { shownLink } from '../lib/redact';
import {
	asFailure,
	forgottenSubmission,
	type ItemFailure,
	ownFailure,
	serviceFailure,
} from '../n8n/failures';
import type { Order } from './order';
import type { Held, Submitted } from './submitOnce';

/**
 * A submission that gave no project.
 *
 * @param order - what was to be submitted
 * @param submitted - what came of it
 * @param remark - what else the user must know
 */
export function submissionFailure(
	context: IExecuteFunctions,
	{ place: { itemIndex }, submission }: Order,
	submitted: Held | Submitted,
	remark = '',
): ItemFailure {
	if (submitted.state === 'held') {
		return ownFailure(context, itemIndex, null, adviceOnPace(submitted.until), 'rateLimited');
	}
	if (submitted.state === 'stopped') {
		const { title, description } = adviceOnStop(submitted.tries);
		const advice = { title, description: joined(description, remark) };
		return ownFailure(context, itemIndex, null, advice, 'stopped');
	}
	const video = shownLink(submission.videoUrl);
	if (submitted.state === 'answered' && !isSuccess(submitted.answer)) {
		const { answer, sentAt } = submitted;
		// What helps to find a project of which nothing else is known.
		const which = answer.mayHaveCreated
			? `Video: ${video}, submitted at ${new Date(sentAt).toISOString()}.`
			: '';
		return serviceFailure(context, itemIndex, 'create', answer, joined(which, remark));
	}
	if (submitted.state === 'unwritten') {
		const { title, description } = adviceOnUnwritten(submitted.reason);
		return ownFailure(
			context,
			itemIndex,
			null,
			{ title, description: joined(description, remark) },
			'temporary',
		);
	}
	return forgottenSubmission(context, itemIndex, video, remark);
}

/**
 * A submission that could not even be tried, such as for want of a credential.
 *
 * @param reason - why
 * @param remark - what else the user must know
 */
export function notSubmitted(
	context: IExecuteFunctions,
	itemIndex: number,
	reason: unknown,
	remark: string,
): ItemFailure {
	const { error, details } = asFailure(context, itemIndex, reason);
	const cost = 'This video was not submitted, and nothing was charged for it.';
	const description = joined(error.description ?? '', cost, remark);
	error.description = description;
	return { error, details: { ...details, description } };
}
