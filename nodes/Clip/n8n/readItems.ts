import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { isUnset, readText } from '../lib/values';
import type { Purpose } from '../problems/facts';
import { makeProblem } from '../problems/problem';
import { explanationOf, problemOfThrown, reasonOf } from './foreignError';
import { type ItemParameters, labelOf, readParameters } from './readParameters';
import {
	type FailedItem,
	type HasItemIndex,
	isFailed,
	checkForFatal,
	type ResultsOrFatal,
	type Result,
} from './results';
import type { NodeExecution } from './nodeExecution';

/**
 * Reads the parameters of every input item before anything is sent. An expression that fails only fails its own item. If the node
 * continues on fail, error items of an earlier node that cannot be read are passed on.
 *
 * @param purpose - what is to be done with the items
 * @returns an entry for each item, in order
 */
export function readItems<T extends object>(
	execution: NodeExecution,
	parameters: ItemParameters<T>,
	purpose: Purpose,
): ResultsOrFatal<T & HasItemIndex> {
	const results = execution.context.getInputData().map(({ json }, itemIndex) => {
		const result = readItem(execution, itemIndex, parameters, purpose);
		return isFailed(result) && isErrorItem(json)
			? { ...result, earlierErrorItem: trimErrorItem(execution, json) }
			: result;
	});
	const checked = checkForFatal(execution, results);
	if (checked.fatal?.earlierErrorItem === undefined) return checked;
	return { fatal: earlierError(checked.fatal.itemIndex, checked.fatal.earlierErrorItem) };
}

function readItem<T extends object>(
	execution: NodeExecution,
	itemIndex: number,
	parameters: ItemParameters<T>,
	purpose: Purpose,
): Result<T & HasItemIndex> {
	try {
		const parsed = readParameters(execution, itemIndex, parameters);
		if ('values' in parsed) return { ...parsed.values, itemIndex };
		const broken = parsed.broken.map(({ field, ...rule }) => ({
			label: labelOf(field, parameters.fields),
			...rule,
		}));
		return { itemIndex, problem: makeProblem('invalidParameter', { broken, purpose }) };
	} catch (error) {
		return { itemIndex, problem: problemOfThrown(error, purpose) };
	}
}

function earlierError(itemIndex: number, { error, details, message }: IDataObject): FailedItem {
	const explanation = readText(isJsonObject(details) ? details.description : message) ?? '';
	const facts = { reason: reasonOf(error), explanation: explanationOf(explanation) };
	// The earlier node may give something else the next time.
	return { itemIndex, problem: makeProblem('earlierError', { ...facts, isFinal: false }) };
}

/** n8n would not send an item with more fields to the error output; there it adds the fields of the input by itself. */
function trimErrorItem({ context }: NodeExecution, json: IDataObject): IDataObject {
	if (context.getNode().onError !== 'continueErrorOutput') return json;
	const { error, details, message } = json;
	return { error, ...(details === undefined ? { message } : { details }) };
}

const isErrorItem = ({ error, details, message, projectId }: IDataObject): boolean =>
	typeof error === 'string' && isUnset(projectId) && (isJsonObject(details) || typeof message === 'string');
