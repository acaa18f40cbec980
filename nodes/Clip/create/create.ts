import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withAccounts } from '../service/accounts';
import { openService } from '../service/client';
import { isServiceInOwnNetwork } from '../service/credential';
import { grouped } from '../lib/grouped';
import { joined } from '../lib/values';
import { adviceOnBatch } from '../service/rules/advice';
import { isSuccess } from '../service/rules/answer';
import { isFailure, type ItemFailure, itemFailure } from '../n8n/failures';
import { isInsideAgent, isPaused, isRetry, isToolCall } from '../n8n/host';
import { checkItems, type ItemResult, withoutFailures } from '../n8n/items';
import { runIndexOf, type Stop, stopController } from '../n8n/parameters';
import type { PollingPolicy } from '../wait/rules/polling';
import type { WaitingItem } from '../wait/rules/watching';
import { waitAndReturn } from '../wait/waitAndReturn';
import { withOtherProjects } from '../wait/waitFailure';
import { checkItem, notSent } from './checkItem';
import { openMemory, type Remembered } from './journal';
import {
	hintAtSubmissions,
	isUnknown,
	nameLost,
	nameUnsent,
	sharedProjects,
	submissionFailure,
} from './messages';
import { openSubmissions, type PayingItem, type Submissions, type Submitted } from './submissions';

/** How long a tool waits for the limits of the service, in milliseconds: MCP clients give up after a minute, and call again. */
const PATIENCE_OF_AGENTS = 10_000;

/**
 * Create: submits one video for each item, in order, at the pace of the service, and waits for all of them side by side. One
 * project comes out for each item. All items are checked before the first one is sent, since a submission costs money.
 *
 * @throws NodeOperationError for input that breaks a rule, NodeApiError for a refusal, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		return await submitAndWait(context);
	} catch (error) {
		// Also those of earlier rounds of a loop, or of the execution that n8n's Retry repeats.
		throw withOtherProjects(context, error, openMemory(context).projects(runIndexIn(context)));
	}
}

async function submitAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const isTool = isToolCall(context);
	const nothingSent = notSent(context);
	const reachesOwnNetwork = await isServiceInOwnNetwork(context);
	const checked = await withAccounts(
		context,
		checkItems(
			context,
			(itemIndex) => checkItem(context, itemIndex, nothingSent, reachesOwnNetwork),
			nothingSent,
		),
		nothingSent,
	);
	const service = openService(context);
	const stop = stopController(context);
	const runIndex = runIndexIn(context);
	const patience = isTool ? PATIENCE_OF_AGENTS : Infinity;
	const submissions = openSubmissions(context, service, stop.signal, { patience, runIndex });
	// No check of the batch in a Retry: the first execution may have sent some of them, so each gets a result of its own. None for a
	// tool: the check counts with Max Rate Limit Wait, but a tool waits for 10 s at most.
	const items = isTool || isRetry(context) ? checked : refuseTooMany(context, checked, submissions);
	const paying = withoutFailures(items);
	const { submitted, ended } = await submitAll(context, paying, submissions, stop);
	// Videos that were sent before, or about to be sent, when n8n died and lost their results.
	const lost = paying.filter(({ itemIndex }) => submitted.get(itemIndex)?.state === 'resultLost');
	if (ended !== null) {
		const rest = paying.filter((item) => !submitted.has(item.itemIndex) && !submissions.remembers(item));
		const remark = joined(nameLost(lost), nameUnsent(context, rest));
		throw submissionFailure(context, ended.item, ended.result, remark).error;
	}
	throwLost(context, lost);

	const waiting: WaitingItem[] = [];
	const results = items.map((item): ItemResult => {
		if (isFailure(item)) return item;
		const result = submitted.get(item.itemIndex);
		if (result === undefined) return [];
		if (result.state !== 'answered' || !isSuccess(result.answer)) {
			return submissionFailure(context, item, result);
		}
		const { project } = result.answer;
		if (item.wait !== null) waiting.push(waitingItem(item, item.wait, project.projectId, result, waiting));
		return [project];
	});
	const shared = sharedProjects(submitted, runIndex);
	for (const message of shared) context.logger.info(message);
	const mode = paying.find(({ wait }) => wait !== null)?.waitMode ?? 'durable';
	const output = await waitAndReturn(context, service, {
		mode,
		waiting,
		// Nothing was asked yet.
		answers: new Map(),
		results,
		all: openMemory(context).projects(runIndex),
		signal: stop.signal,
	});
	if (isTool || !isPaused(context)) hintAtSubmissions(context, submissions.waited(), shared);
	return output;
}

/** @param others - the items of the same execution that wait already */
function waitingItem(
	{ itemIndex, account }: PayingItem,
	policy: PollingPolicy,
	projectId: string,
	{ isRecalled, sentAt }: Remembered & { isRecalled: boolean },
	others: readonly WaitingItem[],
): WaitingItem {
	const same = others.find((other) => other.projectId === projectId);
	// A project of an earlier run of the node gets the whole of Max Wait again, from when the waiting begins.
	const since = same?.since ?? (isRecalled ? undefined : sentAt);
	return { itemIndex, projectId, account, policy, isAccepted: true, ...(since !== undefined && { since }) };
}

const byAccount = (items: readonly PayingItem[]) => grouped(items, ({ account }) => account);

/** Refuses all items of an account if one of them would have to wait for the limits of the service for longer than it may. */
function refuseTooMany(
	context: IExecuteFunctions,
	items: ReadonlyArray<PayingItem | ItemFailure>,
	submissions: Submissions,
): ReadonlyArray<PayingItem | ItemFailure> {
	const refused = new Map<number, ItemFailure>();
	for (const own of byAccount(withoutFailures(items))) {
		const tooMany = submissions.batchOverLimit(own);
		if (tooMany === null) continue;
		const advice = adviceOnBatch(tooMany.wanted, tooMany.count, tooMany.nextAt);
		for (const { itemIndex } of own) {
			const failure = itemFailure(context, itemIndex, null, advice, 'rateLimited');
			if (!context.continueOnFail()) throw failure.error;
			refused.set(itemIndex, failure);
		}
	}
	return items.map((item, itemIndex) => refused.get(itemIndex) ?? item);
}

/** What came of the submissions. */
interface AllSubmitted {
	/** By item index; none for what was not sent because the execution ends. */
	submitted: Map<number, Submitted>;
	/** The video that gave no project and ends the execution, the first in time. */
	ended: { item: PayingItem; result: Submitted } | null;
}

/**
 * Submits the videos: those of an account in order, the accounts side by side, since each has limits of its own. A failure that ends
 * the execution lets what is on its way come to its end, and sends no more.
 */
async function submitAll(
	context: IExecuteFunctions,
	items: readonly PayingItem[],
	submissions: Submissions,
	stop: Stop,
): Promise<AllSubmitted> {
	const submitted = new Map<number, Submitted>();
	let ended: AllSubmitted['ended'] = null;
	await Promise.all(
		byAccount(items).map(async (own) => {
			for (const item of own) {
				const result = await submissions.submit(item);
				if (ended !== null && result.state === 'stopped') return;
				submitted.set(item.itemIndex, result);
				if (!endsExecution(context, result)) continue;
				ended ??= { item, result };
				stop.abort();
				return;
			}
		}),
	);
	return { submitted, ended };
}

function endsExecution(context: IExecuteFunctions, result: Submitted): boolean {
	if (context.continueOnFail() || (result.state === 'answered' && isSuccess(result.answer))) return false;
	// throwLost throws it, after the other items were submitted.
	if (result.state === 'resultLost') return false;
	// Inside an agent an unknown result is an item: an error would not reach its model, and Retry On Fail or a client of MCP would call
	// again.
	return !(isInsideAgent(context) && isUnknown(context, result));
}

/** Ends the execution after everything else is submitted, if n8n has lost the results of videos that were sent before. */
function throwLost(context: IExecuteFunctions, [first, ...others]: readonly PayingItem[]): void {
	if (first === undefined || context.continueOnFail() || isInsideAgent(context)) return;
	throw submissionFailure(context, first, { state: 'resultLost' }, nameLost(others)).error;
}

/** Which run of the node this is; none for a tool, of which each call has another run index. */
const runIndexIn = (context: IExecuteFunctions): string => (isToolCall(context) ? '' : runIndexOf(context));
