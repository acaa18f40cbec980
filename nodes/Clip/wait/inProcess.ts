import type { IExecuteFunctions } from 'n8n-workflow';
import {
	endUnasked,
	nextStep,
	policiesByProject,
	type PollingPolicy,
	startWaiting,
	type WaitResult,
	type WaitState,
} from './rules/polling';
import type { Service } from '../client/service';
import { type ItemProject, type ProjectResult, resultsOf } from './failures';
import { QUESTIONS_AT_ONCE, jitterAfter } from '../client/questions';
import type { Answer } from '../interface/answer';
import type { Stop } from '../n8n/parameters';
import { pause } from '../n8n/pause';
import { takeTurns } from '../lib/turns';

/** An input item whose project is waited for. */
export interface WaitingItem extends Awaited, ItemProject {}

/** How the projects of several items are waited for. */
export interface ItemWait {
	/** Whether the first question comes at once, or later because the projects have just been created. */
	askFirst: boolean;
	/** All projects that the run has, for the error that ends it; those that are waited for, when absent. */
	all?: readonly ItemProject[];
	/** Ends the waiting; also used to end it for all when one project ends badly and the node stops on that. */
	stop: Stop;
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

/** A project to wait for, and how patiently. */
export interface Awaited {
	/** A checked ID; the same one may come more than once and is asked for only once. */
	projectId: string;
	policy: PollingPolicy;
	/** Since when it is waited for, epoch milliseconds; from now on when absent. */
	since?: number;
	/** What the service has just answered, where it was asked already. */
	first?: Answer;
}

/** What holds for all projects of a wait. */
interface WaitSettings {
	/** Whether the first question comes at once, or one interval later because the projects have just been created. */
	askFirst: boolean;
	/** Ends the wait of all projects within a second. */
	signal: AbortSignal;
	/** Told of each project's end as soon as it comes. */
	onEnd?: (projectId: string, result: WaitResult) => void;
}

/**
 * Waits in this process for projects side by side. The worker is held until the last one has ended.
 *
 * @param service - the service to ask
 * @param awaited - what to wait for
 * @param settings - how to wait
 * @returns how the wait for each project ended, by its ID
 */
async function waitForProjects(
	service: Service,
	awaited: readonly Awaited[],
	settings: WaitSettings,
): Promise<Map<string, WaitResult>> {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const results = new Map<string, WaitResult>();
	const policies = policiesByProject(awaited);
	await Promise.all(
		[...policies].map(async ([projectId, policy]) => {
			const ask = async (isWanted: () => boolean) =>
				await inTurn(async () => (isWanted() ? await service.query(projectId) : null));
			const { since, first } = awaited.find((other) => other.projectId === projectId) ?? {};
			const result = await askUntilSettled(ask, policy, { ...settings, since, first });
			results.set(projectId, result);
			settings.onEnd?.(projectId, result);
		}),
	);
	return results;
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
	/** Told of each answer that settles nothing, before the pause. Ends the asking when it gives true. */
	onPause?: (answer: Answer, state: WaitState, askAt: number) => Promise<boolean>;
}

/**
 * Asks for a project until its wait is over.
 *
 * @param ask - asks once; null when that was not wanted any more when its turn came
 * @param policy - how patiently
 * @param asking - how
 */
export async function askUntilSettled(
	ask: (isWanted: () => boolean) => Promise<Answer | null>,
	policy: PollingPolicy,
	{ askFirst, since, first, signal, onPause }: Asking,
): Promise<WaitResult> {
	let state = startWaiting(since ?? Date.now());
	let askAt = askFirst ? state.startedAt : state.startedAt + policy.pollInterval;
	let known = first;
	for (;;) {
		if (known === undefined) await pause(askAt, signal);
		const dueSince = Date.now();
		const end = () =>
			signal.aborted ? ({ end: 'stopped' } as const) : endUnasked(state, policy, dueSince, Date.now());
		const answer = signal.aborted ? null : (known ?? (await ask(() => end() === null)));
		known = undefined;
		if (answer === null) return end() ?? { end: 'stopped' };
		const step = nextStep(state, answer, Date.now(), policy);
		if ('result' in step) return step.result;
		({ state } = step);
		askAt = step.askAt + jitterAfter(answer, policy.pollInterval);
		if ((await onPause?.(answer, state, askAt)) === true) return { end: 'stopped' };
	}
}
