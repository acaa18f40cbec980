import type { IExecuteFunctions } from 'n8n-workflow';
import { type ItemFailure, itemFailure } from '../n8n/failures';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, Failure } from './rules/answer';

/** The failure of an item whose call gave no project. */
export function serviceFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	call: Call,
	failure: Failure,
	remark = '',
): ItemFailure {
	const outcome = failure.mayHaveCreated ? 'unknownWhetherCreated' : failure.outcome;
	const httpCode = failure.httpStatus === null ? null : String(failure.httpStatus);
	return itemFailure(context, itemIndex, failure.projectId, adviceOn(call, failure), outcome, {
		code: failure.code,
		httpCode,
		evidence: evidenceOf(failure),
		remark,
	});
}
