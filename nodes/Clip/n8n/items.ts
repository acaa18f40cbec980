import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { showable } from '../lib/redact';
import { isUnset, joined, readText } from '../lib/values';
import { isToolCall, routesErrorDetails } from './host';
import {
	asFailure,
	isFailure,
	type ItemFailure,
	LONGEST_EXPLANATION,
	nodeError,
	NOTHING_ASKED,
	type NothingDone,
	reasonOf,
} from './failures';

/** What became of one input item: the JSON of its output items, or why there is none. */
export type ItemResult = IDataObject[] | ItemFailure;

/**
 * Checks every input item before anything is sent. An expression that cannot be resolved fails its own item only. An error
 * item of the node before that fails its check is passed on as it is if the node continues on fail.
 *
 * @param nothingDone - what it means that an expression cannot be resolved
 * @returns an entry for each item, in order
 * @throws NodeOperationError for the first item that breaks a rule, unless the node continues on fail
 */
export function checkItems<T extends object>(
	context: IExecuteFunctions,
	check: (itemIndex: number) => T | ItemFailure,
	nothingDone = NOTHING_ASKED,
): Array<T | ItemFailure> {
	const checked = context.getInputData().map(({ json }, itemIndex) => {
		const result = tryCheck(context, itemIndex, check, nothingDone);
		return isFailure(result) && isErrorItem(json) ? { ...result, passedOn: errorOf(context, json) } : result;
	});
	const invalid = checked.find(isFailure);
	if (invalid === undefined || context.continueOnFail()) return checked;
	if (invalid.passedOn === undefined) throw invalid.error;
	const { error, details, message } = invalid.passedOn;
	const description = readText(isJsonObject(details) ? details.description : message) ?? '';
	throw nodeError(context, {
		message: `The item carries an error of an earlier node: ${reasonOf(error)}`,
		description: joined(showable(description, LONGEST_EXPLANATION), SERVE_OTHERS),
		itemIndex: checked.indexOf(invalid),
	});
}

const SERVE_OTHERS =
	"To process the other items, set On Error of this node to Continue, and use n8n's Retry.";

/** An item with more fields would not leave by the error output. On that output, n8n adds the fields of the input by itself. */
function errorOf(context: IExecuteFunctions, json: IDataObject): IDataObject {
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const { error, details, message } = json;
	return { error, ...(details === undefined ? { message } : { details }) };
}

/** Whether a node before, such as Create, gave this item in place of a project. */
const isErrorItem = ({ error, details, message, projectId }: IDataObject): boolean =>
	typeof error === 'string' && isUnset(projectId) && (isJsonObject(details) || typeof message === 'string');

function tryCheck<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	check: (itemIndex: number) => T,
	nothingDone: NothingDone,
) {
	try {
		return check(itemIndex);
	} catch (error) {
		return asFailure(context, itemIndex, error, { nothingDone });
	}
}

/** The items that are no failures. */
export const withoutFailures = <T extends object>(checked: ReadonlyArray<T | ItemFailure>): T[] =>
	checked.flatMap((item) => (isFailure(item) ? [] : [item]));

/**
 * Puts together what became of the items: those that failed a check, and the results of the others.
 *
 * @param checked - one entry for each input item, in order
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
 * Turns results into output items, each linked to its input item. A failed item becomes an error item, which n8n sends to the
 * error output.
 *
 * @param results - one entry for each input item, in order
 */
export function toItems(results: readonly ItemResult[]): INodeExecutionData[] {
	return results.flatMap((result, item) => {
		const jsons = isFailure(result) ? [errorJson(result)] : result;
		// Items of the same project must not share their data: the next node may change one of them in place.
		return jsons.map((json) => ({ json: structuredClone(json), pairedItem: { item } }));
	});
}

/** What comes out for a failed item when the node continues on fail. */
export const errorJson = ({ error, details, passedOn }: ItemFailure): IDataObject =>
	passedOn ??
	(routesErrorDetails
		? { error: error.message, details: { ...details, description: error.description ?? null } }
		: { error: error.message, message: [error.description || error.message, ...error.messages].join(' ') });

/**
 * Runs a node's work. What goes wrong before any item is worked on, such as an unusable credential, fails every item. It is not
 * thrown if the node continues on fail: n8n would send the input to the success output.
 *
 * @throws NodeApiError or NodeOperationError, unless the node continues on fail
 */
export async function runOnItems(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		return await work();
	} catch (error) {
		const failure = asFailure(context, null, error);
		if (!context.continueOnFail()) throw isToolCall(context) ? inFull(context, failure.error) : failure.error;
		return toItems(context.getInputData().map(() => ({ ...failure })));
	}
}

/** The error with all that it says in its message, the only part that an agent reads. */
const inFull = (context: IExecuteFunctions, { message, description, messages }: ItemFailure['error']) =>
	nodeError(context, { message: joined(`${message.replace(/\.$/, '')}.`, description ?? '', ...messages) });
