import type { Answer } from '../interface/answer';
import { jitterAfter, QUESTIONS_AT_ONCE } from '../client/asking';
import type { Service } from '../client/service';
import { pause } from '../n8n/pause';
import { takeTurns } from '../values/turns';
import {
	nextStep,
	policiesByProject,
	type PollingPolicy,
	startWaiting,
	type WaitResult,
	type WaitState,
} from './rules/polling';

/** A project to wait for, and how patiently. */
export interface Awaited {
	/** A checked ID; the same one may come more than once and is asked for only once. */
	projectId: string;
	policy: PollingPolicy;
}

/** What holds for all projects of a wait. */
export interface WaitSettings {
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
export async function waitForProjects(
	service: Service,
	awaited: readonly Awaited[],
	settings: WaitSettings,
): Promise<Map<string, WaitResult>> {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const results = new Map<string, WaitResult>();
	const policies = policiesByProject(awaited);
	await Promise.all(
		[...policies].map(async ([projectId, policy]) => {
			const ask = async () =>
				await inTurn(async () => (settings.signal.aborted ? null : await service.query(projectId)));
			const result = await askUntilSettled(ask, policy, settings);
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
	/** Ends it within a second. */
	signal: AbortSignal;
	/** Told of each answer that settles nothing, before the pause. Ends the asking when it gives true. */
	onPause?: (answer: Answer, state: WaitState, askAt: number) => Promise<boolean>;
}

/**
 * Asks for a project until its wait is over.
 *
 * @param ask - asks once; null when there was no turn for it any more
 * @param policy - how patiently
 * @param asking - how
 */
export async function askUntilSettled(
	ask: () => Promise<Answer | null>,
	policy: PollingPolicy,
	{ askFirst, signal, onPause }: Asking,
): Promise<WaitResult> {
	let state = startWaiting(Date.now());
	let askAt = askFirst ? state.startedAt : state.startedAt + policy.pollInterval;
	for (;;) {
		await pause(askAt, signal);
		const answer = signal.aborted ? null : await ask();
		if (answer === null) return { end: 'stopped' };
		const step = nextStep(state, answer, Date.now(), policy);
		if ('result' in step) return step.result;
		({ state } = step);
		askAt = step.askAt + jitterAfter(answer, policy.pollInterval);
		if ((await onPause?.(answer, state, askAt)) === true) return { end: 'stopped' };
	}
}
