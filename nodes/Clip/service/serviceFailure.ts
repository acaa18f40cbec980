import type { IExecuteFunctions } from 'n8n-workflow';
import { failureOf, type ItemFailure } from '../n8n/failures';
import { isWithoutExecution } from '../n8n/host';
import { adviceOn, evidenceOf } from './rules/advice';
import type { Call, Failure } from './rules/answer';

/** The kind of a failure whose submission may be paid for. */
export const UNKNOWN = 'unknownWhetherCreated';

/** A call that gave no project, as the failure of its item. */
export const serviceFailure = (context: IExecuteFunctions, call: Call, failure: Failure): ItemFailure =>
	failureOf(
		adviceOn(call, failure, !isWithoutExecution(context)),
		failure.mayHaveCreated ? UNKNOWN : failure.outcome,
		{
			projectId: failure.projectId,
			code: failure.code,
			httpCode: failure.httpStatus === null ? null : String(failure.httpStatus),
			evidence: evidenceOf(failure),
		},
	);
