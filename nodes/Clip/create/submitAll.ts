import { groupBy } from '../lib/groupBy';
import { addHint } from '../n8n/platform';
import { type FailedItem, isFailed, isFatal, joinParts, checkForFatal } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { hintTexts } from '../problems/notices';
import { withRemarks } from '../problems/problem';
import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import type { ItemToWatch } from '../wait/rules/watchedItem';
import { type Batch, groupByAccount, type SubmissionItem } from './batch';
import { submitVideo } from './submitVideo';
import {
	isUnknownWhetherCreated,
	resultOfSubmission,
	type SubmissionEnd,
	type EndedItem,
	projectIdOfEnd,
	endForLaterItem,
} from './submissionEnd';

/** Tells the person at the canvas why nothing was submitted for some items. */
export function addReuseHint({ context, isManual }: NodeExecution, ended: readonly EndedItem[]): void {
	const reused = isManual ? reusedProjectsOf(ended) : [];
	if (reused.length > 0) addHint(context, hintTexts.reusedProjects(reused));
}

/**
 * Submits the videos: those of an account in order, the accounts side by side, since each has limits of its own. After a failure that ends
 * the execution, no more are sent; what is on its way is waited for.
 *
 * @returns what came of them, in the order of the items, or the result that ends the execution
 */
export async function submitAll(
	batch: Batch,
	items: readonly SubmissionItem[],
): Promise<{ fatal: FailedItem } | { fatal?: undefined; ended: EndedItem[] }> {
	const ended: EndedItem[] = [];
	const submitOfAccount = async (accountItems: readonly SubmissionItem[]): Promise<FailedItem[]> => {
		for (const item of accountItems) {
			const twin = ended.find((other) => other.item.contentKey === item.contentKey);
			const end = (twin && endForLaterItem(twin.end)) ?? (await submitVideo(batch, item));
			const reused = isReused(batch, item, end);
			const result = resultOfSubmission(batch.execution, item, end, reused);
			const endedItem = { item, end, reused, result };
			ended.push(endedItem);
			if (isFailed(result) && endsAtOnce(batch.execution, end, result)) return [result];
		}
		return [];
	};
	const { fatal: first } = await joinParts(batch.execution, groupByAccount(items).map(submitOfAccount));
	ended.sort((a, b) => a.item.itemIndex - b.item.itemIndex);
	const fatal = fatalAfter(batch, items, ended, first);
	return fatal === undefined ? { ended } : { fatal };
}

/**
 * Whether another item, or an earlier execution, has submitted the video. An item that finds its own submission, as after Retry On Fail, does
 * not reuse it.
 */
function isReused(
	{ executionId, runIndex }: Batch,
	{ itemIndex }: SubmissionItem,
	end: SubmissionEnd,
): boolean {
	if (end.state !== 'accepted') return end.state === 'earlierProject';
	const { isRemembered, origin } = end;
	if (!isRemembered) return false;
	const isFirst =
		origin.executionId === executionId && origin.runIndex === runIndex && origin.itemIndex === itemIndex;
	// Calls of a tool cannot be told apart: what is remembered counts as an earlier one's.
	return !isFirst || runIndex === '';
}

/** Whether a failed item ends the execution at once. If an earlier one has submitted its video, or may have, the others are sent first. */
const endsAtOnce = (execution: NodeExecution, end: SubmissionEnd, failed: FailedItem): boolean =>
	projectIdOfEnd(end) === null && end.state !== 'earlierUnknown' && isFatal(execution, failed);

/**
 * The result that ends the execution, if one does, with the other videos that may have been submitted.
 *
 * @param first - the one that has ended it at once
 */
function fatalAfter(
	batch: Batch,
	items: readonly SubmissionItem[],
	ended: readonly EndedItem[],
	first: FailedItem | undefined,
): FailedItem | undefined {
	const results = ended.map(({ result }) => result);
	const fatal = first ?? checkForFatal(batch.execution, results).fatal;
	if (fatal === undefined) return undefined;
	const others = ended.filter(({ result }) => result !== fatal);
	const unknown = others.filter(isUnknownWhetherCreated).map(({ item }) => item);
	const reached = new Set(ended.map(({ item }) => item));
	// The execution that a Retry repeats may have submitted what the Retry has not come to.
	const unreached = batch.execution.isRetry ? items.filter((item) => !reached.has(item)) : [];
	const videos = [...unknown, ...unreached].map(({ itemIndex, submission }) => ({
		itemIndex,
		link: submission.videoUrl,
	}));
	return { ...fatal, problem: withRemarks(fatal.problem, { code: 'maybeSubmitted', facts: { videos } }) };
}

export const itemsToWatch = (ended: readonly EndedItem[]): Array<WithAccount<ItemToWatch>> =>
	ended.flatMap(({ item: { itemIndex, account, waitSettings }, end, reused }) => {
		const projectId = projectIdOfEnd(end);
		if (waitSettings === null || projectId === null) return [];
		// For a project that was submitted earlier, Max Wait begins now.
		const startedAt = end.state === 'accepted' && !end.isRemembered ? end.submittedAt : undefined;
		return [{ itemIndex, projectId, account, waitSettings, mustBeKnown: true, reused, startedAt }];
	});

/** The projects of earlier submissions, each once. */
function reusedProjectsOf(ended: readonly EndedItem[]) {
	const projects = ended.flatMap(({ item, end }) => {
		if (end.state !== 'earlierProject') return [];
		const { projectId, submittedAt } = end;
		return [{ itemIndex: item.itemIndex, projectId, submittedAt }];
	});
	return groupBy(projects, ({ projectId }) => projectId).map(([first]) => first);
}

/** What the service says of projects that are used again, by item index. */
export const answersByItemOf = (ended: readonly EndedItem[]): Map<number, Answer> =>
	new Map(
		ended.flatMap(({ item: { itemIndex }, end }) =>
			'latestAnswer' in end && end.latestAnswer !== null ? [[itemIndex, end.latestAnswer]] : [],
		),
	);
