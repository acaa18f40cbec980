import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { compactForAgent } from './get/rules/compact';
import { withOwnArguments } from './n8n/platform';
import type { Execute } from './n8n/operation';
import { outputOf } from './n8n/output';
import { badForAll } from './n8n/results';
import { beginRun } from './n8n/run';
import { operations } from './operations';
import { makeProblem } from './problems/problem';
import { checkStatus } from './wait/statusCheck';

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// 'statusCheck' is not among the operations in the panel: it belongs to the sub-workflow of a paused execution.
	if (context.getNodeParameter('operation', 0) === 'statusCheck') {
		const output = await checkStatus(context);
		if (output !== null) return output;
	}
	const run = beginRun(withOwnArguments(context));
	const items = await outputOf(run, operate(run));
	// AI agents read the JSON only.
	return [run.isTool ? items.map((item) => ({ ...item, json: compactForAgent(item.json) })) : items];
}

const operate: Execute = async (run) => {
	const operation = operations.get(run.context.getNodeParameter('operation', 0));
	if (operation !== undefined) return await operation.execute(run);
	return badForAll(run, makeProblem('unknownOperation', { known: [...operations.keys()] }));
};
