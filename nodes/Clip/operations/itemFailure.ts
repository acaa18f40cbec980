import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { type Advice, adviceOn, joined } from '../service/advice';
import type { Call, Failure } from '../service/answer';
import type { Problem } from '../service/checked';
import { adviceOnDownload } from '../service/downloadAdvice';
import { adviceOnInput, adviceOnProcessing, adviceOnWait, TOOL_ADVICE } from '../service/nodeAdvice';
import type { WaitResult } from '../service/polling';
import type { DownloadFailure } from '../service/transfer';

/** An item that gave no result: what to throw, and what an error item tells about it. */
export interface ItemFailure {
	error: NodeApiError | NodeOperationError;
	details: IDataObject;
}

/**
 * Whether an item gave no result.
 *
 * @param result - what became of an item
 */
export const isFailure = (result: object): result is ItemFailure => 'error' in result;

/** An error with exactly this message: n8n replaces messages in which it finds one of its own words, such as "access". */
function withMessage<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/**
 * Any error as a failure of an item: our own ones as they are, others with the node that they come from.
 *
 * @param context - the running node
 * @param itemIndex - the input item
 * @param error - what was thrown
 */
export function asFailure(context: IExecuteFunctions, itemIndex: number, error: unknown): ItemFailure {
	const known = error instanceof NodeApiError || error instanceof NodeOperationError;
	const reason = error instanceof Error ? error : String(error);
	const nodeError = known ? error : new NodeOperationError(context.getNode(), reason, { itemIndex });
	return { error: nodeError, details: { description: nodeError.description ?? null } };
}

/**
 * Input that breaks a rule. Nothing was sent.
 *
 * @param context - the running node
 * @param itemIndex - the input item
 * @param problems - what is wrong
 * @param fields - the operation's parameters, for the labels that the user knows
 */
export function inputFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	problems: readonly Problem[],
	fields: readonly INodeProperties[],
): ItemFailure {
	const { title, description } = adviceOnInput(
		problems.map(({ field, rule }) => ({ label: labelOf(field, fields), field, rule })),
	);
	const message = `${title} [item ${itemIndex}]`;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	return { error: withMessage(error, message), details: { code: 'invalidParameter', description } };
}

function labelOf(name: string, fields: readonly INodeProperties[]): string {
	const all = fields.flatMap((field) => [
		field,
		...(field.options ?? []).filter((option): option is INodeProperties => 'displayName' in option),
	]);
	return all.find((field) => field.name === name)?.displayName ?? name;
}

/**
 * A call that gave no project.
 *
 * @param context - the running node
 * @param itemIndex - the input item
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
	const error = new NodeApiError(
		context.getNode(),
		{ message },
		{ message, description, itemIndex, ...(httpCode !== null && { httpCode }) },
	);
	return {
		error: withMessage(error, message),
		details: {
			projectId: failure.projectId,
			code: failure.code,
			httpCode,
			outcome: failure.mayHaveCreated ? 'unknownWhetherCreated' : failure.outcome,
			description,
		},
	};
}

/**
 * A wait that did not end with a ready project.
 *
 * @param context - the running node
 * @param itemIndex - the input item
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
 * @param context - the running node
 * @param itemIndex - the input item
 * @param projectId - the project
 */
export const notReadyFailure = (
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
): ItemFailure => projectFailure(context, itemIndex, projectId, adviceOnProcessing(projectId), 'processing');

/**
 * A file that could not be had.
 *
 * @param context - the running node
 * @param itemIndex - the input item
 * @param what - why there is no file, and the host that was asked
 * @param clip - the clip whose file it is
 * @param remark - what else the user must know
 */
export function fileFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	what: { failure: DownloadFailure; host: string },
	clip: { projectId: string | null; videoId: string | null },
	remark: string,
): ItemFailure {
	const { outcome, httpStatus } = what.failure;
	const advice = adviceOnDownload(what.failure, what.host, remark);
	const message = `${advice.title}${clip.videoId === null ? '' : `: clip ${clip.videoId}`} [item ${itemIndex}]`;
	const { description } = advice;
	const httpCode = httpStatus === null ? null : String(httpStatus);
	const error =
		httpCode === null
			? new NodeOperationError(context.getNode(), message, { itemIndex, description })
			: new NodeApiError(context.getNode(), { message }, { message, description, itemIndex, httpCode });
	return {
		error: withMessage(error, message),
		details: { ...clip, code: null, httpCode, outcome, description },
	};
}

/**
 * A call by an AI agent, which takes no files from its tools.
 *
 * @param context - the running node
 */
export function toolFailure(context: IExecuteFunctions): ItemFailure {
	const { title, description } = TOOL_ADVICE;
	const error = new NodeOperationError(context.getNode(), title, { description });
	return { error, details: { code: 'notForTools', description } };
}

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
