import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { inputFailure, isFailure } from '../n8n/failures';
import { type ItemResult, toItems } from '../n8n/items';
import { readDelivery } from '../interface/delivery';
import { checkProjectId } from '../interface/project';
import { followUp } from './followUp';
import { handOn, namingProject, withProject } from './handOn';
import { properties } from './trigger.fields';
import { readWanted } from './wanted';

/**
 * Turns an acknowledged call into items: asks the service for the project, leaves out clips that were delivered
 * before, and emits the rest.
 *
 * @param context - the running trigger; its input is what the webhook handed over
 * @returns the items; those of a parked run come from {@link handOnLate} instead
 * @throws NodeOperationError or NodeApiError with the project ID when the service cannot be asked, unless the node
 * continues on fail
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const result = await answerCall(context);
	if (isFailure(result) && !context.continueOnFail()) throw result.error;
	return toItems([result]);
}

async function answerCall(context: IExecuteFunctions): Promise<ItemResult> {
	const { projectId: id, body } = context.getInputData()[0]?.json ?? {};
	const checked = checkProjectId(id);
	if (!checked.ok) return [];
	const projectId = checked.value;
	return await namingProject(context, projectId, async () => {
		const wishes = readWanted(context);
		if (!wishes.ok) {
			return withProject(inputFailure(context, 0, wishes.problems, properties), projectId);
		}
		const { maxWait, ...wanted } = wishes.value;
		const end =
			body === undefined ? await followUp(context, projectId, { wanted, maxWait }) : endTold(body, projectId);
		return end === null ? [] : await handOn(context, projectId, end, wanted);
	});
}

/** What a call tells that is taken at its word. */
function endTold(body: unknown, projectId: string) {
	const delivery = readDelivery(body, projectId);
	if (delivery === null) return null;
	return 'project' in delivery
		? ({ end: 'ready', project: delivery.project, named: delivery.project.projectId } as const)
		: ({ end: 'failed', failure: delivery.failure } as const);
}
