import type { IExecuteFunctions } from 'n8n-workflow';
import type { WaitResult } from './rules/polling';
import type { Service } from '../client/service';
import { type Awaited, waitForProjects } from './asking';
import type { Project } from '../interface/project';
import type { ItemFailure } from '../n8n/failures';
import { waitFailure } from './failures';

/** An input item and its project. */
export interface ItemProject {
	itemIndex: number;
	projectId: string;
}

/** An input item whose project is waited for. */
export interface WaitingItem extends Awaited, ItemProject {}

/** What became of an item's project. */
export type ProjectResult = { project: Project } | ItemFailure;

/** How the projects of several items are waited for. */
export interface ItemWait {
	/** Whether the first question comes at once, or later because the projects have just been created. */
	askFirst: boolean;
	/** All projects that the run has, for the error that ends it; those that are waited for, when absent. */
	all?: readonly ItemProject[];
	/** Ends the waiting; also used to end it for all when one project ends badly and the node stops on that. */
	stop: AbortController;
}

/**
 * Waits in this process for the projects of several input items, side by side.
 *
 * @param service - the service to ask
 * @param waiting - the items, at most one entry each
 * @param wait - how to wait
 * @returns each item's result, by item index
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitForItems(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	{ askFirst, stop, all = waiting }: ItemWait,
): Promise<Map<number, ProjectResult>> {
	const stopsAtFailure = !context.continueOnFail();
	let first: string | undefined;
	const ends = await waitForProjects(service, waiting, {
		askFirst,
		signal: stop.signal,
		onEnd: (projectId, result) => {
			if (!stopsAtFailure || result.end === 'ready') return;
			first ??= projectId;
			stop.abort();
		},
	});
	const endOf = ({ projectId }: ItemProject): WaitResult => ends.get(projectId) ?? { end: 'stopped' };
	const failed = waiting.filter(({ projectId }) => projectId === first);
	const judged = first === undefined ? waiting : failed;
	return resultsOf(context, judged, new Map(judged.map((item) => [item.itemIndex, endOf(item)])), all);
}

/**
 * What the ends of waits mean for their items.
 *
 * @param items - items whose wait has ended
 * @param ends - how it ended, by item index
 * @param all - all projects that the run has: a run that stops would lose their IDs
 * @throws NodeApiError or NodeOperationError for the first project that ended badly, unless the node continues on fail
 */
export function resultsOf(
	context: IExecuteFunctions,
	items: readonly ItemProject[],
	ends: ReadonlyMap<number, WaitResult>,
	all: readonly ItemProject[],
): Map<number, ProjectResult> {
	const results = new Map<number, ProjectResult>();
	for (const { itemIndex, projectId } of items) {
		const end = ends.get(itemIndex) ?? { end: 'stopped' };
		if (end.end === 'ready') results.set(itemIndex, { project: end.project });
		else if (context.continueOnFail()) {
			results.set(itemIndex, waitFailure(context, itemIndex, projectId, end));
		} else {
			const others = keepIds(all.filter((other) => other.projectId !== projectId));
			throw waitFailure(context, itemIndex, projectId, end, others).error;
		}
	}
	return results;
}

/**
 * A sentence with the project IDs that a run has, for an error that ends it.
 *
 * @param projects - items and their projects
 */
export function keepIds(projects: readonly ItemProject[]): string {
	if (projects.length === 0) return '';
	const list = projects.map(({ itemIndex, projectId }) => `${projectId} (item ${itemIndex})`).join(', ');
	return `Other projects of this run: ${list}. Do not submit their videos again: go on with 'Wait' or 'Get'.`;
}
