import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readDeliveredId, readDelivery } from '../interface/delivery';
import { readSwitch } from '../values/values';
import { admit } from './secret';

/**
 * Takes a call of the service: checks the secret and the shape, and acknowledges. Asking the service is left to the
 * run that this starts, so that a service that is down at this moment loses nothing.
 *
 * A refusal starts no execution: a thrown error would store a failed one for every forged call.
 */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
	const admission = admit(context);
	if (!admission.admitted) return refuse(context, admission.status, admission.message);

	const text = readBody(context);
	const projectId = readDeliveredId(text);
	if (projectId === null) return refuse(context, 400, 'The body names no project.');

	// In queue mode n8n forgets what an execution knew when its worker dies, and the service never calls again.
	context.logger.info(`Accepted a call for project ${projectId}`);
	if (readParameter(context, 'verify', true) !== false) return accept({ projectId });
	const delivery = readDelivery(text);
	if (delivery === null) return refuse(context, 400, 'The body is not about a project that is ready.');
	// Acknowledged, for the service has done nothing wrong; but there is nothing to start for.
	const startsOnFailure = readParameter(context, 'options.alsoStartOnFailure', false);
	if ('failure' in delivery && readSwitch(startsOnFailure) !== 1) return { webhookResponse: RECEIVED };
	// As text, because n8n would round long ids in a body that it has parsed.
	return accept({ projectId, body: text });
}

const RECEIVED = { received: true };

const accept = (json: IDataObject): IWebhookResponseData => ({
	workflowData: [[{ json }]],
	webhookResponse: RECEIVED,
});

function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/**
 * A parameter by itself: the expressions of others are none of a call's business.
 *
 * @returns undefined when its expression cannot be worked out
 */
function readParameter(context: IWebhookFunctions, name: string, absent: string | boolean): unknown {
	try {
		return context.getNodeParameter(name, absent) ?? null;
	} catch (error) {
		context.logger.warn(`${name}: ${error instanceof Error ? error.message : String(error)}`);
		return undefined;
	}
}

/** The body as it came; n8n keeps it beside the one that it has parsed, and rounded. */
function readBody(context: IWebhookFunctions): string {
	const { rawBody }: { rawBody?: unknown } = context.getRequestObject();
	// A byte order mark is no part of the text, but JSON does not know that.
	return Buffer.isBuffer(rawBody) ? rawBody.toString('utf8').replace(/^\ufeff/, '') : '';
}
