import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { exactBody, LARGEST_CALL, outlineOf, readDeliveredId } from '../interface/delivery';
import { reasonOf } from '../n8n/failures';
import { isJsonObject, parseJson } from '../lib/json';
import { readSwitch } from '../lib/values';
import { admit } from './secret';

/**
 * Takes a call of the service: checks the secret and the shape, and acknowledges. Asking the service is left to the
 * run that this starts, so that a service that is down at this moment loses nothing.
 *
 * A refusal starts no execution: a thrown error would store a failed one for every forged call.
 */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
	const admission = admit(context);
	if (admission === 'unreadable') return refuse(context, 500, "'Secret' of the trigger cannot be read.");
	if (admission === 'refused') return refuse(context, 401, 'The secret is missing or wrong.');

	const read = readBody(context);
	if (read === null) return refuse(context, 413, 'A call may have 4 MB at most.');
	const { body, text } = read;
	const projectId = readDeliveredId(body, text);
	if (projectId === null || !isJsonObject(body)) return refuse(context, 400, 'The body has no project ID.');

	const believed = readParameter(context, 'verify', true) === false;
	const outline = believed ? outlineOf(body, projectId) : 'ready';
	if (outline === 'tooMuch') return tooMuch(context);
	if (outline === 'neither') return refuse(context, 400, 'The body does not describe a ready project.');
	// Acknowledged, for the service has done nothing wrong; but there is nothing to start for. What is no switch ends the run.
	const startsOnFailure = readParameter(context, 'options.alsoStartOnFailure', false);
	if (outline === 'failed' && readSwitch(startsOnFailure) === 0) return { webhookResponse: RECEIVED };
	const exact = believed ? exactBody(body, text) : undefined;
	if (exact === null) return tooMuch(context);
	// In queue mode n8n forgets what an execution knew when its worker dies, and the service never calls again.
	context.logger.info(`Accepted a call for project ${projectId}`);
	return accept(exact === undefined ? { projectId } : { projectId, body: exact });
}

const RECEIVED = { received: true };

const accept = (json: IDataObject): IWebhookResponseData => ({
	workflowData: [[{ json }]],
	webhookResponse: RECEIVED,
});

const tooMuch = (context: IWebhookFunctions): IWebhookResponseData =>
	refuse(context, 413, 'The body is larger than a project can be.');

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
		context.logger.warn(`${name}: ${reasonOf(error)}`);
		return undefined;
	}
}

/** What n8n itself parses, whatever its parameters. */
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * The body, parsed, and as it came: n8n keeps that beside the one that it has parsed, and rounded.
 *
 * @returns null when it is larger than any call of the service
 */
function readBody(context: IWebhookFunctions): { body: unknown; text: () => string } | null {
	const request: { rawBody?: unknown; body?: unknown } = context.getRequestObject();
	const raw = Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
	if (raw.length > LARGEST_CALL) return null;
	// A byte order mark is no part of the text, but JSON does not know that.
	const text = () => raw.toString('utf8').replace(/^\ufeff/, '');
	const parsed = JSON_TYPE.test(context.getHeaderData()['content-type'] ?? '');
	return { body: parsed ? request.body : parseJson(text()), text };
}
