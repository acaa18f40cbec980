import type { OfItem, Result } from '../n8n/results';
import { type Problem, problem } from '../problems/problem';
import { type Project, withReused } from '../service/rules/project';
import { problemOf } from '../service/rules/refusal';
import type { WaitEnd } from './rules/step';

/** An item whose project is ready, or was asked for without waiting. */
export interface ProjectItem extends OfItem {
	project: Project;
}

interface WaitedItem extends OfItem {
	projectId: string;
	/** Whether the execution has not submitted it; absent where it did not want to. */
	reused?: boolean | undefined;
	/** Whether a project that is still processing is an error. */
	mustBeReady?: boolean | undefined;
}

/** A wait that did not end with a ready project, as the problem of its item. */
export function waitProblem(
	projectId: string,
	result: Exclude<WaitEnd, { kind: 'answered' }> | { kind: 'processing' },
): Problem {
	if (result.kind === 'failed') return problemOf('query', result.failure);
	if (result.kind !== 'timedOut') return problem(result.kind, { projectId });
	return problem('timedOut', { projectId, waitedMs: result.waitedMs, last: result.lastFailure });
}

/** What the end of the wait for its project means for an item. */
export function endOf<T extends WaitedItem>(item: T, end: WaitEnd): Result<T & ProjectItem> {
	const { itemIndex, projectId, reused, mustBeReady = false } = item;
	if (end.kind !== 'answered') return { itemIndex, problem: waitProblem(projectId, end) };
	const { kind, project } = end.answer;
	if (kind === 'processing' && mustBeReady) return { itemIndex, problem: waitProblem(projectId, { kind }) };
	return { ...item, project: reused === undefined ? project : withReused(project, reused) };
}

/**
 * What ends of waits mean for their items.
 *
 * @param ended - how waits have ended, by item index
 * @returns an entry for each item whose wait has ended
 */
export const endsOf = <T extends WaitedItem>(
	items: readonly T[],
	ended: ReadonlyMap<number, WaitEnd>,
): Array<Result<T & ProjectItem>> =>
	items.flatMap((item) => {
		const end = ended.get(item.itemIndex);
		return end === undefined ? [] : [endOf(item, end)];
	});
