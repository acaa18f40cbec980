import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isJsonObject } from './lib/json';
import { unknownOperation } from './n8n/failures';
import { isToolCall, withOwnArguments } from './n8n/host';
import { runOnItems } from './n8n/items';

type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;

/** The code of an operation is loaded when it is first used. */
const operations = new Map<string, () => Promise<{ execute: Execute }>>([
	['create', async () => await import('./create/create')],
	['download', async () => await import('./download/download')],
	['get', async () => await import('./get/get')],
	['wait', async () => await import('./wait/wait')],
]);

/**
 * Does what the node's operation says.
 *
 * @returns the items of each output
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isToolCall(context)) {
		const { compact } = await import('./service/rules/compact');
		const items = await runOperation(withOwnArguments(context));
		return [
			items.map((item) => ({ ...item, json: isJsonObject(item.json) ? compact(item.json) : item.json })),
		];
	}
	// 'statusCheck' is not among the operations in the panel: it belongs to the sub-workflow of a paused execution.
	if (context.getNodeParameter('operation', 0) === 'statusCheck') {
		const { execute } = await import('./wait/statusCheck');
		return await execute(context);
	}
	return [await runOperation(context)];
}

async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runOnItems(context, async () => {
		const load = operations.get(context.getNodeParameter('operation', 0));
		if (load === undefined) throw unknownOperation(context);
		return await (await load()).execute(context);
	});
}
