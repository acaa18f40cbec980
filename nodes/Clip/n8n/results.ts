import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { Problem } from '../problems/problem';
import type { NodeExecution } from './nodeExecution';

/*
 * What is known of each input item, from its parameters to what comes out for it.
 */

export interface HasItemIndex {
	itemIndex: number;
}

/** An item that has failed: it comes out as an error item, or ends the execution. */
export interface FailedItem extends HasItemIndex {
	problem: Problem;
	/** Whether the problem is that of all items: then the error names no item. */
	isOfAllItems?: boolean;
	/** Whether it comes out as an item even where a failed item ends the execution. */
	isNeverFatal?: boolean;
	/** What comes out instead: an error item of the node before. */
	earlierErrorItem?: IDataObject;
}

/** What is known of an item so far, or the problem with which it has failed. */
export type Result<T extends HasItemIndex> = T | FailedItem;

export type Results<T extends HasItemIndex> = ReadonlyArray<Result<T>>;

/** The failed item that ends the execution: then the others are of no use any more. Otherwise what came of all items. */
export type ResultsOrFatal<T extends HasItemIndex> =
	| { fatal: FailedItem }
	| { fatal?: undefined; results: Results<T> };

export interface OutputItem extends HasItemIndex {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** The input items that it comes out for, if they are several. */
	pairedItems?: readonly number[];
}

export const isFailed = (result: HasItemIndex): result is FailedItem => 'problem' in result;

export const failedItemsIn = (results: Results<HasItemIndex>): FailedItem[] => results.filter(isFailed);

export const goodResultsIn = <T extends HasItemIndex>(results: Results<T>): T[] =>
	results.flatMap((result) => (isFailed(result) ? [] : [result]));

export const isFatal = ({ continuesOnFail }: NodeExecution, { isNeverFatal = false }: FailedItem): boolean =>
	!continuesOnFail && !isNeverFatal;

export function checkForFatal<T extends HasItemIndex>(
	execution: NodeExecution,
	results: Results<T>,
): ResultsOrFatal<T> {
	const fatal = failedItemsIn(results).find((failed) => isFatal(execution, failed));
	return fatal === undefined ? { results } : { fatal };
}

export const failAllItems = (execution: NodeExecution, problem: Problem): ResultsOrFatal<never> =>
	checkForFatal(
		execution,
		Array.from({ length: Math.max(1, execution.itemCount) }, (_, itemIndex) => ({
			itemIndex,
			problem,
			isOfAllItems: true,
		})),
	);

export const sortByItem = <T extends HasItemIndex>(results: Results<T>): Array<Result<T>> =>
	[...results].sort((a, b) => a.itemIndex - b.itemIndex);

/** Puts later results in the places of earlier ones of the same items. */
export function replaceResults<T extends HasItemIndex, U extends HasItemIndex>(
	results: Results<T>,
	later: Results<U>,
): Array<Result<T | U>> {
	const byItem = new Map(later.map((result) => [result.itemIndex, result]));
	return results.map((result) => byItem.get(result.itemIndex) ?? result);
}

/**
 * Waits for work that goes on side by side, each on a part of the items. A result that ends the execution stops the other parts: they begin
 * nothing new, and a submission that is under way is finished.
 *
 * @returns the results, part after part, and the first one, in time, that has ended the execution
 */
export async function joinParts<T extends HasItemIndex>(
	execution: NodeExecution,
	parts: ReadonlyArray<Promise<Results<T>>>,
): Promise<{ results: Array<Result<T>>; fatal: FailedItem | undefined }> {
	let fatal: FailedItem | undefined;
	const stoppingParts = parts.map(async (part) => {
		const results = await part;
		const { fatal: failed } = checkForFatal(execution, results);
		fatal ??= failed;
		if (failed !== undefined) execution.stop();
		return results;
	});
	// An error that nobody expects must stop the other parts, too.
	for (const part of stoppingParts) part.catch(() => execution.stop());
	const settled = await Promise.allSettled(stoppingParts);
	const results = settled.flatMap((part) => {
		if (part.status === 'rejected') throw part.reason;
		return part.value;
	});
	return { results, fatal };
}
