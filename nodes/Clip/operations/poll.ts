import { type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { readId } from '../service/values';
import { concludeRound, dueProjects, type Round, type Watch, type WatchedItem } from '../service/watch';
import { beginPolling, parkPoller, readMemory, writeMemory } from '../transport/parking';
import { openService } from '../transport/service';
import { askEach } from '../transport/waiting';
import { type ItemFailure, lostSight, waitFailure } from './itemFailure';
import { errorJson } from './itemResult';
import { stopController } from './parameters';
import { type ItemProject, keepIds } from './waitForItems';

/**
 * Poll: the work of a poller, which a durable wait starts (see `transport/parking`); users cannot choose it. Each run is
 * one round of questions. Its items always are what would come out if the poller were lost just then.
 *
 * @param context - the running poller
 * @returns the items on the first output while it waits, on the second one when all is settled
 * @throws NodeOperationError or NodeApiError for the first project that ends badly, where that ends the run
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const memory = readMemory(context);
	const watched = memory === null ? beginPolling(context) : await askAround(context, items, memory);
	if (watched.length === 0) return [[], items];
	await parkPoller(context, watched);
	return [items, []];
}

/** One round of questions; the items of settled projects take over what came of them. */
async function askAround(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	memory: Watch,
): Promise<WatchedItem[]> {
	const settle = (itemIndex: number, json: IDataObject) => {
		const item = items[itemIndex];
		if (item !== undefined) item.json = json;
	};
	const fail = (itemIndex: number, projectId: string, failureWith: (remark: string) => ItemFailure) => {
		if (memory.stopsAtFailure) throw failureWith(keepIds(othersThan(projectId, items))).error;
		settle(itemIndex, errorJson(failureWith('')));
	};

	let round: Round;
	try {
		round = await askOnce(context, memory);
	} catch (error) {
		// Such as a credential that was deleted meanwhile: nothing can be asked any more.
		for (const { itemIndex, projectId } of memory.watched) {
			fail(itemIndex, projectId, (remark) => lostSight(context, itemIndex, projectId, error, remark));
		}
		return [];
	}
	const projects = new Map(memory.watched.map(({ itemIndex, projectId }) => [itemIndex, projectId]));
	for (const [itemIndex, end] of round.ended) {
		if (end.end === 'ready') settle(itemIndex, structuredClone(end.project));
		else {
			const projectId = projects.get(itemIndex) ?? '';
			fail(itemIndex, projectId, (remark) => waitFailure(context, itemIndex, projectId, end, remark));
		}
	}
	writeMemory(context, { ...memory, watched: round.watched });
	return round.watched;
}

async function askOnce(context: IExecuteFunctions, { watched }: Watch): Promise<Round> {
	const service = await openService(context);
	const { signal } = stopController(context);
	const answers = await askEach(service, dueProjects(watched, Date.now()), signal);
	return concludeRound(watched, answers, Date.now());
}

const othersThan = (projectId: string, items: readonly INodeExecutionData[]): ItemProject[] =>
	items.flatMap(({ json }, itemIndex) => {
		const other = readId(json.projectId);
		return other === undefined || other === projectId ? [] : [{ itemIndex, projectId: other }];
	});
