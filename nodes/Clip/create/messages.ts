import type { IExecuteFunctions } from 'n8n-workflow';
import {
	adviceOnLostResult,
	adviceOnPace,
	adviceOnStop,
	adviceOnUnrecorded,
	adviceOnUnrecordedRetry,
} from '../service/rules/advice';
import { isSuccess } from '../service/rules/answer';
import { shownLink } from '../lib/redact';
import { type Advice, joined } from '../lib/values';
import { type ItemFailure, itemFailure } from '../n8n/failures';
import { serviceFailure } from '../service/serviceFailure';
import { isRetry } from '../n8n/host';
import { hint, runInEditor } from '../n8n/parameters';
import type { CheckedItem } from './checkItem';
import type { Submitted } from './submissions';

/** A submission that gave no project. */
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
		return serviceFailure(context, itemIndex, 'create', answer, { remark: joined(which, remark) });
	}
	const own = (advice: Advice, outcome: string) =>
		itemFailure(context, itemIndex, null, advice, outcome, { remark });
	switch (submitted.state) {
		case 'stopped':
			return own(adviceOnStop(submitted.tries), 'stopped');
		case 'tooSoon':
			return own(adviceOnPace(submitted.until), 'rateLimited');
		case 'unwritten':
			// In a Retry, the earlier execution may have sent it.
			return isRetry(context)
				? own(adviceOnUnrecordedRetry(submitted.reason), 'unknownWhetherCreated')
				: own(adviceOnUnrecorded(submitted.reason), 'temporary');
		default:
			return own(adviceOnLostResult(video), 'unknownWhetherCreated');
	}
}

/** Whether there may be a project of a submission that gave none. */
export function isUnknown(context: IExecuteFunctions, submitted: Submitted): boolean {
	if (submitted.state === 'answered') return !isSuccess(submitted.answer) && submitted.answer.mayHaveCreated;
	// In a Retry, the earlier execution may have sent it.
	return submitted.state === 'resultLost' || (submitted.state === 'unwritten' && isRetry(context));
}

/**
 * Says what the person at the canvas should know of what was submitted. n8n keeps no hint of a node that pauses.
 *
 * @param waited - for how long videos had to wait for the limits of the service, in milliseconds
 * @param shared - see {@link sharedProjects}
 */
export function hintAtSubmissions(
	context: IExecuteFunctions,
	waited: number,
	shared: readonly string[],
): void {
	if (waited >= 1_000) {
		hint(
			context,
			`Submitting took ${Math.ceil(waited / 60_000)} min longer to keep to the limits of the service, which accepts only a few videos a minute. See 'Submissions per Minute' in 'Options'.`,
		);
	}
	for (const message of shared) hint(context, message);
}

/** Names the items that get the project of another one, each in a message. An item that gets its own project again is not named. */
export function sharedProjects(submitted: ReadonlyMap<number, Submitted>, runIndex: string): string[] {
	return [...submitted].flatMap(([itemIndex, result]) => {
		if (result.state !== 'answered' || !result.isRecalled || !isSuccess(result.answer)) return [];
		if (runIndex === '' || result.origin === `${runIndex}/${itemIndex}`) return [];
		const [run = '', item = ''] = result.origin.split('/');
		const other =
			run === runIndex ? `item ${item}` : `item ${item} of an earlier run of this node (${runInEditor(run)})`;
		const { projectId } = result.answer.project;
		return `Item ${itemIndex} is the same video with the same settings as ${other}, so it was not submitted again: both get project ${projectId}. To get a second project, submit the video in another execution.`;
	});
}

/** Sentences with other videos, for an error that ends the execution. */
export function nameUnsent(context: IExecuteFunctions, items: readonly CheckedItem[]): string {
	if (items.length === 0) return '';
	return isRetry(context)
		? `This Retry ended before these videos, so the execution that it repeats may have submitted them: ${listed(items)}.`
		: `Videos that this execution did not submit: ${listed(items)}.`;
}

export const nameLost = (items: readonly CheckedItem[]): string =>
	items.length === 0
		? ''
		: `Videos that were submitted before, or may have been: ${listed(items)}. n8n has lost their results. Look for their projects before you submit them again.`;

const listed = (items: readonly CheckedItem[]): string =>
	items
		.map(({ itemIndex, submission }) => `${shownLink(submission.videoUrl)} (item ${itemIndex})`)
		.join(', ');
