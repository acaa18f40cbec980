import { deepCopy, type IBinaryKeyData, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { isUnset, readText } from '../lib/values';
import { routesErrorDetails } from './platform';
import type { Work } from '../problems/facts';
import { type Problem, makeProblem, withRemarks } from '../problems/problem';
import { nodeErrorOf } from './nodeError';
import { explanationOf, type NodeError, problemFrom, reasonOf } from './foreignError';
import { projectIdOf } from '../problems/details';
import { asOneText, type ErrorText, describeProblem, mapTexts } from '../problems/errorText';
import { withoutKeys } from '../lib/redact';
import { hasSubmittedProject } from './submittedProjects';
import { labelOf, type ItemParameters, readParameters } from './parameters';
import { readerOf, type Run } from './run';

/*
 * What becomes of each input item, from its parameters to what comes out for it.
 */

export interface HasItemIndex {
	itemIndex: number;
}

/** An item that gives no result. */
export interface Bad extends HasItemIndex {
	problem: Problem;
	/** Whether the same has failed every item, so that its error names none. */
	isOfAllItems?: boolean;
	/** Whether it comes out as an item also where a failed item ends the run. */
	comesOutAsItem?: boolean;
	/** What comes out instead, if the item is an error item of the node before. */
	passedOn?: IDataObject;
}

/** What became of an item so far: what is known of it, or why it gives no result. */
export type Result<T extends HasItemIndex> = T | Bad;

/** What became of items. If one ends the run, the list has only that one. */
export type Results<T extends HasItemIndex> = ReadonlyArray<Result<T>>;

export interface OutputItem extends HasItemIndex {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** All input items that it comes out for, if they are several. */
	linkedTo?: readonly number[];
}

export const isBad = (result: HasItemIndex): result is Bad => 'problem' in result;

export const badOf = (results: Results<HasItemIndex>): Bad[] => results.filter(isBad);

export const goodOf = <T extends HasItemIndex>(results: Results<T>): T[] =>
	results.flatMap((result) => (isBad(result) ? [] : [result]));

export const badForAll = (run: Run, problem: Problem): Bad[] =>
	Array.from({ length: Math.max(1, run.itemCount) }, (_, itemIndex) => ({
		itemIndex,
		problem,
		isOfAllItems: true,
	}));

/** The result that ends a run, if one does. */
export const fatalOf = (run: Run, results: Results<HasItemIndex>): Bad | undefined =>
	run.continuesOnFail ? undefined : badOf(results).find(({ comesOutAsItem = false }) => !comesOutAsItem);

/**
 * Hands what is good on to the next step, unless something bad ends the run.
 *
 * @param step - gives one result or more for each item
 * @returns in the order of the items
 */
export async function continueWith<T extends HasItemIndex, U extends HasItemIndex>(
	run: Run,
	results: Results<T>,
	step: (good: T[]) => Results<U> | Promise<Results<U>>,
): Promise<Array<Result<U>>> {
	const fatal = fatalOf(run, results);
	if (fatal !== undefined) return [fatal];
	return [...badOf(results), ...(await step(goodOf(results)))].sort((a, b) => a.itemIndex - b.itemIndex);
}

/** What became of items later; what is not among these stays as it was. */
export function replaceResults<T extends HasItemIndex, U extends HasItemIndex>(
	results: Results<T>,
	later: Results<U>,
): Array<Result<T | U>> {
	const byItem = new Map(later.map((result) => [result.itemIndex, result]));
	return results.map((result) => byItem.get(result.itemIndex) ?? result);
}

/**
 * Reads the parameters of every input item before anything is sent. An expression that cannot be resolved fails its own item only. An
 * error item of the node before that breaks a rule is passed on as it is if the run continues.
 *
 * @param work - what is to be done with the items
 * @returns an entry for each item, in order, see {@link Results}
 */
export function readItems<T extends object>(
	run: Run,
	parameters: ItemParameters<T>,
	work: Work,
): Array<Result<T & HasItemIndex>> {
	const results = run.context.getInputData().map(({ json }, itemIndex) => {
		const result = readItem(run, itemIndex, parameters, work);
		return isBad(result) && isErrorItem(json) ? { ...result, passedOn: passOn(run, json) } : result;
	});
	const fatal = fatalOf(run, results);
	if (fatal === undefined) return results;
	return [fatal.passedOn === undefined ? fatal : earlierError(fatal.itemIndex, fatal.passedOn)];
}

function readItem<T extends object>(
	run: Run,
	itemIndex: number,
	parameters: ItemParameters<T>,
	work: Work,
): Result<T & HasItemIndex> {
	try {
		const parsed = readParameters(run, itemIndex, parameters);
		if ('values' in parsed) return { ...parsed.values, itemIndex };
		const broken = parsed.broken.map(({ field, ...rule }) => ({
			label: labelOf(field, parameters.fields),
			...rule,
		}));
		return { itemIndex, problem: makeProblem('invalidParameter', { broken, work }) };
	} catch (error) {
		return { itemIndex, problem: problemFrom(error, work) };
	}
}

function earlierError(itemIndex: number, { error, details, message }: IDataObject): Bad {
	const explanation = readText(isJsonObject(details) ? details.description : message) ?? '';
	const facts = { reason: reasonOf(error), explanation: explanationOf(explanation) };
	// The earlier node may give something else the next time.
	return { itemIndex, problem: makeProblem('earlierError', { ...facts, isFinal: false }) };
}

/** An item with more fields would not leave by the error output. On that output, n8n adds the fields of the input by itself. */
function passOn({ context }: Run, json: IDataObject): IDataObject {
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const { error, details, message } = json;
	return { error, ...(details === undefined ? { message } : { details }) };
}

/** Whether a node before gave this item in place of a result. */
const isErrorItem = ({ error, details, message, projectId }: IDataObject): boolean =>
	typeof error === 'string' && isUnset(projectId) && (isJsonObject(details) || typeof message === 'string');

/** A bad result in words; it names the other projects of the run where nothing else does. */
function errorTextOf(run: Run, bad: Bad): ErrorText {
	const { itemIndex, isOfAllItems = false, problem } = bad;
	const namedProject = projectIdOf(problem);
	const projects = run.projects.filter(({ projectId }) => projectId !== namedProject);
	const isEnd = isOfAllItems || fatalOf(run, [bad]) !== undefined;
	const text = describeProblem(
		isEnd && projects.length > 0
			? withRemarks(problem, { remark: 'otherProjects', facts: { projects } })
			: problem,
		readerOf(run),
		isOfAllItems ? null : { itemIndex, itemCount: run.itemCount },
	);
	// Whoever starts the execution anew submits what its other nodes have submitted.
	const mayHavePaid = text.details.mayHavePaid || (isEnd && hasSubmittedProject(run.context));
	return mapTexts({ ...text, details: { ...text.details, mayHavePaid } }, (part) =>
		withoutKeys(part, run.keys),
	);
}

/** The JSON that comes out for an item. Two items of the same project do not share it: the next node may change one in place. */
export function jsonOf(run: Run, result: Result<OutputItem>): IDataObject {
	if (!isBad(result)) return deepCopy(result.json);
	if (result.passedOn !== undefined) return deepCopy(result.passedOn);
	const { title, description, evidence, details } = errorTextOf(run, result);
	if (routesErrorDetails) return { error: title, details: { ...details, description } };
	return { error: title, message: [description || title, ...(evidence === '' ? [] : [evidence])].join(' ') };
}

/** A bad result as the error that ends the run. */
export function errorToThrow(run: Run, bad: Bad): NodeError {
	const text = errorTextOf(run, bad);
	return run.isTool
		? nodeErrorOf(run, { code: 'unexpected', cause: null }, asOneText(text), null)
		: nodeErrorOf(run, bad.problem, text, bad.isOfAllItems === true ? null : bad.itemIndex);
}

/** What an operation does with the items of a run. */
export type Execute = (run: Run) => Promise<Results<OutputItem>>;

/**
 * The output items of a run, each linked to its input item. A failed item becomes an error item, which n8n sends to the error output.
 * If the run continues, nothing is thrown: n8n would send the input to the success output.
 *
 * @throws NodeApiError or NodeOperationError, unless the run continues
 */
export async function outputOf(
	run: Run,
	pending: Promise<Results<OutputItem>>,
): Promise<INodeExecutionData[]> {
	// What n8n throws, or a mistake of ours.
	const results = await pending.catch((thrown: unknown) => badForAll(run, problemFrom(thrown)));
	const fatal = fatalOf(run, results);
	if (fatal !== undefined) throw errorToThrow(run, fatal);
	return results.map((result) => {
		const { itemIndex: item } = result;
		const { binary, linkedTo = [] } = isBad(result) ? {} : result;
		return {
			json: jsonOf(run, result),
			...(binary !== undefined && { binary }),
			pairedItem: linkedTo.length > 1 ? linkedTo.map((each) => ({ item: each })) : { item },
		};
	});
}
