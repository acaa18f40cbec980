import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { lookUp } from './executions';
import { isToolCall } from './host';
import { hint } from './parameters';

const MESSAGE =
	"Execute Workflow runs this sub-workflow 'once for each item', and the executions are paused while they wait for clips. n8n resumes with the one that ends first, and drops the results of the others. Use 'Run Once with All Items'. No project is lost: use 'Get' with their IDs.";

const subExecution = z.object({ parentExecutionId: z.string() });

/**
 * Warns when n8n drops results: Execute Workflow with several sub-executions that were paused goes on with the first one that
 * ends. It shows in the sub-workflow, and behind Execute Workflow.
 */
export async function hintAtDroppedResults(context: IExecuteFunctions): Promise<void> {
	if (isToolCall(context)) return;
	for (const executionId of callersOf(context)) {
		if ((await lookUp(context, executionId).catch(() => null))?.waitsForSeveral !== true) continue;
		hint(context, MESSAGE);
		context.logger.warn(MESSAGE);
		return;
	}
}

/** Executions in which Execute Workflow may have called several sub-executions. */
function callersOf(context: IExecuteFunctions): string[] {
	const isBehindCall = context
		.getParentNodes(context.getNode().name)
		.some(({ type }) => type === 'n8n-nodes-base.executeWorkflow');
	const own = isBehindCall ? [context.getExecutionId()] : [];
	if (context.getMode() !== 'integrated' || !('getExecutionContext' in context)) return own;
	const caller = subExecution.safeParse(context.getExecutionContext());
	return caller.success ? [...own, caller.data.parentExecutionId] : own;
}
