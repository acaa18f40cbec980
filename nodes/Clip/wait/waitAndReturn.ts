import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { askEach } from '../client/questions';
import type { Service } from '../client/service';
import { isToolCall } from '../n8n/host';
import { hint } from '../n8n/parameters';
import type { Project } from '../interface/project';
import { isJsonObject } from '../lib/json';
import { type ProjectResult, resultsOf } from './failures';
import { parkNode } from './helpers/park';
import { type ItemWait, waitForItems, type WaitingItem } from './inProcess';
import { concludeRound, dueProjects, type HeldWork, type Round, startWatching } from './rules/watch';
import type { WaitMode } from './readWait';

/** How a node waits, and what it makes of the results. */
interface NodeWait extends ItemWait {
	mode: WaitMode;
	/** What comes out for a project while it is processed, should nothing else be learned of it. */
	interim: (item: WaitingItem) => Project;
	/** What the helpers of a paused run do first. */
	held?: HeldWork;
	/** Does it in this process, and gives all that is waited for then. */
	submitHere?: () => Promise<readonly WaitingItem[]>;
	/** The node's output items, one for each input item, from the results by item index. */
	toItems: (results: ReadonlyMap<number, ProjectResult>) => INodeExecutionData[];
}

/**
 * Waits for the projects of several input items as the user wants it: with the execution parked, or in this process. What
 * cannot be parked waits in this process and says so.
 *
 * @param service - the service to ask
 * @param waiting - the items, at most one entry each
 * @param wait - how to wait
 * @returns the node's output items; those of a parked node are replaced when it is resumed
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitAndReturn(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	wait: NodeWait,
): Promise<INodeExecutionData[]> {
	const { mode, interim, toItems, askFirst, stop, held } = wait;
	if (waiting.length === 0 && held === undefined) return toItems(new Map());
	if (mode === 'inProcess') return toItems(await waitForItems(context, service, waiting, wait));
	if (isToolCall(context)) {
		hintAtHeldWorker(context, 'an AI agent cannot be paused');
		return toItems(await waitForItems(context, service, waiting, wait));
	}

	const now = Date.now();
	let round: Round = { ended: new Map(), watched: startWatching(waiting, now) };
	if (askFirst) {
		const answers = await askEach(service, dueProjects(round.watched, now), stop.signal);
		round = concludeRound(round.watched, answers, Date.now());
	}
	const watchedItems = new Set(round.watched.map(({ itemIndex }) => itemIndex));
	const left = waiting.filter(({ itemIndex }) => watchedItems.has(itemIndex));
	const settled = resultsOf(
		context,
		waiting.filter((item) => !left.includes(item)),
		round.ended,
		wait.all ?? waiting,
	);
	const items = toItems(
		new Map([...settled, ...left.map((item) => [item.itemIndex, { project: interim(item) }] as const)]),
	);
	if (left.length === 0 && held === undefined) return items;

	const watch = {
		run: { executionId: context.getExecutionId(), since: now },
		watched: round.watched,
		stopsAtFailure: !context.continueOnFail(),
		...(held && { held }),
	};
	const jsons = items.map(({ json }) => (isJsonObject(json) ? json : {}));
	const parked = stop.signal.aborted
		? { parked: false as const, reason: 'the execution was stopped' }
		: await parkNode(context, { watch, jsons });
	// Dropped when the node is resumed. Retry On Fail would run a parked node again for an error in the first place.
	if (parked.parked) return items.filter(({ json }) => json.error === undefined);
	hintAtHeldWorker(context, parked.reason);
	const all = (await wait.submitHere?.()) ?? waiting;
	const open = all.filter(({ itemIndex }) => !settled.has(itemIndex));
	const others = await waitForItems(context, service, open, { ...wait, askFirst: false });
	return toItems(new Map([...settled, ...others]));
}

const hintAtHeldWorker = (context: IExecuteFunctions, reason: string): void =>
	hint(
		context,
		`The execution could not be paused, so it kept running while it waited. Reason: ${reason}. 'Keep It Running' in 'Wait Mode' does the same without this hint.`,
	);
