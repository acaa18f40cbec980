import { groupBy } from '../lib/groupBy';
import { addHint } from '../n8n/platform';
import { type Bad, fatalOf, isBad } from '../n8n/results';
import type { Run } from '../n8n/run';
import { joinParts } from '../n8n/joinParts';
import { hintTexts } from '../problems/notices';
import { withRemarks } from '../problems/problem';
import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import type { WaitingItem } from '../wait/rules/watching';
import { type Batch, groupByAccount, type PayingItem } from './batch';
import { isRemembered, submit } from './submitOne';
import {
	isUnknownWhetherCreated,
	itemResultOf,
	type SubmissionEnd,
	type SubmittedItem,
	submittedProjectId,
} from './submittedItem';

/** Tells the person at the canvas why nothing was submitted for some items. */
export function addReuseHint({ context, isByHand }: Run, submitted: readonly SubmittedItem[]): void {
	const reused = isByHand ? reusedProjectsOf(submitted) : [];
	if (reused.length > 0) addHint(context, hintTexts.reused(reused));
}

/**
 * Submits the videos: those of an account in order, the accounts side by side, since each has limits of its own. A failure that ends
 * the run lets what is on its way come to its end, and sends no more.
 *
 * @returns what came of them, in the order of the items, and the result that ends the run, if one does
 */
export async function submitAll(batch: Batch, items: readonly PayingItem[]) {
	const submitted: SubmittedItem[] = [];
	const submitOfAccount = async (ofAccount: readonly PayingItem[]): Promise<Bad[]> => {
		for (const item of ofAccount) {
			const result = await submit(batch, item);
			const known = { item, result, isReused: isReused(batch, item, result) };
			const itemResult = itemResultOf(batch.run, known);
			const submittedItem = { ...known, itemResult };
			submitted.push(submittedItem);
			if (isBad(itemResult) && endsAtOnce(batch.run, submittedItem)) return [itemResult];
		}
		return [];
	};
	const { fatal: end } = await joinParts(batch.run, groupByAccount(items).map(submitOfAccount));
	submitted.sort((a, b) => a.item.itemIndex - b.item.itemIndex);
	return { submitted, fatal: fatalAfter(batch, items, submitted, end) };
}

/** Of items with the same video, the first has submitted it, also where Retry On Fail runs the node again; the others reuse its project. */
function isReused(
	{ executionId, runIndex }: Batch,
	{ itemIndex }: PayingItem,
	result: SubmissionEnd,
): boolean {
	if (result.state !== 'sent') return result.state === 'reused';
	const { isRecalled, origin } = result;
	if (!isRecalled) return false;
	const isFirst =
		origin.executionId === executionId && origin.runIndex === runIndex && origin.itemIndex === itemIndex;
	// Calls of a tool cannot be told apart: what is remembered counts as an earlier one's.
	return !isFirst || runIndex === '';
}

/** Whether an item ends the run before other videos are sent. What was submitted before, or may have been, ends it only after that. */
const endsAtOnce = (run: Run, { result, itemResult }: SubmittedItem): boolean =>
	submittedProjectId(result) === null &&
	result.state !== 'unknownWhetherCreated' &&
	fatalOf(run, [itemResult]) !== undefined;

/**
 * The result that ends the run, if one does. Its error names the videos that it leaves behind.
 *
 * @param end - the first one, in time, that has ended it
 */
function fatalAfter(
	batch: Batch,
	items: readonly PayingItem[],
	submitted: readonly SubmittedItem[],
	end: Bad | undefined,
): Bad | undefined {
	const { run } = batch;
	const results = submitted.map(({ itemResult }) => itemResult);
	const fatal = end ?? fatalOf(run, results);
	if (fatal === undefined) return undefined;
	const lost = submitted.filter(isUnknownWhetherCreated);
	const others = lost.filter(({ itemResult }) => itemResult !== fatal).map(({ item }) => item);
	const sent = new Set(
		submitted
			.filter(({ result, itemResult }) => result.state !== 'stoppedBefore' || itemResult === fatal)
			.map(({ item }) => item),
	);
	const unsent =
		end === undefined ? [] : items.filter((item) => !sent.has(item) && !isRemembered(batch, item));
	return {
		...fatal,
		problem: withRemarks(
			fatal.problem,
			{ remark: 'maybeSubmitted', facts: { videos: others } },
			{ remark: 'unsentVideos', facts: { videos: unsent, isRetry: run.isRetry } },
		),
	};
}

export function waitingItemsOf(submitted: readonly SubmittedItem[]): Array<WithAccount<WaitingItem>> {
	const waiting: Array<WithAccount<WaitingItem>> = [];
	for (const { item, result, isReused: reused } of submitted) {
		const projectId = submittedProjectId(result);
		if (item.waitSettings === null || projectId === null) continue;
		const { itemIndex, account, waitSettings } = item;
		// A project of an earlier run of the node, or of another execution, gets the whole of Max Wait again, from when the waiting begins.
		const startedAt = result.state === 'sent' && !result.isRecalled ? result.submittedAt : undefined;
		waiting.push({
			...{ itemIndex, projectId, account, waitSettings, isExpected: true, reused },
			...(startedAt !== undefined && { startedAt }),
		});
	}
	return waiting;
}

/** The projects of earlier executions that items have, each once. */
function reusedProjectsOf(submitted: readonly SubmittedItem[]) {
	const projects = submitted.flatMap(({ item, result }) => {
		if (result.state !== 'reused') return [];
		const { projectId, submittedAt } = result;
		return [{ itemIndex: item.itemIndex, projectId, submittedAt }];
	});
	return groupBy(projects, ({ projectId }) => projectId).map(([first]) => first);
}

/** What the service says of projects that are used again, by item index. */
export const currentAnswersOf = (submitted: readonly SubmittedItem[]): Map<number, Answer> =>
	new Map(
		submitted.flatMap(({ item: { itemIndex }, result }) => {
			if (result.state !== 'sent' && result.state !== 'reused') return [];
			const answer = result.currentAnswer ?? (result.state === 'reused' ? result.failure : null);
			return answer === null ? [] : [[itemIndex, answer]];
		}),
	);
