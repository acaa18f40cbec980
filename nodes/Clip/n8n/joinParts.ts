import { type Bad, fatalOf, type HasItemIndex, type Result, type Results } from './results';
import type { Run } from './run';

/**
 * Waits for work that goes on side by side, each on a part of the items. A result that ends the run stops the other parts: they begin
 * nothing new, but finish what is under way.
 *
 * @returns the results, part after part, and the first one, in time, that has ended the run
 */
export async function joinParts<T extends HasItemIndex>(
	run: Run,
	parts: ReadonlyArray<Promise<Results<T>>>,
): Promise<{ results: Array<Result<T>>; fatal: Bad | undefined }> {
	let fatal: Bad | undefined;
	const pending = parts.map(async (part) => {
		const results = await part;
		const bad = fatalOf(run, results);
		fatal ??= bad;
		if (bad !== undefined) run.stop();
		return results;
	});
	// An error that nobody expects must stop the other parts, too.
	for (const part of pending) part.catch(() => run.stop());
	const settled = await Promise.allSettled(pending);
	const results = settled.flatMap((part) => {
		if (part.status === 'rejected') throw part.reason;
		return part.value;
	});
	return { results, fatal };
}
