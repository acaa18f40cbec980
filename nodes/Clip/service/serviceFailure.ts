import type { IExecuteFunctions } from 'n8n-workflow';
import { readText } from '../lib/values';
import { failureOf, type ItemFailure, UNKNOWN } from '../n8n/failures';
import { isInsideAgent, isWithoutExecution } from '../n8n/host';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, FailedAnswer } from './rules/answer';
import { isFinalCode } from './rules/failureKind';

/** A call that gave no project, as the failure of its item. */
export function serviceFailure(context: IExecuteFunctions, call: Call, failure: FailedAnswer): ItemFailure {
	// In queue mode a call through the MCP Server Trigger has an execution of its own, and looks like one of an agent.
	const isOneCall = isWithoutExecution(context) || (failure.mayHaveCreated && isInsideAgent(context));
	return failureOf(adviceOn(call, failure, !isOneCall), failure.mayHaveCreated ? UNKNOWN : failure.kind, {
		projectId: failure.projectId,
		code: readText(failure.code) ?? null,
		httpCode: readText(failure.httpStatus) ?? null,
		isFinal: !failure.mayHaveCreated && isFinalCode(call, failure.code),
		evidence: evidenceOf(failure),
	});
}
