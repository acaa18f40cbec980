import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Service } from '../service/client';
import { QUESTIONS_AT_ONCE } from '../service/questions';
import type { Answer } from '../service/rules/answer';
import type { Project } from '../service/rules/project';
import { limitConcurrency } from '../lib/concurrency';
import { isJsonObject } from '../lib/json';
import { joined } from '../lib/redact';
import { isToolCall } from '../n8n/host';
import { hint } from '../n8n/parameters';
import { pause } from '../n8n/pause';
import { pauseExecution } from './pauseExecution';
import type { WaitMode } from './readWait';
import {
	concludeRound,
	nextQuestion,
	startWatching,
	stopRound,
	type WaitingItem,
	type WatchedItem,
} from './rules/pausedWait';
import { type ItemProject, type ProjectResult, resultsOf } from './waitFailure';

/** How the projects of several items are waited for. */
interface ItemWait {
	/** What the service has answered so far, by project; the next question comes after the poll interval. */
	answers: ReadonlyMap<string, Answer>;
	/** All projects that the execution has, for the error that ends it. */
	all: readonly ItemProject[];
	/** Ends the waiting. */
	signal: AbortSignal;
}

/** How a node waits, and what it makes of the results. */
interface NodeWait extends ItemWait {
	mode: WaitMode;
	/** What comes out for a project while it is processed, should nothing else be learned of it. */
	interim: (item: WaitingItem) => Project;
	/** The node's output items, one for each input item, from the results by item index. */
	toItems: (results: ReadonlyMap<number, ProjectResult>) => INodeExecutionData[];
}

/**
 * Waits for the projects of several input items as the user wants it: with the execution paused, or in this process. What
 * cannot be paused waits in this process and says so.
 *
 * @returns the node's output items; those of a paused node are replaced when it is resumed
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitAndReturn(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	wait: NodeWait,
): Promise<INodeExecutionData[]> {
	const { mode, interim, toItems, signal, all } = wait;
	const { results, watched } = beginWaiting(context, waiting, wait);
	if (watched.length === 0) return toItems(results);

	if (mode === 'durable' && !isToolCall(context)) {
		const left = waiting.filter(({ itemIndex }) => !results.has(itemIndex));
		const processing = left.map((item) => [item.itemIndex, { project: interim(item) }] as const);
		const items = toItems(new Map([...results, ...processing]));
		const reason = signal.aborted
			? 'the execution was stopped'
			: await pauseExecution(context, {
					execution: { id: context.getExecutionId(), since: Date.now() },
					watched,
					stopsAtFailure: !context.continueOnFail(),
					jsons: items.map(({ json }) => (isJsonObject(json) ? json : {})),
					others: all.filter(({ projectId }) => !items.some(({ json }) => json.projectId === projectId)),
				});
		// n8n drops these items when it resumes the node. If the first one had an error, Retry On Fail would run the node again.
		if (reason === null) return items.filter(({ json }) => json.error === undefined);
		hintAtRunning(context, reason);
	} else if (mode === 'durable') hintAtRunning(context, 'an AI agent cannot be paused');
	const others = await waitInProcess(context, service, watched, wait);
	return toItems(new Map([...results, ...others]));
}

/**
 * Waits in this process for the projects of several input items, side by side. The worker is held until the last wait has ended.
 *
 * @returns each item's result, by item index
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitForItems(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	wait: ItemWait,
): Promise<Map<number, ProjectResult>> {
	const { results, watched } = beginWaiting(context, waiting, wait);
	return new Map([...results, ...(await waitInProcess(context, service, watched, wait))]);
}

function beginWaiting(
	context: IExecuteFunctions,
	waiting: readonly WaitingItem[],
	{ answers, all }: ItemWait,
): { results: Map<number, ProjectResult>; watched: WatchedItem[] } {
	const now = Date.now();
	const { ended, watched } = concludeRound(startWatching(waiting, now), answers, now);
	return { results: resultsOf(context, waiting, ended, all), watched };
}

/** Asks for each project by itself: one whose answer does not come holds up no other. */
async function waitInProcess(
	context: IExecuteFunctions,
	service: Service,
	watched: readonly WatchedItem[],
	{ signal, all }: ItemWait,
): Promise<Map<number, ProjectResult>> {
	const results = new Map<number, ProjectResult>();
	const limited = limitConcurrency(QUESTIONS_AT_ONCE);
	const failed = new AbortController();
	const over = AbortSignal.any([signal, failed.signal]);
	const waitFor = async (projectId: string): Promise<void> => {
		for (let left = watched.filter((item) => item.projectId === projectId); left.length > 0; ) {
			await pause(nextQuestion(left, Math.random()), over);
			const answer = await limited(async () => (over.aborted ? null : await service.query(projectId)));
			const round =
				answer === null || over.aborted
					? stopRound(left)
					: concludeRound(left, new Map([[projectId, answer]]), Date.now());
			for (const [itemIndex, result] of resultsOf(context, left, round.ended, all))
				results.set(itemIndex, result);
			left = round.watched;
		}
	};
	try {
		await Promise.all([...new Set(watched.map(({ projectId }) => projectId))].map(waitFor));
	} finally {
		// One that ended badly ends the node, and with it the others.
		failed.abort();
	}
	return results;
}

const hintAtRunning = (context: IExecuteFunctions, reason: string): void =>
	hint(
		context,
		joined(
			`The execution could not be paused, so it kept running while it waited. Reason: ${reason}.`,
			// An agent's tool has no such parameter.
			isToolCall(context) ? '' : "'Keep It Running' in 'Wait Mode' does the same without this hint.",
		),
	);
