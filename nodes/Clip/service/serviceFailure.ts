import type { IExecuteFunctions } from 'n8n-workflow';
import { joined } from '../lib/advice';
import { type ItemFailure, nodeError } from '../n8n/failures';
import { adviceOn } from './rules/advice';
import type { Call, Failure } from './rules/answer';

/**
 * A call that gave no project.
 *
 * @param call - the call
 * @param failure - its outcome
 * @param remark - what else the user must know
 */
export function serviceFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	call: Call,
	failure: Failure,
	remark = '',
): ItemFailure {
	const advice = adviceOn(call, failure);
	const message = `${advice.title} [item ${itemIndex}]`;
	const description = joined(advice.description, remark);
	const httpCode = failure.httpStatus === null ? null : String(failure.httpStatus);
	return {
		error: nodeError(context, { message, description, itemIndex, httpCode, projectId: failure.projectId }),
		details: {
			projectId: failure.projectId,
			code: failure.code,
			httpCode,
			outcome: failure.mayHaveCreated ? 'unknownWhetherCreated' : failure.outcome,
			description,
		},
	};
}
