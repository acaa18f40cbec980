import type { IExecuteFunctions } from 'n8n-workflow';
import { grouped } from '../lib/grouped';
import { hint, type Stop, stopController } from '../n8n/execution';
import { NodeEnded, withOtherProjects } from '../n8n/failures';
import { isByHand, isInsideAgent, isPaused, isRetry, isToolCall } from '../n8n/host';
import {
	endAtFailure,
	isFailedItem,
	type Outcome,
	type OutputItem,
	readItems,
	withoutFailed,
} from '../n8n/outcomes';
import { hintTexts } from '../problems/notices';
import { type Note, problem, withNotes } from '../problems/problem';
import { openAccounts, type WithAccount, withAccounts } from '../service/accounts';
import { type Answer, isSuccess } from '../service/rules/answer';
import type { ProjectItem } from '../wait/results';
import type { WaitingItem } from '../wait/rules/watching';
import { waitAndReturn } from '../wait/waitAndReturn';
import { createParameters } from './create.schema';
import { openMemory } from './memory';
import { isFateUnknown, projectIdOf, resultOf, type SubmittedItem } from './results';
import { beginRun, byAccount, type NodeRun, type PayingItem, runIndexIn } from './nodeRun';
import { remembers, submit, type Submitted } from './submissions';

/** How many videos one run of the node takes. Longer ones would keep an execution running for hours. */
const MOST_VIDEOS = 40;

/**
 * Create: submits one video for each item, in order, at the pace of the service, and waits for all of them side by side. One
 * project comes out for each item. All items are read before the first one is sent, since a submission costs money.
 *
 * @throws NodeEnded for input that breaks a rule and for a refusal, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	try {
		return await submitAndWait(context);
	} catch (error) {
		// Also those of earlier rounds of a loop, or of the execution that n8n's Retry repeats.
		throw withOtherProjects(error, openMemory(context).projects(runIndexIn(context)));
	}
}

async function submitAndWait(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	const items = await readAll(context);
	const paying = withoutFailed(items);
	const stop = stopController(context);
	const run = beginRun(context, paying, stop.signal);
	// In a Retry, the first execution may have sent some of them, so each gets a result of its own.
	if (run.videos > MOST_VIDEOS && !isRetry(context)) {
		throw new NodeEnded(problem('tooManyVideos', { videos: run.videos, most: MOST_VIDEOS }), null);
	}
	const submitted = await submitAll(run, paying, stop);

	const results: Array<Outcome<ProjectItem>> = submitted.map((one) => resultOf(context, one));
	// Everything else is submitted by now.
	if (!isInsideAgent(context)) endAtFailure(context, results);
	const output = await waitAndReturn(context, {
		mode: submitted.find(({ item }) => item.wait !== null)?.item.waitMode ?? 'durable',
		waiting: waitingItems(submitted),
		answers: answersOf(submitted),
		outcomes: [...items.filter(isFailedItem), ...results].sort((a, b) => a.itemIndex - b.itemIndex),
		all: run.memory.projects(run.runIndex),
		signal: stop.signal,
	});
	// n8n keeps no hint of a node that pauses.
	if (isToolCall(context) || !isPaused(context)) {
		// The accounts wait side by side.
		const waited = Math.max(0, ...run.waits.values());
		if (waited >= 1_000) hint(context, hintTexts.tookLonger(waited));
		const again = isByHand(context) && !isToolCall(context) ? usedAgainIn(submitted) : [];
		if (again.length > 0) hint(context, hintTexts.usedAgain(again));
	}
	return output;
}

async function readAll(context: IExecuteFunctions): Promise<Array<Outcome<PayingItem>>> {
	const [inside, outside] = [createParameters(true), createParameters(false)];
	const accounts = await openAccounts(context);
	const parametersOf = (itemIndex: number) =>
		accounts[itemIndex]?.isInOwnNetwork === true ? inside : outside;
	const items = readItems(context, parametersOf, 'submit');
	return await withAccounts(context, items, 'submit', accounts);
}

/**
 * Submits the videos: those of an account in order, the accounts side by side, since each has limits of its own. A failure that ends
 * the execution lets what is on its way come to its end, and sends no more.
 *
 * @returns in the order of the items
 * @throws NodeEnded for the first video, in time, that ends the execution
 */
async function submitAll(run: NodeRun, items: readonly PayingItem[], stop: Stop): Promise<SubmittedItem[]> {
	const submitted: SubmittedItem[] = [];
	const ends: SubmittedItem[] = [];
	const submitOwn = async (own: readonly PayingItem[]): Promise<void> => {
		for (const item of own) {
			const result = await submit(run, item);
			if (ends.length > 0 && result.state === 'stopped') return;
			const one = { item, result, isReused: isReused(run, item, result) };
			submitted.push(one);
			if (!endsExecution(run.context, one)) continue;
			ends.push(one);
			stop.abort();
			return;
		}
	};
	await Promise.all(byAccount(items).map(submitOwn));
	submitted.sort((a, b) => a.item.itemIndex - b.item.itemIndex);
	endIfNeeded(run, items, submitted, ends[0]);
	return submitted;
}

/** Of items with the same video, the first one has sent it, and sends it in each try of Retry On Fail. */
function isReused({ execution, runIndex }: NodeRun, { itemIndex }: PayingItem, result: Submitted): boolean {
	if (result.state !== 'answered' || result.isUsedAgain || !result.isRecalled) {
		return result.state === 'answered' && result.isUsedAgain;
	}
	const { origin } = result;
	const isFirst = origin.execution === execution && origin.run === runIndex && origin.itemIndex === itemIndex;
	return !isFirst || runIndex === '';
}

function endsExecution(context: IExecuteFunctions, submitted: SubmittedItem): boolean {
	const { result } = submitted;
	if (context.continueOnFail() || projectIdOf(result) !== null) return false;
	// endIfNeeded throws it, after the other items were submitted.
	if (result.state === 'resultLost') return false;
	// Inside an agent an unknown result is an item: an error would not reach its model, and Retry On Fail or a client of MCP would call
	// again.
	return !(isInsideAgent(context) && isFateUnknown(context, submitted));
}

/**
 * Ends the execution, if a video ends it; after everything else is submitted also if n8n has lost the results of videos that were
 * sent before, or about to be sent, when it died.
 */
function endIfNeeded(
	run: NodeRun,
	items: readonly PayingItem[],
	submitted: readonly SubmittedItem[],
	end: SubmittedItem | undefined,
): void {
	const { context } = run;
	const lost = submitted.filter(({ result }) => result.state === 'resultLost');
	const isTold = context.continueOnFail() || isInsideAgent(context);
	const ending = end ?? (isTold ? undefined : lost[0]);
	if (ending === undefined) return;
	const others = lost.filter(({ item }) => item !== ending.item).map(({ item }) => item);
	const sent = new Set(submitted.map(({ item }) => item));
	const unsent = end === undefined ? [] : items.filter((item) => !sent.has(item) && !remembers(run, item));
	const left: Note[] = [
		{ note: 'lostVideos', facts: { videos: others } },
		{ note: 'unsentVideos', facts: { videos: unsent, isRetry: isRetry(context) } },
	];
	const outcome = resultOf(context, ending);
	if (isFailedItem(outcome)) {
		endAtFailure(context, [{ ...outcome, problem: withNotes(outcome.problem, ...left) }]);
	}
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
