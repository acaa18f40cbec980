import type { IExecuteFunctions } from 'n8n-workflow';
import { jitterAfter, QUESTIONS_AT_ONCE } from '../service/questions';
import type { Service } from '../service/client';
import type { Answer } from '../service/rules/answer';
import { limitConcurrency } from '../lib/concurrency';
import type { Stop } from '../n8n/parameters';
import { pause } from '../n8n/pause';
import {
	nextStep,
	policiesByProject,
	type PollingPolicy,
	startWaiting,
	type WaitResult,
} from './rules/polling';
import { type ItemProject, type ProjectResult, resultsOf } from './waitFailure';

/** An input item whose project is waited for. */
export interface WaitingItem extends ItemProject {
	policy: PollingPolicy;
	/** Since when it is waited for, epoch milliseconds; from now on when absent. */
	since?: number;
	/** What the service has just answered, where it was asked already. */
	first?: Answer;
}

/** How the projects of several items are waited for. */
export interface ItemWait {
	/** Whether the first question comes at once, or later because the projects have just been created. */
	askFirst: boolean;
	/** All projects that the execution has, for the error that ends it; those that are waited for, when absent. */
	all?: readonly ItemProject[];
	/** Ends the waiting; also used to end it for all when one project ends badly and the node stops on that. */
	stop: Stop;
}

/**
 * Waits in this process for the projects of several input items, side by side; each project is asked for once, however many
 * items it has. The worker is held until the last one has ended.
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
	const limited = limitConcurrency(QUESTIONS_AT_ONCE);
	const { signal } = stop;
	const ends = new Map<string, WaitResult>();
	let failed: string | undefined;
	await Promise.all(
		[...policiesByProject(waiting)].map(async ([projectId, policy]) => {
			const item = waiting.find((other) => other.projectId === projectId);
			const ask = async () =>
				await limited(async () => (signal.aborted ? null : await service.query(projectId)));
			const end = await askUntilDone(ask, policy, { ...item, askFirst, signal });
			ends.set(projectId, end);
			if (!stopsAtFailure || end.end === 'ready') return;
			failed ??= projectId;
			stop.abort();
		}),
	);
	const judged = failed === undefined ? waiting : waiting.filter(({ projectId }) => projectId === failed);
	const endOf = ({ projectId }: ItemProject): WaitResult => ends.get(projectId) ?? { end: 'stopped' };
	return resultsOf(context, judged, new Map(judged.map((item) => [item.itemIndex, endOf(item)])), all);
}

/** How one project is asked for. */
interface Asking {
	/** Whether the first question comes at once. */
	askFirst: boolean;
	/** Since when it is waited for, epoch milliseconds; from now on when absent. */
	since?: number | undefined;
	/** What the service has just answered, where it was asked already. */
	first?: Answer | undefined;
	/** Ends it within a second. */
	signal: AbortSignal;
}

/**
 * Asks for a project until its wait is over.
 *
 * @param ask - asks once; null when that is not wanted any more
 * @param policy - how patiently
 * @param asking - how
 */
export async function askUntilDone(
	ask: () => Promise<Answer | null>,
	policy: PollingPolicy,
	{ askFirst, since = Date.now(), first, signal }: Asking,
): Promise<WaitResult> {
	let state = startWaiting(since);
	let askAt = askFirst ? since : since + policy.pollInterval;
	let known = first;
	for (;;) {
		if (known === undefined) await pause(askAt, signal);
		const answer = signal.aborted ? null : (known ?? (await ask()));
		known = undefined;
		if (answer === null) return { end: 'stopped' };
		const step = nextStep(state, answer, Date.now(), policy);
		if ('result' in step) return step.result;
		({ state } = step);
		askAt = step.askAt + jitterAfter(answer, policy.pollInterval);
	}
}
