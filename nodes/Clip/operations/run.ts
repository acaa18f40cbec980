import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { unknownOperation } from '../transport/parking';
import { handOnLate } from '../trigger/handOn';
import { execute as create } from './create';
import { execute as download } from './download';
import { execute as get } from './get';
import { forAgent, runOnItems } from './itemResult';
import { execute as keep, settle } from './keep';
import { execute as poll } from './poll';
import { execute as time } from './time';
import { execute as wait } from './wait';
import { isToolCall } from './waitMode';

const operations = new Map(Object.entries({ create, download, get, wait }));

/** What the sub-workflows of a parked run do; no list offers it. */
const helpers = new Map(Object.entries({ handOn: handOnLate, keep, poll, settle, time }));

/**
 * Does what the node's operation says.
 *
 * @param context - the running node
 * @returns the items of each output
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const name = context.getNodeParameter('operation', 0);
	const help = helpers.get(name);
	if (help !== undefined) return await help(context);
	const items = await runOnItems(context, async () => {
		const execute = operations.get(name);
		if (execute !== undefined) return await execute(context);
		throw unknownOperation(context);
	});
	return [isToolCall(context) ? forAgent(items) : items];
}
