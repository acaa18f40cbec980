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
	/** Whether it has failed all items, so that its error names none. */
	isOfAllItems?: boolean;
	/** Whether it comes out as an item even where a failed item ends the run. */
	comesOutAsItem?: boolean;
	/** What comes out instead: an error item of the node before. */
	passedOn?: IDataObject;
}

/** What is known of an item so far, or why it gives no result. */
export type Result<T extends HasItemIndex> = T | Bad;

/** If one ends the run, it is the last of the list; those before it are of no use any more. */
export type Results<T extends HasItemIndex> = ReadonlyArray<Result<T>>;

export interface OutputItem extends HasItemIndex {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** The input items that it comes out for, if they are several. */
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

/** The result that ends the run, if one does. */
export const fatalOf = (run: Run, results: Results<HasItemIndex>): Bad | undefined =>
	run.continuesOnFail ? undefined : badOf(results).find(({ comesOutAsItem = false }) => !comesOutAsItem);

/**
 * Hands the good results on to the next step, unless a bad one ends the run.
 *
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

/** Puts later results in the places of earlier ones of the same items. */
export function replaceResults<T extends HasItemIndex, U extends HasItemIndex>(
	results: Results<T>,
	later: Results<U>,
): Array<Result<T | U>> {
	const byItem = new Map(later.map((result) => [result.itemIndex, result]));
	return results.map((result) => byItem.get(result.itemIndex) ?? result);
}

/**
 * Reads the parameters of every input item before anything is sent. An expression that fails, fails its own item only. If the run
 * continues, error items of the node before are passed on as they are.
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

/** n8n would not send an item with more fields to the error output; there it adds the fields of the input by itself. */
function passOn({ context }: Run, json: IDataObject): IDataObject {
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const { error, details, message } = json;
	return { error, ...(details === undefined ? { message } : { details }) };
}

const isErrorItem = ({ error, details, message, projectId }: IDataObject): boolean =>
	typeof error === 'string' && isUnset(projectId) && (isJsonObject(details) || typeof message === 'string');

/** If it ends the run, it names the other projects: nothing else does. */
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
	// To start the execution anew submits the videos of its other nodes again, too.
	const mayHavePaid = text.details.mayHavePaid || (isEnd && hasSubmittedProject(run.context));
	return mapTexts({ ...text, details: { ...text.details, mayHavePaid } }, (part) =>
		withoutKeys(part, run.keys),
	);
}

/** The JSON that comes out for an item: a copy for each, since the next node may change it in place. */
export function jsonOf(run: Run, result: Result<OutputItem>): IDataObject {
	if (!isBad(result)) return deepCopy(result.json);
	if (result.passedOn !== undefined) return deepCopy(result.passedOn);
	const { title, description, evidence, details } = errorTextOf(run, result);
	if (routesErrorDetails) return { error: title, details: { ...details, description } };
	return { error: title, message: [description || title, ...(evidence === '' ? [] : [evidence])].join(' ') };
}

export function errorToThrow(run: Run, bad: Bad): NodeError {
	const text = errorTextOf(run, bad);
	return run.isTool
		? nodeErrorOf(run, { code: 'unexpected', cause: null }, asOneText(text), null)
		: nodeErrorOf(run, bad.problem, text, bad.isOfAllItems === true ? null : bad.itemIndex);
}

export type Execute = (run: Run) => Promise<Results<OutputItem>>;

/**
 * The output items of a run, each linked to its input item. If the run continues, a failed item becomes an error item, which n8n sends to
 * the error output, and nothing is thrown: n8n would send the input to the success output.
 *
 * @throws NodeApiError or NodeOperationError, unless the run continues
 */
export async function outputOf(
	run: Run,
	pending: Promise<Results<OutputItem>>,
): Promise<INodeExecutionData[]> {
	// Thrown by n8n, or a mistake of ours.
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
