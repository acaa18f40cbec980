import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { unknownOperation } from './n8n/failures';
import { handOnLate } from './trigger/handOn';
import { execute as create } from './create/create';
import { submitHeldBack } from './create/heldBack';
import { execute as download } from './download/download';
import { execute as get } from './get/get';
import { compact } from './interface/compact';
import { isToolCall } from './n8n/host';
import { hintAtDroppedResults } from './n8n/subWorkflow';
import { withOwnArguments } from './n8n/toolCall';
import { runOnItems } from './n8n/items';
import { isJsonObject } from './values/json';
import { execute as keep } from './wait/helpers/keeper';
import { execute as poll } from './wait/helpers/poller';
import { settle } from './wait/helpers/settle';
import { execute as wait } from './wait/wait';

const operations = new Map(Object.entries({ create, download, get, wait }));

/** What the sub-workflows of a parked run do; no list offers it. */
const helpers = new Map(
	Object.entries({
		handOn: handOnLate,
		keep,
		poll: async (context: IExecuteFunctions) => await poll(context, submitHeldBack),
		settle,
	}),
);

/**
 * Does what the node's operation says.
 *
 * @returns the items of each output
 */
export async function run(given: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const context = withOwnArguments(given);
	const name = context.getNodeParameter('operation', 0);
	const help = helpers.get(name);
	if (help !== undefined) return await help(context);
	const items = await runOnItems(context, async () => {
		const execute = operations.get(name);
		if (execute !== undefined) return await execute(context);
		throw unknownOperation(context);
	});
	// Create has only just begun to wait.
	if (name !== 'create') await hintAtDroppedResults(context);
	return [isToolCall(context) ? forAgent(items) : items];
}

/** An AI agent gets items short. */
const forAgent = (items: readonly INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item) => ({ ...item, json: isJsonObject(item.json) ? compact(item.json) : item.json }));
