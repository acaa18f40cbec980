import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Service } from '../service/client';
import type { Answer } from '../service/rules/answer';
import { isJsonObject } from '../lib/json';
import { joined } from '../lib/values';
import { isFailure } from '../n8n/failures';
import { isEvaluation, isToolCall } from '../n8n/host';
import { type ItemResult, toItems } from '../n8n/items';
import { hint } from '../n8n/parameters';
import { pauseExecution } from './pauseExecution';
import type { WaitMode } from './readWait';
import { concludeRound, startWatching, type WaitingItem } from './rules/watching';
import { type KnownProject, type ProjectResult, resultsOf } from './waitFailure';

/** How a node waits. */
interface NodeWait {
	mode: WaitMode;
	waiting: readonly WaitingItem[];
	/** Answers that have come already, by item index. */
	answers: ReadonlyMap<number, Answer>;
	/** What has become of each input item so far. A project that is waited for is processing. */
	results: readonly ItemResult[];
	/** All projects that the execution has: a status check may have to name them in an error. */
	all: readonly KnownProject[];
	/** Ends the waiting. */
	signal: AbortSignal;
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
	{ mode, waiting, answers, all, signal, ...before }: NodeWait,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const { ended, watched } = concludeRound(startWatching(waiting, now), answers, now);
	const results = replaced(before.results, resultsOf(context, waiting, ended));
	const items = toItems(results);
	if (watched.length === 0) return items;

	if (mode === 'durable') {
		const reason =
			reasonToKeepRunning(context, signal) ??
			(await pauseExecution(context, {
				executionId: context.getExecutionId(),
				watched,
				stopsAtFailure: !context.continueOnFail(),
				jsons: items.map(({ json }) => (isJsonObject(json) ? json : {})),
				others: all.filter(({ projectId }) => !items.some(({ json }) => json.projectId === projectId)),
			}));
		// n8n drops these items when it resumes the node. If the first one had an error, Retry On Fail would run the node again: so
		// error items are left out here.
		if (reason === null) return items.filter(({ json }) => json.error === undefined);
		hintAtRunning(context, reason);
	}
	const { waitInProcess } = await import('./waitInProcess');
	return toItems(replaced(results, await waitInProcess(context, service, watched, signal)));
}

/** Why the execution must not pause, though n8n could pause it: nobody would take it up again. */
function reasonToKeepRunning(context: IExecuteFunctions, signal: AbortSignal): string | null {
	if (isToolCall(context)) return 'an AI agent cannot be paused';
	if (signal.aborted) return 'the execution was stopped';
	return isEvaluation(context) ? 'an evaluation does not wait for an execution that pauses' : null;
}

const replaced = (results: readonly ItemResult[], ends: ReadonlyMap<number, ProjectResult>): ItemResult[] =>
	results.map((result, itemIndex) => {
		const end = ends.get(itemIndex);
		if (end === undefined) return result;
		return isFailure(end) ? end : [end.project];
	});

const hintAtRunning = (context: IExecuteFunctions, reason: string): void =>
	hint(
		context,
		joined(
			`The execution could not be paused, so it kept running while it waited. Reason: ${reason}.`,
			// An agent's tool has no such parameter.
			isToolCall(context) ? '' : "'Keep It Running' in 'Wait Mode' does the same without this hint.",
		),
	);
