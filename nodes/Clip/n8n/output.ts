import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { groupBy } from '../lib/groupBy';
import { projectIdOf } from '../problems/details';
import { asOneText, composeErrorText, type ErrorText, maskKeysInError } from '../problems/errorText';
import { withRemarks } from '../problems/problem';
import { type NodeError, problemOfThrown } from './foreignError';
import { nodeErrorOf } from './nodeError';
import { routesErrorDetails } from './platform';
import {
	type FailedItem,
	failAllItems,
	isFailed,
	isFatal,
	type ResultsOrFatal,
	type OutputItem,
	type Result,
} from './results';
import { audienceOf, type NodeExecution } from './nodeExecution';
import { executionHasProjects } from './executionProjects';

/** The text of an error. If the error ends the execution, it names the other projects of this node: nothing else does. */
function errorTextOf(execution: NodeExecution, failed: FailedItem): ErrorText {
	const { itemIndex, isOfAllItems = false, problem } = failed;
	const namedProject = projectIdOf(problem);
	const others = execution.projects.filter(({ projectId }) => projectId !== namedProject);
	const projects = groupBy(others, ({ projectId }) => projectId).map(([first]) => first);
	const isEnd = isOfAllItems || isFatal(execution, failed);
	const text = composeErrorText(
		isEnd && projects.length > 0
			? withRemarks(problem, { code: 'otherProjects', facts: { projects } })
			: problem,
		audienceOf(execution),
		isOfAllItems ? null : { itemIndex, itemCount: execution.itemCount },
	);
	// An execution that ends may have paid at its other nodes, too.
	const mayHavePaid = text.details.mayHavePaid || (isEnd && executionHasProjects(execution.context));
	return maskKeysInError({ ...text, details: { ...text.details, mayHavePaid } }, execution.apiKeys);
}

/** The JSON that comes out for an item: a copy for each, since the next node may change it in place. */
export function jsonOf(execution: NodeExecution, result: Result<OutputItem>): IDataObject {
	if (!isFailed(result)) return deepCopy(result.json);
	if (result.earlierErrorItem !== undefined) return deepCopy(result.earlierErrorItem);
	const { title, description, evidence, details } = errorTextOf(execution, result);
	if (routesErrorDetails) return { error: title, details: { ...details, description } };
	return { error: title, message: [description || title, ...(evidence === '' ? [] : [evidence])].join(' ') };
}

export function errorToThrow(execution: NodeExecution, failed: FailedItem): NodeError {
	const text = errorTextOf(execution, failed);
	return execution.isTool
		? nodeErrorOf(execution, { code: 'unexpected', cause: null }, asOneText(text), null)
		: nodeErrorOf(execution, failed.problem, text, failed.isOfAllItems === true ? null : failed.itemIndex);
}

/**
 * The output items, each linked to its input item. If the node continues, a failed item becomes an error item, which n8n sends to
 * the error output, and nothing is thrown: n8n would send the input to the success output.
 *
 * @throws NodeApiError or NodeOperationError, unless the node continues
 */
export async function outputOf(
	execution: NodeExecution,
	executing: Promise<ResultsOrFatal<OutputItem>>,
): Promise<INodeExecutionData[]> {
	// What is thrown here comes from n8n, or from a mistake of ours.
	const output = await executing.catch((thrown: unknown) => failAllItems(execution, problemOfThrown(thrown)));
	if (output.fatal !== undefined) throw errorToThrow(execution, output.fatal);
	return output.results.map((result) => {
		const { itemIndex: item } = result;
		const { binary, pairedItems = [] } = isFailed(result) ? {} : result;
		return {
			json: jsonOf(execution, result),
			...(binary !== undefined && { binary }),
			pairedItem: pairedItems.length > 1 ? pairedItems.map((each) => ({ item: each })) : { item },
		};
	});
}
