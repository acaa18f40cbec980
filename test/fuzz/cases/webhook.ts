import { WebhookContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';

const trigger = new ClipTrigger();
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(trigger),
	getKnownTypes: () => ({}),
};

/** What a call got: the status that refused it, and the items of the run that it started, if any. */
export interface Called {
	refused: number | null;
	started: INodeExecutionData[];
}

/**
 * Calls the webhook of the trigger, as n8n's server does.
 *
 * @param parameters - of the trigger
 * @param body - of the call
 * @param query - of its address
 */
export async function callWebhook(
	parameters: INodeParameters,
	body: Buffer,
	query: IDataObject,
): Promise<Called> {
	const position: [number, number] = [0, 0];
	const node = { id: 'Clip', name: 'Clip', type: 'clipTrigger', typeVersion: 1, position, parameters };
	const workflow = new Workflow({
		id: 'engine-test',
		active: true,
		nodes: [node],
		connections: {},
		nodeTypes,
	});
	const own = workflow.getNode('Clip');
	if (own === null) throw new TypeError('The workflow has no trigger.');
	let refused: number | null = null;
	const request = { query, headers: {}, params: {}, body: {}, rawBody: body };
	const response = { status: (status: number) => ({ json: () => (refused = status) }) };
	const additionalData = z
		.custom<IWorkflowExecuteAdditionalData>()
		.parse({ httpRequest: request, httpResponse: response });
	const webhook = z.custom<IWebhookData>().parse({});
	const context = new WebhookContext(workflow, own, additionalData, 'webhook', webhook, [], null);
	const { workflowData } = await trigger.webhook.call(context);
	return { refused, started: workflowData?.[0] ?? [] };
}
