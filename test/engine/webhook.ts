import { WebhookContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { nodeTypes, workflowOf } from './workflow';

const trigger = new ClipTrigger();

/** A call to the webhook of the trigger. */
interface WebhookCall {
	/** Of the trigger. */
	parameters: INodeParameters;
	/** The body as it comes. */
	body: Buffer;
	/** What n8n has parsed of it. */
	parsed?: unknown;
	query?: IDataObject;
	headers?: Record<string, string>;
	/** n8n's variables, for expressions. */
	variables?: IDataObject;
	/** Gets the context before the call. */
	onContext?: (context: WebhookContext) => void;
}

/** What a call got: the status that refused it, and the items of the run that it started, if any. */
export interface Called {
	refused: number | null;
	started: INodeExecutionData[];
}

/** Calls the webhook of the trigger, as n8n's server does. The trigger is the node of the engine tests' runs. */
export async function callWebhook({
	parameters,
	body,
	parsed = {},
	query = {},
	headers = {},
	variables = {},
	onContext,
}: WebhookCall): Promise<Called> {
	const workflow = new Workflow({ ...workflowOf('clipTrigger', parameters), nodeTypes });
	const own = workflow.getNode('Clip');
	if (own === null) throw new TypeError('The workflow has no trigger.');
	let refused: number | null = null;
	const httpRequest = { query, headers, params: {}, body: parsed, rawBody: body };
	const httpResponse = { status: (status: number) => ({ json: () => (refused = status) }) };
	const additionalData = z
		.custom<IWorkflowExecuteAdditionalData>()
		.parse({ variables, httpRequest, httpResponse });
	const webhook = z.custom<IWebhookData>().parse({});
	const context = new WebhookContext(workflow, own, additionalData, 'webhook', webhook, [], null);
	onContext?.(context);
	const { workflowData } = await trigger.webhook.call(context);
	return { refused, started: workflowData?.[0] ?? [] };
}
