import type { IExecuteFunctions } from 'n8n-workflow';
import { failureOf, type ItemFailure } from '../n8n/failures';
import type { OfItem, Outcome } from '../n8n/outcomes';
import { evidenceOf } from '../service/rules/advice';
import type { Project } from '../service/rules/project';
import { serviceFailure } from '../service/serviceFailure';
import { adviceOnWait } from './rules/advice';
import type { WaitResult } from './rules/polling';

/** An item whose project is ready, or was asked for without waiting. */
export interface ProjectItem extends OfItem {
	project: Project;
}

/** A wait that did not end with a ready project, as the failure of its item. */
export function waitFailure(
	context: IExecuteFunctions,
	projectId: string,
	result: Exclude<WaitResult, { kind: 'ready' }>,
): ItemFailure {
	if (result.kind === 'failed') return serviceFailure(context, 'query', result.failure);
	const last = result.kind === 'timedOut' ? result.lastFailure : null;
	const evidence = last === null ? '' : evidenceOf(last);
	return failureOf(adviceOnWait(projectId, result), result.kind, { projectId, evidence });
}

/**
 * What the end of a wait means for its item.
 *
 * @param projectId - that was waited for
 */
export const endOf = (
	context: IExecuteFunctions,
	{ itemIndex, projectId }: OfItem & { projectId: string },
	end: WaitResult,
): Outcome<ProjectItem> =>
	end.kind === 'ready'
		? { itemIndex, project: end.project }
		: { itemIndex, failure: waitFailure(context, projectId, end) };

/**
 * What ends of waits mean for their items.
 *
 * @param ended - how waits have ended, by item index
 * @returns an entry for each item whose wait has ended
 */
export const endsOf = (
	context: IExecuteFunctions,
	items: ReadonlyArray<OfItem & { projectId: string }>,
	ended: ReadonlyMap<number, WaitResult>,
): Array<Outcome<ProjectItem>> =>
	items.flatMap((item) => {
		const end = ended.get(item.itemIndex);
		return end === undefined ? [] : [endOf(context, item, end)];
	});
