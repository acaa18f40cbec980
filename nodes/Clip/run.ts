import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { execute as create } from './create/create';
import { execute as get } from './get/get';
import { NodeEnded } from './n8n/failures';
import { readerOf, withOwnArguments } from './n8n/host';
import { type Outcome, type OutputItem, runOnItems } from './n8n/outcomes';
import { problem } from './problems/problem';
import { compact } from './service/rules/compact';
import { execute as checkStatus } from './wait/statusCheck';
import { execute as wait } from './wait/wait';

type Execute = (context: IExecuteFunctions) => Promise<ReadonlyArray<Outcome<OutputItem>>>;

const operations = new Map<string, Execute>([
	['create', create],
	['get', get],
	['wait', wait],
]);

/**
 * Does what the node's operation says.
 *
 * @returns the items of each output
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// 'statusCheck' is not among the operations in the panel: it belongs to the sub-workflow of a paused execution.
	if (context.getNodeParameter('operation', 0) === 'statusCheck') {
		const output = await checkStatus(context);
		if (output !== null) return output;
	}
	return [await runOperation(withOwnArguments(context))];
}

async function runOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await runOnItems(
		context,
		async () => {
			const execute = operations.get(context.getNodeParameter('operation', 0));
			if (execute === undefined) {
				throw new NodeEnded(problem('unknownOperation', { known: [...operations.keys()] }), null);
			}
			return await execute(context);
		},
		readerOf(context),
		compact,
	);
}
