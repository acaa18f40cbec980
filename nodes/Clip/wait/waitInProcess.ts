import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../service/client';
import { byProject, jitterAfter, QUERIES_AT_ONCE } from '../service/queries';
import type { Answer } from '../service/rules/answer';
import { limitConcurrency } from '../lib/concurrency';
import { sleepUntil } from '../n8n/sleepUntil';
import { nextStep, type WaitResult } from './rules/polling';
import { concludeRound, startWatching, type WaitingItem, type WatchedItem } from './rules/watching';
import { type ProjectResult, resultsOf } from './waitFailure';

/**
 * Waits in this process for the projects of several input items, side by side. The worker is busy until the last wait has ended.
 * Each project has its own loop: one whose answer does not come delays no other.
 *
 * @param signal - ends the waiting
 * @returns each item's result, by item index
 * @throws NodeApiError or NodeOperationError for the first project that ends badly, unless the node continues on fail
 */
export async function waitInProcess(
	context: IExecuteFunctions,
	service: Service,
	watched: readonly WatchedItem[],
	signal: AbortSignal,
): Promise<Map<number, ProjectResult>> {
	const results = new Map<number, ProjectResult>();
	const limited = limitConcurrency(QUERIES_AT_ONCE);
	const failed = new AbortController();
	const over = AbortSignal.any([signal, failed.signal]);
	const waitFor = async (same: readonly [WatchedItem, ...WatchedItem[]]): Promise<void> => {
		const [item] = same;
		const query = async () =>
			await limited(async () => (over.aborted ? null : await service.query(item.projectId, item.itemIndex)));
		const end = await poll(query, item, over);
		const ends = new Map(same.map(({ itemIndex }) => [itemIndex, end]));
		for (const [itemIndex, result] of resultsOf(context, same, ends)) results.set(itemIndex, result);
	};
	try {
		await Promise.all(byProject(watched).map(waitFor));
	} finally {
		// A project that ended badly ends the node, so nobody needs the others.
		failed.abort();
	}
	return results;
}

/** The same after a first round of queries, whose answers are known. */
export async function waitOn(
	context: IExecuteFunctions,
	service: Service,
	waiting: readonly WaitingItem[],
	answers: ReadonlyMap<number, Answer>,
	signal: AbortSignal,
): Promise<Map<number, ProjectResult>> {
	const now = Date.now();
	const { ended, watched } = concludeRound(startWatching(waiting, now), answers, now);
	const results = resultsOf(context, waiting, ended);
	return new Map([...results, ...(await waitInProcess(context, service, watched, signal))]);
}

async function poll(
	query: () => Promise<Answer | null>,
	{ policy, ...watched }: WatchedItem,
	signal: AbortSignal,
): Promise<WaitResult> {
	let { state, askAt } = watched;
	for (;;) {
		await sleepUntil(askAt, signal);
		const answer = await query();
		if (answer === null || signal.aborted) return { end: 'stopped' };
		const step = nextStep(state, answer, Date.now(), policy);
		if ('result' in step) return step.result;
		({ state } = step);
		askAt = step.askAt + jitterAfter(answer, policy.pollInterval);
	}
}
