import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	NodeConnectionTypes,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { additionalDataFor, type AgentCall, toldBy } from './harness';
import { nodeIn, workflowOf } from './workflow';

interface AgentCalls {
	mode?: WorkflowExecuteMode;
	runIndexOf?: (call: number) => number;
}

/**
 * The tool as AI Agent 2 and the MCP Server Trigger call it, inside themselves (`makeHandleToolInvocation` of n8n-core): all calls
 * belong to one execution, and of an error the model is not told.
 *
 * @param more - `runIndexOf`: which run of the node a call belongs to, as n8n gives calls at the same time the same one
 * @returns calls the tool with what the model gives
 */
export function insideAgent(
	parameters: INodeParameters,
	credentials: ICredentialDataDecryptedObject,
	{ mode = 'trigger', runIndexOf = (call) => call }: AgentCalls = {},
) {
	const definition = workflowOf('clipTool', parameters);
	const { workflow, node } = nodeIn(definition, 'Clip');
	const execution = createRunExecutionData({});
	const additionalData = additionalDataFor(credentials, mode, '17', definition);
	let calls = 0;
	return async (said: IDataObject = {}): Promise<AgentCall> => {
		const input = [{ json: said }];
		const data = { main: [input] };
		const context = new SupplyDataContext(
			workflow,
			node,
			additionalData,
			...([mode, execution, runIndexOf(calls), input, {}, NodeConnectionTypes.AiTool] as const),
			{ node, data, source: null },
			[],
		);
		calls += 1;
		context.addInputData(NodeConnectionTypes.AiTool, [input]);
		return await toldBy(z.custom<IExecuteFunctions>().parse(context));
	};
}
