import type { Executor } from '../lib/advice';
import { failureOf, type ItemFailure } from '../n8n/failures';
import type { OfItem, Outcome } from '../n8n/outcomes';
import { evidenceOf } from '../service/rules/advice';
import { type Project, withReused } from '../service/rules/project';
import { serviceFailure } from '../service/serviceFailure';
import { adviceOnWait } from './rules/advice';
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

/** A wait that did not end with a ready project, as the failure of its item. */
export function waitFailure(
	executor: Executor,
	projectId: string,
	result: Exclude<WaitEnd, { kind: 'answered' }> | { kind: 'processing' },
): ItemFailure {
	if (result.kind === 'failed') return serviceFailure('query', result.failure, executor);
	const last = result.kind === 'timedOut' ? result.lastFailure : null;
	const evidence = last === null ? '' : evidenceOf(last);
	return failureOf(adviceOnWait(projectId, result, executor), result.kind, { projectId, evidence });
}

/**
 * What the end of a wait means for its item.
 *
 * @param projectId - that was waited for
 */
export function endOf(
	executor: Executor,
	{ itemIndex, projectId, reused, mustBeReady = false }: WaitedItem,
	end: WaitEnd,
): Outcome<ProjectItem> {
	if (end.kind !== 'answered') return { itemIndex, failure: waitFailure(executor, projectId, end) };
	const { kind, project } = end.answer;
	if (kind === 'processing' && mustBeReady) {
		return { itemIndex, failure: waitFailure(executor, projectId, { kind }) };
	}
	return { itemIndex, project: reused === undefined ? project : withReused(project, reused) };
}

/**
 * What ends of waits mean for their items.
 *
 * @param ended - how waits have ended, by item index
 * @returns an entry for each item whose wait has ended
 */
export const endsOf = (
	executor: Executor,
	items: readonly WaitedItem[],
	ended: ReadonlyMap<number, WaitEnd>,
): Array<Outcome<ProjectItem>> =>
	items.flatMap((item) => {
		const end = ended.get(item.itemIndex);
		return end === undefined ? [] : [endOf(executor, item, end)];
	});
