import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Service } from '../service/client';
import type { Project } from '../service/rules/project';
import { isJsonObject } from '../lib/json';
import { isToolCall } from '../n8n/host';
import { hint } from '../n8n/parameters';
import type { ItemWait, WaitingItem } from './inProcess';
import { pauseExecution } from './pauseExecution';
import type { WaitMode } from './readWait';
import { concludeRound, dueProjects, type Round, startWatching } from './rules/pausedWait';
import { type ProjectResult, resultsOf } from './waitFailure';

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
 * @param service - the service to ask
 * @param waiting - the items, at most one entry each
 * @param wait - how to wait
 * @returns the node's output items; those of a paused node are replaced when it is resumed
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitAndReturn(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	wait: NodeWait,
): Promise<INodeExecutionData[]> {
	const { mode, interim, toItems, askFirst, stop, all = waiting } = wait;
	if (waiting.length === 0) return toItems(new Map());
	if (mode === 'inProcess' || isToolCall(context)) {
		if (mode === 'durable') hintAtRunning(context, 'an AI agent cannot be paused');
		const { waitForItems } = await import('./inProcess');
		return toItems(await waitForItems(context, service, waiting, wait));
	}

	const now = Date.now();
	let round: Round = { ended: new Map(), watched: startWatching(waiting, now) };
	if (askFirst) {
		const { askEach } = await import('../service/questions');
		const answers = await askEach(service, dueProjects(round.watched, now), stop.signal);
		round = concludeRound(round.watched, answers, Date.now());
	}
	const ended = waiting.filter(({ itemIndex }) => round.ended.has(itemIndex));
	const left = waiting.filter((item) => !ended.includes(item));
	const ready = resultsOf(context, ended, round.ended, all);
	const passing = left.map((item) => [item.itemIndex, { project: interim(item) }] as const);
	const items = toItems(new Map([...ready, ...passing]));
	if (left.length === 0) return items;

	const reason = stop.signal.aborted
		? 'the execution was stopped'
		: await pauseExecution(context, {
				execution: { id: context.getExecutionId(), since: now },
				watched: round.watched,
				stopsAtFailure: !context.continueOnFail(),
				jsons: items.map(({ json }) => (isJsonObject(json) ? json : {})),
			});
	// Dropped when the node is resumed. Retry On Fail would run a paused node again for an error in the first place.
	if (reason === null) return items.filter(({ json }) => json.error === undefined);
	hintAtRunning(context, reason);
	const { waitForItems } = await import('./inProcess');
	const others = await waitForItems(context, service, left, { ...wait, askFirst: false });
	return toItems(new Map([...ready, ...others]));
}

const hintAtRunning = (context: IExecuteFunctions, reason: string): void =>
	hint(
		context,
		`The execution could not be paused, so it kept running while it waited. Reason: ${reason}. 'Keep It Running' in 'Wait Mode' does the same without this hint.`,
	);
