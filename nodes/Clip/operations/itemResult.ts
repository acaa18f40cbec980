import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	NodeApiError,
	NodeError,
	NodeOperationError,
} from 'n8n-workflow';
import { adviceOn, evidenceOf } from '../service/advice';
import type { Call, Failure } from '../service/answer';
import type { Problem } from '../service/checked';
import type { WaitResult } from '../service/polling';

/** An item that gave no result: what to throw, and what an error item tells about it. */
export interface ItemFailure {
	error: NodeApiError | NodeOperationError;
	details: IDataObject;
}

/** What became of one input item: the JSON of its output items, or why there is none. */
export type ItemResult = IDataObject[] | ItemFailure;

/**
 * Whether an item gave no result.
 *
 * @param result - what became of an item
 */
export const isFailure = (result: object): result is ItemFailure => 'error' in result;

/**
 * The items that are no failures.
 *
 * @param checked - items that passed a check, and failures
 */
export const passed = <T extends object>(checked: ReadonlyArray<T | ItemFailure>): T[] =>
	checked.flatMap((item) => (isFailure(item) ? [] : [item]));

/**
 * Puts together what became of the items: those that failed a check, and the results of the others.
 *
 * @param checked - one entry for each input item, in order
 * @param results - results by item index
 * @param output - the JSON of the output items for a result
 */
export function joinResults<T extends object, R extends object>(
	checked: ReadonlyArray<T | ItemFailure>,
	results: ReadonlyMap<number, R | ItemFailure>,
	output: (item: T, result: R) => IDataObject[],
): ItemResult[] {
	return checked.map((item, itemIndex) => {
		if (isFailure(item)) return item;
		const result = results.get(itemIndex);
		if (result === undefined) return [];
		return isFailure(result) ? result : output(item, result);
	});
}

/**
 * Turns results into output items, each linked to its input item. A failed item becomes an error item, which n8n
 * routes to the error output (it may hold no other keys: platform, section 4).
 *
 * @param results - one entry for each input item, in order
 */
export function toItems(results: readonly ItemResult[]): INodeExecutionData[] {
	return results.flatMap((result, item) => {
		const jsons = isFailure(result) ? [errorJson(result)] : result;
		return jsons.map((json) => ({ json, pairedItem: { item } }));
	});
}

const errorJson = ({ error, details }: ItemFailure): IDataObject => ({ error: error.message, details });

/**
 * An error as n8n shows it: our own ones as they are, anything else with the node that it comes from.
 *
 * @param context - the running node
 * @param error - what was thrown
 */
export function asNodeError(context: IExecuteFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error));
}

/**
 * An error item for every input item, for a reason that concerns them all.
 *
 * @param context - the running node
 * @param error - the reason
 */
export function errorItems(context: IExecuteFunctions, error: NodeError): INodeExecutionData[] {
	const json = { error: error.message, details: { description: error.description } };
	return context.getInputData().map((_, item) => ({ json, pairedItem: { item } }));
}

/**
 * Checks every input item before anything is sent.
 *
 * @param context - the running node
 * @param check - checks one item
 * @returns an entry for each item, in order
 * @throws NodeOperationError for the first item that breaks a rule, unless the node continues on fail
 */
export function checkItems<T extends object>(
	context: IExecuteFunctions,
	check: (itemIndex: number) => T | ItemFailure,
): Array<T | ItemFailure> {
	const checked = context.getInputData().map((_, itemIndex) => check(itemIndex));
	const invalid = checked.find(isFailure);
	if (invalid !== undefined && !context.continueOnFail()) throw invalid.error;
	return checked;
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
	const sentences = problems.map(({ field, rule }) => `'${labelOf(field, fields)}' (${field}) ${rule}`);
	const error = new NodeOperationError(context.getNode(), `${sentences.join('; ')} [item ${itemIndex}]`, {
		itemIndex,
		description:
			'Nothing was sent to the service and nothing was charged. Correct the parameter and run again.',
	});
	return { error, details: { code: 'invalidParameter' } };
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
 * @param remark - what else the user must know, put before the raw facts
 */
export function serviceFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	call: Call,
	failure: Failure,
	remark = '',
): ItemFailure {
	const advice = adviceOn(call, failure);
	const description = [advice.description, remark].filter((part) => part !== '').join(' ');
	const httpCode = failure.httpStatus === null ? undefined : String(failure.httpStatus);
	const error = new NodeApiError(
		context.getNode(),
		{ message: advice.title },
		{ message: `${advice.title} [item ${itemIndex}]`, description, itemIndex, ...(httpCode && { httpCode }) },
	);
	return {
		error,
		details: {
			projectId: failure.projectId,
			code: failure.code,
			httpCode: httpCode ?? null,
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
	const { message, description } =
		result.end === 'stopped'
			? { message: 'The waiting was stopped', description: GO_ON }
			: {
					message: `Not ready after ${Math.round(result.waitedMs / 60_000)} minutes of waiting`,
					description: `The limit in 'Max Wait' is over. ${GO_ON}${
						result.lastFailure === null ? '' : ` ${evidenceOf(result.lastFailure)}`
					}`,
				};
	return {
		error: new NodeOperationError(context.getNode(), `${message}: project ${projectId} [item ${itemIndex}]`, {
			itemIndex,
			description: [description, remark].filter((part) => part !== '').join(' '),
		}),
		details: { projectId, code: null, httpCode: null, outcome: result.end, description },
	};
}

/**
 * A project that is still processing where the user wants that to be an error.
 *
 * @param context - the running node
 * @param itemIndex - the input item
 * @param projectId - the project
 */
export function notReadyFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
): ItemFailure {
	return {
		error: new NodeOperationError(
			context.getNode(),
			`Project ${projectId} is still processing [item ${itemIndex}]`,
			{ itemIndex, description: GO_ON },
		),
		details: { projectId, code: null, httpCode: null, outcome: 'processing', description: GO_ON },
	};
}

const GO_ON =
	"The service goes on with the project, and nothing is lost: use 'Wait' or 'Get' with this project ID. Do not submit the video again.";
