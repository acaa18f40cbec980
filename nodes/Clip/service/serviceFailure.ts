import type { IExecuteFunctions } from 'n8n-workflow';
import { type FailureFacts, type ItemFailure, itemFailure } from '../n8n/failures';
import { isWithoutExecution } from '../n8n/host';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, Failure } from './rules/answer';

/** The failure of an item whose call gave no project. */
export function serviceFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	call: Call,
	failure: Failure,
	more: Pick<FailureFacts, 'itemCount' | 'remark'> = {},
): ItemFailure {
	const outcome = failure.mayHaveCreated ? 'unknownWhetherCreated' : failure.outcome;
	const httpCode = failure.httpStatus === null ? null : String(failure.httpStatus);
	const advice = adviceOn(call, failure, !isWithoutExecution(context));
	return itemFailure(context, itemIndex, failure.projectId, advice, outcome, {
		code: failure.code,
		httpCode,
		evidence: evidenceOf(failure),
		...more,
	});
}
