import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { unknownOperation } from './n8n/failures';
import { isToolCall } from './n8n/host';
import { runOnItems } from './n8n/items';

type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;

/** The code of an operation is loaded when it is first used. */
const operations = new Map<string, () => Promise<{ execute: Execute }>>([
	['create', async () => await import('./create/create')],
	['download', async () => await import('./download/download')],
	['get', async () => await import('./get/get')],
	['wait', async () => await import('./wait/wait')],
]);

type Help = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** What the sub-workflows of a parked run do; no list offers it. */
const helpers = new Map<string, () => Promise<Help>>([
	['handOn', async () => (await import('./trigger/handOn')).handOnLate],
	['keep', async () => (await import('./wait/helpers/keeper')).execute],
	['poll', loadPoll],
	['settle', loadSettle],
]);

async function loadSettle(): Promise<Help> {
	const { settle } = await import('./wait/helpers/settle');
	return async (context) => await Promise.resolve(settle(context));
}

async function loadPoll(): Promise<Help> {
	const { execute } = await import('./wait/helpers/poller');
	const { submitHeldBack } = await import('./create/heldBack');
	return async (context) => await execute(context, submitHeldBack);
}

/**
 * Does what the node's operation says.
 *
 * @returns the items of each output
 */
export async function run(given: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isToolCall(given)) {
		const { forAgent, withOwnArguments } = await import('./n8n/toolCall');
		return [forAgent(await runOperation(withOwnArguments(given)))];
	}
	const help = await helpers.get(given.getNodeParameter('operation', 0))?.();
	return help === undefined ? [await runOperation(given)] : await help(given);
}

async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runOnItems(context, async () => {
		const load = operations.get(context.getNodeParameter('operation', 0));
		if (load === undefined) throw unknownOperation(context);
		return await (await load()).execute(context);
	});
}
