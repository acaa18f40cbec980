import { type Answer, isSuccess } from '../service/answer';
import {
	EMPTY_ANSWERS_BELIEVED,
	isTemporary,
	nextStep,
	policiesByProject,
	type PollingPolicy,
	startWaiting,
	type WaitResult,
} from '../service/polling';
import { pause } from './pause';
import type { Service } from './service';
import { SHORTEST_POLL_INTERVAL } from '../service/vocabulary';

/**
 * How many questions may be under way at once, however many projects are waited for. Fewer leave n8n idle while it waits for
 * a service that is near but busy.
 */
const QUESTIONS_AT_ONCE = 10;

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
			const result = await waitForProject(ask, policy, settings);
			results.set(projectId, result);
			settings.onEnd?.(projectId, result);
		}),
	);
	return results;
}

async function waitForProject(
	ask: () => Promise<Answer | null>,
	policy: PollingPolicy,
	{ askFirst, signal }: WaitSettings,
): Promise<WaitResult> {
	let state = startWaiting(Date.now());
	let askAt = askFirst ? state.startedAt : state.startedAt + policy.pollInterval;
	for (;;) {
		await pause(askAt, signal);
		if (signal.aborted) return { end: 'stopped' };
		const answer = await ask();
		if (answer === null) return { end: 'stopped' };
		const step = nextStep(state, answer, Date.now(), policy);
		if ('result' in step) return step.result;
		state = step.state;
		askAt = step.askAt + jitterAfter(answer, policy.pollInterval);
	}
}

/**
 * Asks for each of several projects exactly once.
 *
 * @param service - the service to ask
 * @param projectIds - checked IDs, each once
 * @param signal - what was not asked when it ends has no answer
 * @returns the answers, by project ID
 */
export async function askEach(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const answers = new Map<string, Answer>();
	await Promise.all(
		projectIds.map(async (projectId) => {
			const answer = await inTurn(async () => (signal.aborted ? null : await service.query(projectId)));
			if (answer !== null) answers.set(projectId, answer);
		}),
	);
	return answers;
}

/** How often a project is asked for when nobody waits for it, with the shortest pause that is polite between. */
const TRIES = 1 + EMPTY_ANSWERS_BELIEVED;

/**
 * Asks for projects without waiting for them. Only what is no answer yet is asked again a few times: a temporary
 * failure, and "finished, no clips".
 *
 * @param service - the service to ask
 * @param projectIds - checked IDs
 * @param signal - ends the pauses between tries
 * @returns the last answer for each project, by its ID
 */
export async function askForProjects(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const ask = async (projectId: string): Promise<[string, Answer]> => {
		for (let tries = 1; ; tries += 1) {
			const answer = await inTurn(async () => await service.query(projectId));
			if (!isTemporary(answer) || tries === TRIES || signal.aborted) return [projectId, answer];
			await pause(Date.now() + SHORTEST_POLL_INTERVAL + jitterAfter(answer, SHORTEST_POLL_INTERVAL), signal);
		}
	};
	return new Map(await Promise.all([...new Set(projectIds)].map(ask)));
}

/** What failed for many at once is not asked again by all of them at once: up to a tenth of the interval later. */
const jitterAfter = (answer: Answer, interval: number): number =>
	isSuccess(answer) ? 0 : Math.random() * interval * 0.1;

/** Runs tasks, a bounded number at once, the others in the order in which they came. */
type Turns = <T>(task: () => Promise<T>) => Promise<T>;

function takeTurns(atOnce: number): Turns {
	const queue: Array<() => void> = [];
	let running = 0;
	return async (task) => {
		if (running < atOnce) running += 1;
		else await new Promise<void>((resolve) => queue.push(resolve));
		try {
			return await task();
		} finally {
			const next = queue.shift();
			// The place goes straight to the next task, so that nobody can slip in between.
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
