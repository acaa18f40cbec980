import { type Answer, EMPTY_ANSWERS_ASKED_AGAIN, isSuccess, mayChangeSoon } from './rules/answer';
import { SHORTEST_POLL_INTERVAL } from './rules/vocabulary';
import { sleepUntil } from '../n8n/sleepUntil';
import { limitConcurrency } from '../lib/concurrency';
import type { Service } from './client';

/**
 * How many queries may be under way at once, however many projects are waited for. Fewer leave n8n idle while it waits for
 * a service that is near but busy.
 */
export const QUERIES_AT_ONCE = 10;

/**
 * Asks for several projects, for each once.
 *
 * @param projectIds - checked IDs, each once
 * @param signal - ends the asking; projects that were not asked for by then are missing from the result
 */
export async function queryEach(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const limited = limitConcurrency(QUERIES_AT_ONCE);
	const answers = new Map<string, Answer>();
	await Promise.all(
		projectIds.map(async (projectId) => {
			const answer = await limited(async () => (signal.aborted ? null : await service.query(projectId)));
			if (answer !== null) answers.set(projectId, answer);
		}),
	);
	return answers;
}

/** How often {@link queryBriefly} asks at most. */
const ROUNDS = 1 + EMPTY_ANSWERS_ASKED_AGAIN;

/**
 * Asks for several projects without waiting for them. What may change soon, a temporary failure or "finished, no clips", is asked
 * for again up to 4 times, with 5 s between.
 *
 * @param projectIds - checked IDs, each once
 * @param signal - ends the asking; projects that were not asked for by then are missing from the result
 */
export async function queryBriefly(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const answers = await queryEach(service, projectIds, signal);
	for (let rounds = 1; rounds < ROUNDS; rounds += 1) {
		const open = [...answers].filter(([, answer]) => mayChangeSoon(answer));
		if (open.length === 0) break;
		const jitter = Math.max(...open.map(([, answer]) => jitterAfter(answer, SHORTEST_POLL_INTERVAL)));
		await sleepUntil(Date.now() + SHORTEST_POLL_INTERVAL + jitter, signal);
		const again = open.map(([projectId]) => projectId);
		for (const [projectId, answer] of await queryEach(service, again, signal)) answers.set(projectId, answer);
	}
	return answers;
}

/**
 * After a failure the next query is up to a tenth of the interval later, at random, so that many executions do not return
 * together.
 *
 * @param interval - milliseconds
 */
export const jitterAfter = (answer: Answer, interval: number): number =>
	isSuccess(answer) ? 0 : Math.random() * interval * 0.1;
