import { type Bad, fatalOf, type HasItemIndex, type Result, type Results } from './results';
import type { Run } from './run';

/**
 * Does something for several parts of the items, side by side. What ends the run stops the others; what is under way comes to its end.
 *
 * @returns what came of each item, by part, and the first result, in time, that has ended the run
 */
export async function workSideBySide<P, T extends HasItemIndex>(
	run: Run,
	parts: readonly P[],
	work: (part: P) => Promise<Results<T>>,
): Promise<{ results: Array<Result<T>>; fatal: Bad | undefined }> {
	let fatal: Bad | undefined;
	const doPart = async (part: P) => {
		const results = await work(part);
		const bad = fatalOf(run, results);
		if (bad === undefined) return results;
		fatal ??= bad;
		run.end();
		return results;
	};
	const pending = parts.map(doPart);
	// After what nobody expects, the others must not go on.
	for (const part of pending) part.catch(() => run.end());
	const settled = await Promise.allSettled(pending);
	const results = settled.flatMap((part) => {
		if (part.status === 'rejected') throw part.reason;
		return part.value;
	});
	return { results, fatal };
}
