import { isEvaluation, addHint } from '../n8n/platform';
import {
	isFailed,
	checkForFatal,
	type ResultsOrFatal,
	type OutputItem,
	replaceResults,
	type Result,
	type Results,
} from '../n8n/results';
import { jsonOf } from '../n8n/output';
import { audienceOf, type NodeExecution } from '../n8n/nodeExecution';
import { hintTexts, type NotPausedReason } from '../problems/notices';
import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import { pauseExecution } from './pauseExecution';
import { advanceWatches, pollEach, type ProjectItem } from './poll';
import { beginWatches, type ItemToWatch, type WaitMode, type WatchedItem } from './rules/watchedItem';

interface WaitToBegin {
	mode: WaitMode;
	toWatch: ReadonlyArray<WithAccount<ItemToWatch>>;
	/** The answers that have come already, by item index. */
	answers: ReadonlyMap<number, Answer>;
	/** What is known of each input item so far. A project that is still waited for has the status `processing`. */
	results: Results<ProjectItem>;
}

/**
 * Waits for the projects of several items: with the execution paused, or in this process. What cannot be paused waits in this process, and
 * a hint says so.
 *
 * @returns what comes out of the node; n8n replaces it when it resumes a paused node
 */
export async function waitAndReturn(
	execution: NodeExecution,
	wait: WaitToBegin,
): Promise<ResultsOrFatal<OutputItem>> {
	const { context } = execution;
	const { mode, toWatch, answers } = wait;
	// The default of Max Wait is longer where the execution is paused. So if it cannot be paused, the waits begin anew.
	const begin = (willPause: boolean) => {
		const now = Date.now();
		const { ended, watched } = advanceWatches(beginWatches(toWatch, now, { willPause }), answers, now);
		// `wait.results` were checked when they came.
		const { fatal } = checkForFatal(execution, ended);
		return fatal === undefined ? { watched, results: replaceResults(wait.results, ended) } : { fatal };
	};
	const begun = begin(mode === 'durable');
	if (begun.fatal !== undefined) return begun;
	if (begun.watched.length === 0) return { results: projectsAsOutput(begun.results) };
	if (mode === 'inProcess' || execution.signal.aborted) return await waitInProcess(execution, begun);

	const { watched, results } = begun;
	const shownProjectIds = new Set(results.map((item) => (isFailed(item) ? null : item.project.projectId)));
	const items = projectsAsOutput(results);
	const audience = audienceOf(execution);
	const reason =
		reasonNotToPause(execution) ??
		(await pauseExecution(context, {
			executionId: context.getExecutionId(),
			watched,
			continuesOnFail: execution.continuesOnFail,
			audience: audience === 'operator' ? 'operatorAfterPause' : audience,
			jsons: items.map((item) => jsonOf(execution, item)),
			otherProjects: execution.projects.filter(({ projectId }) => !shownProjectIds.has(projectId)),
		}));
	// n8n drops these items when it resumes the node. Error items are left out: if the first item had an error, Retry On Fail would run the
	// node again.
	if (reason === null) return { results: items.filter((item) => !isFailed(item)) };
	addHint(context, hintTexts.keptRunning(reason, execution.isTool));
	const begunAnew = begin(false);
	return begunAnew.fatal === undefined ? await waitInProcess(execution, begunAnew) : begunAnew;
}

/** Waits in this process. */
async function waitInProcess(
	execution: NodeExecution,
	{ watched, results }: { watched: ReadonlyArray<WithAccount<WatchedItem>>; results: Results<ProjectItem> },
): Promise<ResultsOrFatal<OutputItem>> {
	const polled = await pollEach(execution, watched);
	if (polled.fatal !== undefined) return polled;
	return { results: projectsAsOutput(replaceResults(results, polled.results)) };
}

const projectsAsOutput = (results: Results<ProjectItem>): Array<Result<OutputItem>> =>
	results.map((item) => (isFailed(item) ? item : { itemIndex: item.itemIndex, json: item.project }));

/** Why the execution must not pause, though n8n could pause it: nobody would take it up again. */
function reasonNotToPause({ context, isTool }: NodeExecution): NotPausedReason | null {
	if (isTool) return 'agent';
	return isEvaluation(context) ? 'evaluation' : null;
}
