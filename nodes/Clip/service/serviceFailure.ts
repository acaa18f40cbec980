import type { Executor } from '../lib/advice';
import { readText } from '../lib/values';
import { failureOf, type ItemFailure, UNKNOWN } from '../n8n/failures';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, FailedAnswer } from './rules/answer';
import { isFinalCode } from './rules/failureKind';

/** A call that gave no project, as the failure of its item. */
export function serviceFailure(call: Call, failure: FailedAnswer, executor: Executor): ItemFailure {
	return failureOf(adviceOn(call, failure, executor), failure.mayHaveCreated ? UNKNOWN : failure.kind, {
		projectId: failure.projectId,
		code: readText(failure.code) ?? null,
		httpCode: readText(failure.httpStatus) ?? null,
		isFinal: !failure.mayHaveCreated && isFinalCode(call, failure.code),
		evidence: evidenceOf(failure),
	});
}
