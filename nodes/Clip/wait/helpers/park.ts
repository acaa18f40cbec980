import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeError, reasonOf } from '../../n8n/failures';
import { canPark, isToolCall, isWatchedOver, workflowSettings } from '../../n8n/host';
import { noteProjects } from '../../n8n/trace';
import type { JsonObject } from '../../lib/json';
import { carrying, type Task } from '../rules/helperStates';
import { type Helper, helperWorkflow } from './workflow';

/** What came of pausing an execution. `helper`: the execution that it waits for; null when it waited before. */
export type Parked = { parked: true; helper: string | null } | { parked: false; reason: string };

/**
 * Whether the running node may be paused at all, as far as that can be told before.
 */
export const mayPark = (context: IExecuteFunctions): boolean =>
	canPark && context.getWorkflow().id !== undefined && !isToolCall(context);

/**
 * Pauses the running node until its helpers are done.
 *
 * @param task - what is waited for; its items are what n8n hands on should the helpers be lost
 */
export async function parkNode(context: IExecuteFunctions, task: Task): Promise<Parked> {
	const parked = await park(context, 'keeper', task);
	if (!parked.parked) return parked;
	noteProjects(
		context,
		task.watch.watched.map(({ projectId }) => projectId),
	);
	leaveForResume(context, task.jsons);
	return parked;
}

/**
 * Changes what a paused node was given: when n8n resumes it, it hands on its input, and does not run it again.
 *
 * @param jsons - what is to be handed on, for each input item
 */
export function leaveForResume(context: IExecuteFunctions, jsons: readonly JsonObject[]): void {
	const input = context.getInputData();
	for (const [index, json] of jsons.entries()) {
		const item = input[index];
		// The data may belong to the node before, so it is replaced, not changed.
		if (item !== undefined) item.json = json;
	}
}

/**
 * Pauses the execution until a helper is done. The helper is a sub-workflow of the node's own making: n8n pauses the
 * parent of a paused sub-workflow, and hands the sub-workflow's result on as the result of the node that started it.
 *
 * @param helper - which helper to start
 * @param task - what it is to do
 */
export async function park(context: IExecuteFunctions, helper: Helper, task: Task): Promise<Parked> {
	if (!canPark) return { parked: false, reason: 'that needs n8n 2.39.8 or later' };
	// Retry On Fail has run a parked node again.
	if (isWatchedOver(context)) return { parked: true, helper: null };
	try {
		const started = await start(context, helper, task);
		if (!started.waits) return { parked: false, reason: 'n8n did not pause the helper execution' };
		if (!isWatchedOver(context)) {
			return { parked: false, reason: 'n8n does not wait for the helper execution' };
		}
		return { parked: true, helper: started.executionId };
	} catch (error) {
		return { parked: false, reason: reasonOf(error) };
	}
}

async function start(context: IExecuteFunctions, helper: Helper, task: Task) {
	const { id: workflowId } = context.getWorkflow();
	if (workflowId === undefined) throw nodeError(context, { message: 'the workflow is not saved' });
	const code = helperWorkflow(helper, context.getNode(), {
		workflowId,
		settings: workflowSettings(context),
		baseUrl: context.getInstanceBaseUrl(),
		task,
	});
	const { waitTill, executionId } = await context.executeWorkflow(
		{ code },
		[{ json: carrying({ kind: 'task', task }) }],
		undefined,
		{
			parentExecution: { executionId: context.getExecutionId(), workflowId, shouldResume: true },
			executionMode: context.getMode(),
		},
	);
	return { waits: Boolean(waitTill), executionId };
}
