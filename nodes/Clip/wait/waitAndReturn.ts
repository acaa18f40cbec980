import type { IExecuteFunctions } from 'n8n-workflow';
import { hintTexts, type KnownProject, NOT_PAUSED } from '../problems/notices';
import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import { hint } from '../n8n/execution';
import { isEvaluation, isToolCall, readerOf } from '../n8n/host';
import {
	afterwards,
	endAtFailure,
	isFailedItem,
	jsonOf,
	type Outcome,
	type OutputItem,
} from '../n8n/outcomes';
import { pauseExecution } from './pauseExecution';
import { pollEach } from './poll';
import { endsOf, type ProjectItem } from './results';
import { concludeRound, startWatching, type WaitingItem } from './rules/watching';
import type { WaitMode } from './wait.schema';

interface NodeWait {
	mode: WaitMode;
	waiting: ReadonlyArray<WithAccount<WaitingItem>>;
	/** Answers that have come already, by item index. */
	answers: ReadonlyMap<number, Answer>;
	/** What has become of each input item so far. A project that is waited for is processing. */
	outcomes: ReadonlyArray<Outcome<ProjectItem>>;
	/** All projects that the execution has: a status check may have to name them in an error. */
	all: readonly KnownProject[];
	signal: AbortSignal;
}

/**
 * Waits for the projects of several input items as the user wants it: with the execution paused, or in this process. What
 * cannot be paused waits in this process and says so.
 *
 * @returns what comes out of the node; of a paused node, n8n replaces it when it is resumed
 * @throws NodeEnded for the first project that ends badly, unless the node continues on fail
 */
export async function waitAndReturn(
	context: IExecuteFunctions,
	{ mode, waiting, answers, outcomes: before, all, signal }: NodeWait,
): Promise<Array<Outcome<OutputItem>>> {
	const reader = readerOf(context);
	const begin = (isPaused: boolean) => {
		const now = Date.now();
		const { ended, watched } = concludeRound(startWatching(waiting, now, { isPaused }), answers, now);
		const ends = endsOf(waiting, ended);
		// Only what failed while it was waited for: what failed before may be an item on purpose.
		endAtFailure(context, ends);
		return { watched, outcomes: afterwards(before, ends) };
	};
	let { watched, outcomes } = begin(mode === 'durable');
	if (watched.length === 0) return projectsAsOutput(outcomes);

	if (mode === 'durable') {
		const shown = new Set(outcomes.map((item) => (isFailedItem(item) ? null : item.project.projectId)));
		const items = projectsAsOutput(outcomes);
		const reason =
			reasonToKeepRunning(context, signal) ??
			(await pauseExecution(context, {
				executionId: context.getExecutionId(),
				watched,
				stopsAtFailure: !context.continueOnFail(),
				reader,
				jsons: items.map((item) => jsonOf(item, reader, items.length)),
				others: all.filter(({ projectId }) => !shown.has(projectId)),
			}));
		// n8n drops these items when it resumes the node. If the first one had an error, Retry On Fail would run the node again: so
		// error items are left out here.
		if (reason === null) return items.filter((item) => !isFailedItem(item));
		hint(context, hintTexts.keptRunning(reason, isToolCall(context)));
		({ watched, outcomes } = begin(false));
	}
	return projectsAsOutput(afterwards(outcomes, await pollEach(context, watched, signal)));
}

const projectsAsOutput = (outcomes: ReadonlyArray<Outcome<ProjectItem>>): Array<Outcome<OutputItem>> =>
	outcomes.map((item) => (isFailedItem(item) ? item : { itemIndex: item.itemIndex, json: item.project }));

/** Why the execution must not pause, though n8n could pause it: nobody would take it up again. */
function reasonToKeepRunning(context: IExecuteFunctions, signal: AbortSignal): string | null {
	if (isToolCall(context)) return NOT_PAUSED.agent;
	if (signal.aborted) return NOT_PAUSED.stopped;
	return isEvaluation(context) ? NOT_PAUSED.evaluation : null;
}
