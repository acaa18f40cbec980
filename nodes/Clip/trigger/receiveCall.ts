import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { projectIdInCall } from './rules/webhookCall';
import { CALL_REFUSED } from '../problems/notices';
import { passesSecret } from './secret';

/**
 * Takes a call and answers at once. The execution that it starts asks the service, so nothing is lost if the service is down just then. A
 * refused call starts no execution: a thrown error would store a failed one for every forged call.
 */
export function receiveCall(context: IWebhookFunctions): IWebhookResponseData {
	if (!passesSecret(context)) return refuseCall(context, 401, CALL_REFUSED.secret);

	const { rawBody }: { rawBody?: unknown } = context.getRequestObject();
	// n8n gives none for what is no text, such as a form with files.
	const projectId = projectIdInCall(Buffer.isBuffer(rawBody) ? rawBody.toString('utf8') : '');
	if (projectId === undefined) return refuseCall(context, 400, CALL_REFUSED.noProject);
	// If a worker dies in queue mode, this line is all that is left of the call: the service does not call again.
	context.logger.info(`Accepted a call for project ${projectId}`);
	return { workflowData: [[{ json: { projectId } }]], webhookResponse: { received: true } };
}

function refuseCall(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.logger.info(`Refused a call with HTTP ${status}: ${message}`);
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
