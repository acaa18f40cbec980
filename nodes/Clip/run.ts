import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failureOf, NodeEnded } from './n8n/failures';
import { withOwnArguments } from './n8n/host';
import { type Outcome, type OutputItem, runOnItems } from './n8n/outcomes';
import { compact } from './service/rules/compact';

type Execute = (context: IExecuteFunctions) => Promise<ReadonlyArray<Outcome<OutputItem>>>;

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
	// 'statusCheck' is not among the operations in the panel: it belongs to the sub-workflow of a paused execution.
	if (context.getNodeParameter('operation', 0) === 'statusCheck') {
		const { execute } = await import('./wait/statusCheck');
		const output = await execute(context);
		if (output !== null) return output;
	}
	return [await runOperation(withOwnArguments(context))];
}

async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runOnItems(
		context,
		async () => {
			const load = operations.get(context.getNodeParameter('operation', 0));
			if (load === undefined) throw unknownOperation();
			return await (await load()).execute(context);
		},
		compact,
	);
}

function unknownOperation(): NodeEnded {
	const title = `'Operation' must be one of ${[...operations.keys()].join(', ')}`;
	return new NodeEnded(failureOf({ title, meaning: '', todo: '' }, 'invalidParameter'), null);
}
