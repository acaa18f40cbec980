import { WebhookContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeParameters,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { nodeIn, workflowOf } from './workflow';

const trigger = new ClipTrigger();

/** A call to the webhook of the trigger. */
interface WebhookCall {
	/** Of the trigger. */
	parameters: INodeParameters;
	/** The body as it comes; that of multipart/form-data as n8n hands it on, which keeps no text of it, and of other kinds of it nothing. */
	body: string | { data: IDataObject; files: IDataObject } | null;
	query?: IDataObject;
	headers?: Record<string, string>;
}

/**
 * Calls the webhook of the trigger, as n8n's server does: gives the status that refused it, the answer (n8n sends it with HTTP 200 where
 * nothing is refused), and the items of the run that it started.
 */
export async function callWebhook({ parameters, body, query = {}, headers = {} }: WebhookCall) {
	const { workflow, node } = nodeIn(workflowOf('clipTrigger', parameters), 'Clip');
	const answers: Array<{ refused: number | null; answer: unknown }> = [];
	// n8n parses JSON that calls itself so.
	const isJson = headers['content-type']?.startsWith('application/json') === true;
	const request =
		typeof body === 'string'
			? { body: isJson ? z.unknown().parse(JSON.parse(body)) : {}, rawBody: Buffer.from(body) }
			: { ...(body !== null && { body }) };
	const httpRequest = { query, headers, params: {}, ...request };
	const httpResponse = {
		status: (refused: number) => ({ json: (answer: unknown) => answers.push({ refused, answer }) }),
	};
	const additionalData = z
		.custom<IWorkflowExecuteAdditionalData>()
		.parse({ variables: { word: 'known' }, httpRequest, httpResponse });
	const webhook = z.custom<IWebhookData>().parse({});
	const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhook, [], null);
	const result = await trigger.webhook.call(context);
	const started = (result.workflowData?.[0] ?? []).map(({ json }) => json);
	// n8n answers by itself, unless the node says that it has answered.
	if (result.noWebhookResponse !== true) answers.push({ refused: null, answer: result.webhookResponse });
	const [answer] = answers;
	if (answer === undefined || answers.length > 1)
		throw new Error(`n8n would send ${answers.length} answers.`);
	return { started, ...answer };
}
