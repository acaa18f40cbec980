import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { type Advice, joined } from '../interface/advice';
import { type ItemFailure, serviceFailure, withMessage } from '../n8n/failures';
import type { WaitResult } from './rules/polling';
import { adviceOnProcessing, adviceOnWait } from './rules/waitAdvice';

/**
 * A wait that did not end with a ready project.
 *
 * @param projectId - the project that was waited for
 * @param result - how the wait ended
 * @param remark - what else the user must know
 */
export function waitFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
	result: Exclude<WaitResult, { end: 'ready' }>,
	remark = '',
): ItemFailure {
	if (result.end === 'failed') return serviceFailure(context, itemIndex, 'query', result.failure, remark);
	const advice = adviceOnWait(projectId, result);
	const outcome = result.end === 'timedOut' ? 'timedOut' : 'stopped';
	const description = joined(advice.description, remark);
	return projectFailure(context, itemIndex, projectId, { ...advice, description }, outcome);
}

/**
 * A project that is still processing where the user wants that to be an error.
 *
 * @param projectId - the project
 */
export const notReadyFailure = (
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
): ItemFailure => projectFailure(context, itemIndex, projectId, adviceOnProcessing(projectId), 'processing');

/** A project that exists and gave no clips, without the service having failed. */
function projectFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
	{ title, description }: Advice,
	outcome: string,
): ItemFailure {
	const message = `${title} [item ${itemIndex}]`;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	return {
		error: withMessage(error, message),
		details: { projectId, code: null, httpCode: null, outcome, description },
	};
}
