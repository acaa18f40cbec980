import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openService } from '../service/client';
import { isServiceInOwnNetwork } from '../service/credential';
import { joined } from '../lib/values';
import { adviceOnBatch } from '../service/rules/advice';
import { isSuccess } from '../service/rules/answer';
import { isFailure, type ItemFailure, itemFailure } from '../n8n/failures';
import { isInsideAgent, isRetry, isToolCall } from '../n8n/host';
import { checkItems, type ItemResult, withoutFailures } from '../n8n/items';
import { runIndexOf, stopController } from '../n8n/parameters';
import type { WaitingItem } from '../wait/rules/watching';
import { waitAndReturn } from '../wait/waitAndReturn';
import { withOtherProjects } from '../wait/waitFailure';
import { type CheckedItem, checkItem } from './checkItem';
import { openMemory } from './journal';
import { hintAtSubmissions, nameLost, nameUnsent, submissionFailure } from './messages';
import { openSubmissions, type Submissions, type Submitted } from './submissions';

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
	const reachesOwnNetwork = await isServiceInOwnNetwork(context);
	const checked = checkItems(context, (itemIndex) => checkItem(context, itemIndex, reachesOwnNetwork));
	const service = await openService(context);
	const { signal } = stopController(context);
	const runIndex = runIndexIn(context);
	const patience = isTool ? PATIENCE_OF_AGENTS : Infinity;
	const submissions = openSubmissions(context, service, signal, { patience, runIndex });
	// No check of the batch in a Retry: the first execution may have sent some of them, so each gets a result of its own. None for a
	// tool: the check counts with Max Rate Limit Wait, but a tool waits for 10 s at most.
	const items = isTool || isRetry(context) ? checked : refuseTooMany(context, checked, submissions);

	const results: ItemResult[] = [];
	const submitted = new Map<number, Submitted>();
	const waiting: WaitingItem[] = [];
	/** Videos that were sent before, or about to be sent, when n8n died and lost their results. */
	const lost: CheckedItem[] = [];
	for (const [itemIndex, item] of items.entries()) {
		if (isFailure(item)) {
			results[itemIndex] = item;
			continue;
		}
		const result = await submissions.submit(item);
		submitted.set(itemIndex, result);
		if (result.state !== 'answered' || !isSuccess(result.answer)) {
			results[itemIndex] = failed(context, item, result, () => {
				const rest = withoutFailures(items.slice(itemIndex + 1)).filter(
					(other) => !submissions.remembers(other),
				);
				return joined(nameLost(lost), nameUnsent(context, rest));
			});
			if (result.state === 'resultLost') lost.push(item);
			continue;
		}
		const { project } = result.answer;
		results[itemIndex] = [project];
		if (item.wait === null) continue;
		const same = waiting.find(({ projectId }) => projectId === project.projectId);
		// A project of an earlier run of the node gets the whole of Max Wait again, from when the waiting begins.
		const since = same?.since ?? (result.isRecalled ? undefined : Date.now());
		waiting.push({ itemIndex, projectId: project.projectId, policy: item.wait, ...(since && { since }) });
	}
	throwLost(context, lost);
	hintAtSubmissions(context, submissions.waited(), submitted, runIndex);
	const mode = withoutFailures(items).find(({ wait }) => wait !== null)?.waitMode ?? 'durable';
	return await waitAndReturn(context, service, {
		mode,
		waiting,
		// Nothing was asked yet.
		answers: new Map(),
		results,
		all: openMemory(context).projects(runIndex),
		signal,
	});
}

/** Refuses all items if one of them would have to wait for the limits of the service for longer than it may. */
function refuseTooMany(
	context: IExecuteFunctions,
	items: ReadonlyArray<CheckedItem | ItemFailure>,
	submissions: Submissions,
): ReadonlyArray<CheckedItem | ItemFailure> {
	const tooMany = submissions.batchOverLimit(withoutFailures(items));
	if (tooMany === null) return items;
	const advice = adviceOnBatch(tooMany.wanted, tooMany.count, tooMany.nextAt);
	return items.map((item, itemIndex) => {
		if (isFailure(item)) return item;
		const failure = itemFailure(context, itemIndex, null, advice, 'rateLimited');
		if (!context.continueOnFail()) throw failure.error;
		return failure;
	});
}

/**
 * What comes out for a video that gave no project, or the end of the execution.
 *
 * @param remark - what else an error that ends the execution says
 */
function failed(
	context: IExecuteFunctions,
	item: CheckedItem,
	result: Submitted,
	remark: () => string,
): ItemFailure {
	const failure = submissionFailure(context, item, result);
	// Inside an agent an unknown result is an item: an error would not reach its model, and Retry On Fail or a client of MCP would call
	// again.
	const isUnknown = failure.details.outcome === 'unknownWhetherCreated';
	if (context.continueOnFail() || (isUnknown && isInsideAgent(context))) return failure;
	// throwLost throws it, after the other items were submitted.
	if (result.state === 'resultLost') return failure;
	throw submissionFailure(context, item, result, remark()).error;
}

/** Ends the execution after everything else is submitted, if n8n has lost the results of videos that were sent before. */
function throwLost(context: IExecuteFunctions, [first, ...others]: readonly CheckedItem[]): void {
	if (first === undefined || context.continueOnFail() || isInsideAgent(context)) return;
	throw submissionFailure(context, first, { state: 'resultLost' }, nameLost(others)).error;
}

/** Which run of the node this is; none for a tool, of which each call has another run index. */
const runIndexIn = (context: IExecuteFunctions): string => (isToolCall(context) ? '' : runIndexOf(context));
