import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject } from '../../values/json';
import { readText } from '../../values/values';
import type { Watch } from '../rules/watch';
import { park, readMemory, readSettled, settled, takeOver } from './park';
import { unknownOperation } from '../../n8n/failures';
import { errorJson } from '../../n8n/items';
import { failureOf, readVerdict } from './verdict';

/** How many pollers a keeper starts, one after the other, before it leaves it at what is known. */
const MOST_POLLERS = 20;

const kept = z.object({ pollers: z.number(), jsons: z.array(z.custom<IDataObject>(isJsonObject)) });

type Kept = z.output<typeof kept>;

const readKept = (context: IExecuteFunctions): Kept | undefined =>
	kept.safeParse(context.getContext('node').kept).data;

/**
 * Keep: the work of the keeper that a durable wait starts; users cannot choose it. A poller may die in the middle of a
 * question, and n8n then hands over an error that knows nothing of the project, or what the poller said last. Either
 * way the keeper starts another one, which goes on until the same deadline.
 *
 * @returns the items on the first output while it waits; on the second one what a poller has settled, or what is known
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const memory = readMemory(context);
	const results = readSettled(items);
	if (results !== null) return [[], handOver(results, memory)];
	const watch = memory ?? takeOver(context);
	if (watch === null) {
		const known = readKept(context)?.jsons;
		// Nobody has started this as a keeper.
		if (known === undefined && !context.continueOnFail()) throw unknownOperation(context);
		// What another version remembered cannot be read. A throw would come back to the keeper as an item, for ever.
		return [[], handOver(known ?? jsonsOf(items), null)];
	}
	if (memory === null) return await employ(context, watch, { pollers: 1, jsons: jsonsOf(items) });
	const state = readKept(context);
	if (state === undefined) return [[], handOver(jsonsOf(items), watch)];
	const { pollers, jsons } = state;
	if (pollers < MOST_POLLERS) return await employ(context, watch, { pollers: pollers + 1, jsons });
	const why = readText(items[0]?.json.error) ?? 'n8n lost them all';
	return [[], handOver(giveUp(context, watch, jsons, why), watch)];
}

const jsonsOf = (items: readonly INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

const handOver = (jsons: readonly IDataObject[], watch: Watch | null): INodeExecutionData[] =>
	jsons.map((json) => settled(json, watch?.wanted));

/** When each poller was lost, whatever it is will not pass. */
function giveUp(
	context: IExecuteFunctions,
	{ watched, stopsAtFailure }: Watch,
	jsons: readonly IDataObject[],
	why: string,
): IDataObject[] {
	const verdicts = new Map(
		watched.map(({ itemIndex, projectId }) => {
			const end = { end: 'broken', reason: `${MOST_POLLERS} sub-workflows in a row ended: ${why}.` } as const;
			return [itemIndex, { itemIndex, projectId, end, remark: '' }];
		}),
	);
	const [first] = verdicts.values();
	if (stopsAtFailure && first !== undefined) return [{ verdict: first }];
	return jsons.map((json, itemIndex) => {
		const verdict = verdicts.get(itemIndex);
		return verdict === undefined ? json : errorJson(failureOf(context, verdict));
	});
}

async function employ(
	context: IExecuteFunctions,
	watch: Watch,
	{ pollers, jsons }: Kept,
): Promise<INodeExecutionData[][]> {
	const known = jsons.map((json) => ({ json }));
	context.getContext('node').kept = { pollers, jsons };
	const parked = (await park(context, 'poller', known, watch)) === null;
	return parked ? [known, []] : [[], handOver(jsons, watch)];
}

/**
 * Settle: the end of a keeper's work.
 *
 * @param context - the running node; its input is what a poller has settled, or what is known
 * @throws NodeOperationError or NodeApiError for the verdict that ends the whole run
 */
export function settle(context: IExecuteFunctions): INodeExecutionData[][] {
	const items = context.getInputData();
	const jsons = readSettled(items);
	if (jsons === null) throw unknownOperation(context);
	const verdict = readVerdict(jsons[0]);
	if (verdict !== null) throw failureOf(context, verdict).error;
	return [jsons.map((json) => ({ json }))];
}
