import type { IExecuteFunctions } from 'n8n-workflow';
import { failureOf, type ItemFailure } from '../n8n/failures';
import { isInsideAgent, isWithoutExecution } from '../n8n/host';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, FailedAnswer } from './rules/answer';

/** The kind of a failure whose submission may be paid for. */
export const UNKNOWN = 'unknownWhetherCreated';

/** A call that gave no project, as the failure of its item. */
export function serviceFailure(context: IExecuteFunctions, call: Call, failure: FailedAnswer): ItemFailure {
	// In queue mode, each call through the MCP Server Trigger is an execution. n8n does not tell such a call from one of an agent.
	const isOneCall = isWithoutExecution(context) || (failure.mayHaveCreated && isInsideAgent(context));
	return failureOf(adviceOn(call, failure, !isOneCall), failure.mayHaveCreated ? UNKNOWN : failure.kind, {
		projectId: failure.projectId,
		code: failure.code,
		httpCode: failure.httpStatus === null ? null : String(failure.httpStatus),
		evidence: evidenceOf(failure),
	});
}
