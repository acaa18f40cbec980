import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { LARGEST_WEBHOOK_BODY, readCall } from './rules/webhookCall';
import { CALL_REFUSED } from '../problems/notices';
import { passesSecret } from './secret';

/**
 * Takes a call and answers at once. The execution that this starts asks the service, so nothing is lost if the service is down at this moment. A
 * refusal starts no execution: a thrown error would store a failed one for every forged call.
 */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
	if (!passesSecret(context)) return refuseCall(context, 401, CALL_REFUSED.secret);

	const { rawBody }: { rawBody?: unknown } = context.getRequestObject();
	const body = Buffer.isBuffer(rawBody) ? rawBody : null;
	if (body !== null && body.length > LARGEST_WEBHOOK_BODY) return refuseCall(context, 413, CALL_REFUSED.size);
	const call = readCall(body?.toString('utf8') ?? null);
	if ('projectId' in call) {
		const { projectId } = call;
		// If a worker dies in queue mode, this line is all that is left of the call: the service does not call again.
		context.logger.info(`Accepted a call for project ${projectId}`);
		return { workflowData: [[{ json: { projectId } }]], webhookResponse: { received: true } };
	}
	const fields = call.fields.length === 0 ? 'none' : call.fields.join(', ');
	return refuseCall(
		context,
		400,
		CALL_REFUSED.noProject,
		`without a project ID. Fields of its body: ${fields}`,
	);
}

/** @param which - the call, as the log names it: the service does not call again */
function refuseCall(
	context: IWebhookFunctions,
	status: number,
	message: string,
	which = `with HTTP ${status}: ${message}`,
): IWebhookResponseData {
	context.logger.info(`Refused a call ${which}`);
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
