import { grouped } from '../lib/grouped';
import { hint } from '../n8n/execution';
import { isPaused } from '../n8n/host';
import {
	type Bad,
	badForAll,
	badOf,
	endingOf,
	goodOf,
	isBad,
	onward,
	type Operation,
	readItems,
	type Result,
} from '../n8n/results';
import { notePayingAgain, type Run } from '../n8n/run';
import { hintTexts } from '../problems/notices';
import { problem, withNotes } from '../problems/problem';
import { openAccounts, type WithAccount, withAccounts } from '../service/accounts';
import { type Answer, isSuccess } from '../service/rules/answer';
import type { WaitingItem } from '../wait/rules/watching';
import { waitAndReturn } from '../wait/waitAndReturn';
import { type Batch, beginBatch, byAccount, type PayingItem, runIndexIn } from './batch';
import { createParameters } from './create.operation';
import { openMemory } from './memory';
import { isFateUnknown, projectIdOf, resultOf, type SubmittedItem } from './results';
import { remembers, submit, type Submitted } from './submissions';

/** How many videos one run of the node takes. Longer ones would keep an execution running for hours. */
const MOST_VIDEOS = 40;

/**
 * Create: submits one video for each item, in order, at the pace of the service, and waits for all of them side by side. One
 * project comes out for each item. All items are read before the first one is sent, since a submission costs money.
 */
export const execute: Operation = async (run) => {
	const memory = openMemory(run, runIndexIn(run));
	const items = await readAll(run);
	if (goodOf(items).some(({ submitAgain }) => submitAgain === 'always')) notePayingAgain(run);
	if (endingOf(run, items) !== undefined) return badOf(items);
	const batch = beginBatch(run, memory, goodOf(items));
	// In a Retry, the first execution may have sent some of them, so each gets a result of its own.
	if (batch.videos > MOST_VIDEOS && !run.isRetry) {
		return badForAll(run, problem('tooManyVideos', { videos: batch.videos, most: MOST_VIDEOS }));
	}
	const { submitted, ending } = await submitAll(batch, goodOf(items));
	if (ending !== undefined) return [ending];
	// Everything else is submitted by now. An agent does not see a thrown error.
	const results = submitted
		.map((one) => resultOf(run, one))
		.map((one) => (isBad(one) && run.isInsideAgent ? { ...one, isToldAsItem: true } : one));
	const late = endingOf(run, results);
	if (late !== undefined) return [late];
	const output = await waitAndReturn(run, {
		mode: submitted.find(({ item }) => item.wait !== null)?.item.waitMode ?? 'durable',
		waiting: waitingItems(submitted),
		answers: answersOf(submitted),
		results: [...badOf(items), ...results].sort((a, b) => a.itemIndex - b.itemIndex),
	});
	// n8n keeps no hint of a node that pauses.
	if (run.isTool || !isPaused(run.context)) hintAtBatch(batch, submitted);
	return output;
};

function hintAtBatch({ run, waits }: Batch, submitted: readonly SubmittedItem[]): void {
	// The accounts wait side by side.
	const waited = Math.max(0, ...waits.values());
	if (waited >= 1_000) hint(run.context, hintTexts.tookLonger(waited));
	const again = run.isByHand && !run.isTool ? usedAgainIn(submitted) : [];
	if (again.length > 0) hint(run.context, hintTexts.usedAgain(again));
}

async function readAll(run: Run): Promise<Array<Result<PayingItem>>> {
	const [inside, outside] = [createParameters(true), createParameters(false)];
	const accounts = await openAccounts(run.context);
	const parametersOf = (itemIndex: number) =>
		accounts[itemIndex]?.isInOwnNetwork === true ? inside : outside;
	const read = readItems(run, parametersOf, 'submit');
	return await onward(run, read, async (good) => await withAccounts(run, good, 'submit', accounts));
}

/**
 * Submits the videos: those of an account in order, the accounts side by side, since each has limits of its own. A failure that ends
 * the run lets what is on its way come to its end, and sends no more.
 *
 * @returns what came of them, in the order of the items, and the result that ends the run, if one does
 */
async function submitAll(batch: Batch, items: readonly PayingItem[]) {
	const submitted: SubmittedItem[] = [];
	const ends: SubmittedItem[] = [];
	const submitOwn = async (own: readonly PayingItem[]): Promise<void> => {
		for (const item of own) {
			const result = await submit(batch, item);
			if (ends.length > 0 && result.state === 'stopped') return;
			const one = { item, result, isReused: isReused(batch, item, result) };
			submitted.push(one);
			if (!endsRun(batch.run, one)) continue;
			ends.push(one);
			batch.run.end();
			return;
		}
	};
	await Promise.all(byAccount(items).map(submitOwn));
	submitted.sort((a, b) => a.item.itemIndex - b.item.itemIndex);
	return { submitted, ending: endingAfter(batch, items, submitted, ends[0]) };
}

/** Of items with the same video, the first one has sent it, and sends it in each try of Retry On Fail. */
function isReused({ execution, runIndex }: Batch, { itemIndex }: PayingItem, result: Submitted): boolean {
	if (result.state !== 'answered' || result.isUsedAgain || !result.isRecalled) {
		return result.state === 'answered' && result.isUsedAgain;
	}
	const { origin } = result;
	const isFirst = origin.execution === execution && origin.run === runIndex && origin.itemIndex === itemIndex;
	return !isFirst || runIndex === '';
}

function endsRun(run: Run, submitted: SubmittedItem): boolean {
	const { result } = submitted;
	// What n8n has lost ends it after the other items were submitted.
	if (run.continues || projectIdOf(result) !== null || result.state === 'resultLost') return false;
	// Inside an agent an unknown result is an item: an error would not reach its model, and Retry On Fail or a client of MCP would call
	// again.
	return !(run.isInsideAgent && isFateUnknown(run, submitted));
}

/**
 * What ends the run, if a video does; after everything else is submitted also if n8n has lost the results of videos that were sent
 * before, or about to be sent, when it died. It names the videos that it leaves behind.
 *
 * @param end - the first video, in time, that ends it
 */
function endingAfter(
	batch: Batch,
	items: readonly PayingItem[],
	submitted: readonly SubmittedItem[],
	end: SubmittedItem | undefined,
): Bad | undefined {
	const { continues, isInsideAgent, isRetry } = batch.run;
	const lost = submitted.filter(({ result }) => result.state === 'resultLost');
	const ending = end ?? (continues || isInsideAgent ? undefined : lost[0]);
	const bad = ending && resultOf(batch.run, ending);
	if (bad === undefined || !isBad(bad)) return undefined;
	const others = lost.filter(({ item }) => item !== ending?.item).map(({ item }) => item);
	const sent = new Set(submitted.map(({ item }) => item));
	const unsent = end === undefined ? [] : items.filter((item) => !sent.has(item) && !remembers(batch, item));
	return {
		...bad,
		problem: withNotes(
			bad.problem,
			{ note: 'lostVideos', facts: { videos: others } },
			{ note: 'unsentVideos', facts: { videos: unsent, isRetry } },
		),
	};
}

function waitingItems(submitted: readonly SubmittedItem[]): Array<WithAccount<WaitingItem>> {
	const waiting: Array<WithAccount<WaitingItem>> = [];
	for (const { item, result, isReused: reused } of submitted) {
		const projectId = projectIdOf(result);
		if (item.wait === null || result.state !== 'answered' || projectId === null) continue;
		const { itemIndex, account, wait: policy } = item;
		const same = waiting.find((other) => other.projectId === projectId);
		// A project of an earlier run of the node, or of another execution, gets the whole of Max Wait again, from when the waiting begins.
		const isOld = result.isRecalled || result.isUsedAgain;
		const since = same?.since ?? (isOld ? undefined : result.sentAt);
		const one = { itemIndex, projectId, account, policy, isExpected: true, reused };
		waiting.push(since === undefined ? one : { ...one, since });
	}
	return waiting;
}

/** The projects of earlier executions that items have, each once. */
function usedAgainIn(submitted: readonly SubmittedItem[]) {
	const projects = submitted.flatMap(({ item, result }) => {
		const projectId = projectIdOf(result);
		if (result.state !== 'answered' || !result.isUsedAgain || projectId === null) return [];
		return [{ itemIndex: item.itemIndex, projectId, sentAt: result.sentAt }];
	});
	return grouped(projects, ({ projectId }) => projectId).map(([first]) => first);
}

/** What the service says of projects that are used again, by item index. */
const answersOf = (submitted: readonly SubmittedItem[]): Map<number, Answer> =>
	new Map(
		submitted.flatMap(({ item: { itemIndex }, result }) => {
			if (result.state !== 'answered') return [];
			const answer = result.asked ?? (result.isUsedAgain && !isSuccess(result.answer) ? result.answer : null);
			return answer === null ? [] : [[itemIndex, answer]];
		}),
	);
