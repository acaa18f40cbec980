import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { compactForAgent } from './get/rules/compact';
import { withOwnArguments } from './n8n/platform';
import type { Execute } from './n8n/operation';
import { outputOf } from './n8n/output';
import { failAllItems } from './n8n/results';
import { beginNodeExecution } from './n8n/nodeExecution';
import { operations } from './operations';
import { makeProblem } from './problems/problem';
import { checkStatus } from './wait/statusCheck';

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// 'statusCheck' is not among the operations in the panel: it belongs to the sub-workflow of a paused execution.
	if (context.getNodeParameter('operation', 0) === 'statusCheck') {
		const output = await checkStatus(context);
		if (output !== null) return output;
	}
	const execution = beginNodeExecution(withOwnArguments(context));
	const items = await outputOf(execution, executeChosen(execution));
	// AI agents read the JSON only.
	return [execution.isTool ? items.map((item) => ({ ...item, json: compactForAgent(item.json) })) : items];
}

const executeChosen: Execute = async (execution) => {
	const operation = operations.get(execution.context.getNodeParameter('operation', 0));
	if (operation !== undefined) return await operation.execute(execution);
	return failAllItems(execution, makeProblem('unknownOperation', { known: [...operations.keys()] }));
};
