import {
	deepCopy,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { isUnset, readText } from '../lib/values';
import { isToolCall, routesErrorDetails } from './host';
import type { Work } from '../problems/items';
import { type Problem, problem } from '../problems/problem';
import type { Reader } from '../problems/words';
import { errorOf, explanationOf, inFull, NodeEnded, problemFrom, reasonOf, tell } from './failures';
import { labelOf, type Parameters, readParameters } from './parameters';

/*
 * What becomes of each input item, from its parameters to what comes out for it.
 */

export interface OfItem {
	itemIndex: number;
}

/** An item that gives no result. */
export interface FailedItem extends OfItem {
	problem: Problem;
	/** Whether the same has failed every item, so that its error names none. */
	isOfAll?: boolean;
	/** What comes out instead, if the item is an error item of the node before. */
	passedOn?: IDataObject;
}

/** What became of an item so far: what is known of it, or why it gives no result. */
export type Outcome<T extends OfItem> = T | FailedItem;

export interface OutputItem extends OfItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** All input items that it comes out for, if they are several. */
	linkedTo?: readonly number[];
}

export const isFailedItem = (outcome: OfItem): outcome is FailedItem => 'problem' in outcome;

export const withoutFailed = <T extends OfItem>(outcomes: ReadonlyArray<Outcome<T>>): T[] =>
	outcomes.flatMap((outcome) => (isFailedItem(outcome) ? [] : [outcome]));

/** What became of items later; what is not among these stays as it was. */
export function afterwards<T extends OfItem, U extends OfItem>(
	outcomes: ReadonlyArray<Outcome<T>>,
	later: ReadonlyArray<Outcome<U>>,
): Array<Outcome<T | U>> {
	const byItem = new Map(later.map((outcome) => [outcome.itemIndex, outcome]));
	return outcomes.map((outcome) => byItem.get(outcome.itemIndex) ?? outcome);
}

/**
 * Ends the work of the node at a failed item, unless the node continues on fail.
 *
 * @throws NodeEnded for the first one
 */
export function endAtFailure(context: IExecuteFunctions, outcomes: ReadonlyArray<Outcome<OfItem>>): void {
	const failed = outcomes.find(isFailedItem);
	if (failed === undefined || context.continueOnFail()) return;
	const { itemIndex, problem: ending } = failed;
	throw new NodeEnded(ending, { itemIndex, itemCount: context.getInputData().length });
}

/**
 * Reads the parameters of every input item before anything is sent. An expression that cannot be resolved fails its own item only. An
 * error item of the node before that breaks a rule is passed on as it is if the node continues on fail.
 *
 * @param parameters - the same for each item, or what tells those of one
 * @param work - what is to be done with the items
 * @returns an entry for each item, in order
 * @throws NodeEnded for the first item that breaks a rule, unless the node continues on fail
 */
export function readItems<T extends object>(
	context: IExecuteFunctions,
	parameters: Parameters<T> | ((itemIndex: number) => Parameters<T>),
	work: Work,
): Array<Outcome<T & OfItem>> {
	const outcomes = context.getInputData().map(({ json }, itemIndex) => {
		const ofItem = typeof parameters === 'function' ? parameters(itemIndex) : parameters;
		const outcome = readItem(context, itemIndex, ofItem, work);
		return isFailedItem(outcome) && isErrorItem(json)
			? { ...outcome, passedOn: carried(context, json) }
			: outcome;
	});
	const failed = outcomes.find(isFailedItem);
	if (failed?.passedOn === undefined || context.continueOnFail()) {
		endAtFailure(context, outcomes);
		return outcomes;
	}
	const { error, details, message } = failed.passedOn;
	const said = readText(isJsonObject(details) ? details.description : message) ?? '';
	const facts = { reason: reasonOf(error), explanation: explanationOf(said) };
	// The earlier node may give something else the next time.
	throw new NodeEnded(problem('earlierError', { ...facts, isFinal: false }), {
		itemIndex: failed.itemIndex,
		itemCount: outcomes.length,
	});
}

function readItem<T extends object>(
	context: IExecuteFunctions,
	itemIndex: number,
	parameters: Parameters<T>,
	work: Work,
): Outcome<T & OfItem> {
	try {
		const read = readParameters(context, itemIndex, parameters);
		if ('values' in read) return { ...read.values, itemIndex };
		const broken = read.broken.map(({ field, rule }) => ({
			label: labelOf(field, parameters.fields),
			rule,
		}));
		return { itemIndex, problem: problem('invalidParameter', { broken, work }) };
	} catch (error) {
		return { itemIndex, problem: problemFrom(error, work) };
	}
}

/** An item with more fields would not leave by the error output. On that output, n8n adds the fields of the input by itself. */
function carried(context: IExecuteFunctions, json: IDataObject): IDataObject {
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const { error, details, message } = json;
	return { error, ...(details === undefined ? { message } : { details }) };
}

/** Whether a node before gave this item in place of a result. */
const isErrorItem = ({ error, details, message, projectId }: IDataObject): boolean =>
	typeof error === 'string' && isUnset(projectId) && (isJsonObject(details) || typeof message === 'string');

/**
 * The only maker of output items: each is linked to its input item. A failed item becomes an error item, which n8n sends to the error
 * output.
 *
 * @param shorten - makes the short form for AI agents, which read the JSON only
 */
function toOutput(
	context: IExecuteFunctions,
	outcomes: ReadonlyArray<Outcome<OutputItem>>,
	reader: Reader,
	shorten: (json: IDataObject) => IDataObject,
): INodeExecutionData[] {
	const isTool = isToolCall(context);
	return outcomes.map((outcome) => {
		const json = jsonOf(outcome, reader, context.getInputData().length);
		const { itemIndex: item } = outcome;
		const { binary, linkedTo = [] } = isFailedItem(outcome) ? {} : outcome;
		return {
			// Items of the same project must not share their data: the next node may change one of them in place.
			json: deepCopy(isTool ? shorten(json) : json),
			...(binary !== undefined && { binary }),
			pairedItem: linkedTo.length > 1 ? linkedTo.map((each) => ({ item: each })) : { item },
		};
	});
}

/**
 * The JSON that comes out for an item.
 *
 * @param itemCount - how many items the node has: an error names its own if there are several
 */
export function jsonOf(outcome: Outcome<OutputItem>, reader: Reader, itemCount: number): IDataObject {
	if (!isFailedItem(outcome)) return outcome.json;
	const { itemIndex, passedOn, isOfAll = false } = outcome;
	if (passedOn !== undefined) return passedOn;
	const position = isOfAll ? null : { itemIndex, itemCount };
	const { title, description, evidence, details } = tell(outcome.problem, reader, position);
	if (routesErrorDetails) return { error: title, details: { ...details, description } };
	return { error: title, message: [description || title, ...(evidence === '' ? [] : [evidence])].join(' ') };
}

/**
 * Runs a node's work. What ends it fails every item: it is not thrown if the node continues on fail, since n8n would send the input to
 * the success output.
 *
 * @param reader - who reads its errors
 * @param shorten - makes the short form for AI agents
 * @throws NodeApiError or NodeOperationError, unless the node continues on fail
 */
export async function runOnItems(
	context: IExecuteFunctions,
	work: () => Promise<ReadonlyArray<Outcome<OutputItem>>>,
	reader: Reader,
	shorten: (json: IDataObject) => IDataObject,
): Promise<INodeExecutionData[]> {
	try {
		return toOutput(context, await work(), reader, shorten);
	} catch (thrown) {
		const ending = problemFrom(thrown);
		if (context.continueOnFail()) {
			const all = { problem: ending, isOfAll: true };
			const failed = context.getInputData().map((_, itemIndex) => ({ itemIndex, ...all }));
			return toOutput(context, failed, reader, shorten);
		}
		const position = thrown instanceof NodeEnded ? thrown.position : null;
		const told = tell(ending, reader, position);
		if (!isToolCall(context)) throw errorOf(context, ending, told, position?.itemIndex ?? null);
		throw errorOf(context, { code: 'unexpected', cause: null }, inFull(told), null);
	}
}
