import type { IExecuteFunctions } from 'n8n-workflow';
import { type Advice, joined } from '../lib/values';
import { evidenceOf, lastWordsOf, PROJECT_CONTINUES } from '../service/rules/advice';
import { addToError, asFailure, type FailureFacts, type ItemFailure, itemFailure } from '../n8n/failures';
import { runInEditor } from '../n8n/parameters';
import { serviceFailure } from '../service/serviceFailure';
import type { WaitResult } from './rules/polling';
import type { Project } from '../service/rules/project';

/** A wait that did not end with a ready project. */
export function waitFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string,
	result: Exclude<WaitResult, { end: 'ready' }>,
	more: Pick<FailureFacts, 'itemCount' | 'remark'> = {},
): ItemFailure {
	if (result.end === 'failed') return serviceFailure(context, itemIndex, 'query', result.failure, more);
	const last = result.end === 'timedOut' ? result.lastFailure : null;
	const evidence = last === null ? '' : evidenceOf(last);
	return itemFailure(context, itemIndex, projectId, adviceOnWait(projectId, result), result.end, {
		evidence,
		...more,
	});
}

/** How a wait may end by itself without a ready project. */
type UnfinishedWait = Exclude<WaitResult, { end: 'ready' | 'failed' }>;

/** Explains a wait that ended before its project did. */
export function adviceOnWait(projectId: string, result: UnfinishedWait): Advice {
	if (result.end === 'stopped') {
		return { title: `The waiting was stopped: project ${projectId}`, description: PROJECT_CONTINUES };
	}
	if (result.end === 'processing') {
		return { title: `Project ${projectId} is still processing`, description: PROJECT_CONTINUES };
	}
	const minutes = Math.round(result.waitedMs / 60_000);
	const last = result.lastFailure === null ? '' : lastWordsOf(result.lastFailure);
	return {
		title: `Not ready after ${minutes === 1 ? '1 minute' : `${minutes} minutes`} of waiting: project ${projectId}`,
		description: joined('The maximum wait has passed.', PROJECT_CONTINUES, last),
	};
}

/** What became of an item's project. */
export type ProjectResult = { project: Project } | ItemFailure;

/**
 * What the ends of waits mean for their items.
 *
 * @param ended - how waits have ended, by item index
 * @param node - that of the items, unless it is the running one: whether its first project that ended badly ends the execution, and
 * how many items it has
 * @throws NodeApiError or NodeOperationError for the first project that ended badly, if `stopsAtFailure`
 */
export function resultsOf(
	context: IExecuteFunctions,
	items: ReadonlyArray<{ itemIndex: number; projectId: string }>,
	ended: ReadonlyMap<number, WaitResult>,
	{
		stopsAtFailure = !context.continueOnFail(),
		itemCount,
	}: { stopsAtFailure?: boolean; itemCount?: number | undefined } = {},
): Map<number, ProjectResult> {
	const results = new Map<number, ProjectResult>();
	for (const { itemIndex, projectId } of items) {
		const end = ended.get(itemIndex);
		if (end?.end === 'ready') results.set(itemIndex, { project: end.project });
		if (end === undefined || end.end === 'ready') continue;
		const failure = waitFailure(context, itemIndex, projectId, end, { itemCount });
		if (stopsAtFailure) throw failure.error;
		results.set(itemIndex, failure);
	}
	return results;
}

/** A project that an execution has. */
export interface KnownProject {
	itemIndex: number;
	projectId: string;
	/** In which run of the node, where that is not the present one: a loop runs it again and again. */
	run?: string | undefined;
}

/**
 * The error that ends an execution, with the IDs of its other projects: nothing else would keep them.
 *
 * @param projects - all projects that the execution has
 */
export function withOtherProjects(
	context: IExecuteFunctions,
	thrown: unknown,
	projects: readonly KnownProject[],
): Error {
	const { error } = asFailure(context, null, thrown);
	const others = projects
		.filter(({ projectId }) => projectId !== error.context.projectId)
		.map(({ itemIndex, projectId, run }) => {
			const where = run === undefined ? '' : ` of ${runInEditor(run)}`;
			return `${projectId} (item ${itemIndex}${where})`;
		});
	if (others.length === 0) return error;
	const sentence = `Other projects of this execution: ${others.join(', ')}. Do not submit their videos again. Use 'Wait' or 'Get' with their IDs.`;
	addToError(error, sentence);
	return error;
}
