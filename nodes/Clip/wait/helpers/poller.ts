import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readId } from '../../values/values';
import {
	concludeRound,
	dueProjects,
	missRound,
	type Round,
	type Watch,
	type WatchedItem,
} from '../rules/watch';
import { parkPoller, readMemory, settled, takeOver, writeMemory } from './park';
import { unknownOperation, asFailure } from '../../n8n/failures';
import { openService } from '../../client/service';
import { askEach } from '../../client/questions';
import { errorJson } from '../../n8n/items';
import { stopController } from '../../n8n/parameters';
import { failureOf, type Verdict } from './verdict';
import { keepIds } from '../failures';
import { type ItemProject } from '../failures';

/**
 * Poll: the work of the poller that a durable wait starts; users cannot choose it. Each run is one round of questions. Its
 * items always are what would come out if it were lost just then.
 *
 * @returns the items on the first output while it waits; on the second one what it is to settle
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const memory = readMemory(context);
	const watched = memory === null ? takeOver(context)?.watched : await inBounds(context, items, memory);
	if (watched === undefined) throw unknownOperation(context);
	if (!Array.isArray(watched)) return [[], [settled({ verdict: { ...watched } })]];
	if (watched.length === 0) return [[], items.map(({ json }) => settled(json))];
	await parkPoller(context, watched);
	return [items, []];
}

/** How many pollers may ask at the same time in one process. */
const ROUNDS_AT_ONCE = 25;
let roundsUnderWay = 0;

/**
 * One round of questions, unless many others are under way: after a standstill of n8n all pollers come back at once, and
 * those that are too many come back later.
 */
async function inBounds(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	memory: Watch,
): Promise<WatchedItem[] | Verdict> {
	if (roundsUnderWay >= ROUNDS_AT_ONCE) return memory.watched;
	roundsUnderWay += 1;
	try {
		return await askAround(context, items, memory);
	} finally {
		roundsUnderWay -= 1;
	}
}

/**
 * One round of questions; the items of settled projects take over what came of them.
 *
 * @returns what is still waited for, or the verdict that ends the whole run
 */
async function askAround(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	memory: Watch,
): Promise<WatchedItem[] | Verdict> {
	let round: Round;
	try {
		round = await askOnce(context, memory);
	} catch (error) {
		// Such as a credential that was deleted meanwhile, or a database that is away for a moment.
		const { message, description } = asFailure(context, 0, error).error;
		round = missRound(memory.watched, Date.now(), `${message}. ${description ?? ''}`.trim());
	}
	const projects = new Map(memory.watched.map(({ itemIndex, projectId }) => [itemIndex, projectId]));
	for (const [itemIndex, end] of round.ended) {
		const item = items[itemIndex];
		if (item === undefined) continue;
		if (end.end === 'ready') {
			item.json = structuredClone(end.project);
			continue;
		}
		const projectId = projects.get(itemIndex) ?? '';
		const remark = memory.stopsAtFailure ? keepIds(othersThan(projectId, items)) : '';
		const verdict = { itemIndex, projectId, end, remark };
		if (memory.stopsAtFailure) return verdict;
		item.json = errorJson(failureOf(context, verdict));
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
