import type { IExecuteFunctions } from 'n8n-workflow';
import type { WithAccount } from '../service/accounts';
import { byProject, jitterAfter, QUERIES_AT_ONCE } from '../service/queries';
import type { Answer } from '../service/rules/answer';
import { limitConcurrency } from '../lib/concurrency';
import { executorOf } from '../n8n/host';
import { endAtFailure, type Outcome } from '../n8n/outcomes';
import { sleepUntil } from '../n8n/sleepUntil';
import { endOf, endsOf, type ProjectItem } from './results';
import { nextStep, type WaitResult } from './rules/polling';
import { concludeRound, startWatching, type Watched, type WaitingItem } from './rules/watching';

/** An item whose project is waited for in this process, or until the execution is paused. */
export type WatchedItem = Watched<WithAccount<WaitingItem>>;

/**
 * Waits in this process for the projects of several input items, side by side. The worker is busy until the last wait has ended.
 * Each project has its own loop: one whose answer does not come delays no other.
 *
 * @param signal - ends the waiting
 * @returns an entry for each item
 * @throws NodeEnded for the first project that ends badly, unless the node continues on fail
 */
export async function waitInProcess(
	context: IExecuteFunctions,
	watched: readonly WatchedItem[],
	signal: AbortSignal,
): Promise<Array<Outcome<ProjectItem>>> {
	const limited = limitConcurrency(QUERIES_AT_ONCE);
	const failed = new AbortController();
	const over = AbortSignal.any([signal, failed.signal]);
	const waitFor = async (same: readonly [WatchedItem, ...WatchedItem[]]) => {
		const [item] = same;
		const query = async () =>
			await limited(async () => (over.aborted ? null : await item.account.query(item.projectId)));
		const end = await poll(query, item, over);
		const outcomes = same.map((one) => endOf(executorOf(context), one, end));
		endAtFailure(context, outcomes);
		return outcomes;
	};
	try {
		return (await Promise.all(byProject(watched).map(waitFor))).flat();
	} finally {
		// A project that ended badly ends the node, so nobody needs the others.
		failed.abort();
	}
}

/** The same after a first round of queries, whose answers are known. */
export async function waitAfterFirstRound(
	context: IExecuteFunctions,
	waiting: ReadonlyArray<WithAccount<WaitingItem>>,
	answers: ReadonlyMap<number, Answer>,
	signal: AbortSignal,
): Promise<Array<Outcome<ProjectItem>>> {
	const now = Date.now();
	const { ended, watched } = concludeRound(startWatching(waiting, now, false), answers, now);
	const outcomes = endsOf(executorOf(context), waiting, ended);
	endAtFailure(context, outcomes);
	return [...outcomes, ...(await waitInProcess(context, watched, signal))];
}

async function poll(
	query: () => Promise<Answer | null>,
	{ policy, ...watched }: Watched<unknown>,
	signal: AbortSignal,
): Promise<WaitResult> {
	let { state, askAt } = watched;
	for (;;) {
		await sleepUntil(askAt, signal);
		const answer = await query();
		if (answer === null || signal.aborted) return { kind: 'stopped' };
		const now = Date.now();
		const step = nextStep(state, answer, now, policy);
		if ('result' in step) return step.result;
		({ state } = step);
		askAt = step.askAt + jitterAfter(answer, step.askAt - now);
	}
}
