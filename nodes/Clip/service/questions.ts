import { type Answer, EMPTY_ANSWERS_ASKED_AGAIN, isSuccess, isTemporary } from './rules/answer';
import { SHORTEST_POLL_INTERVAL } from './rules/vocabulary';
import { pause } from '../n8n/pause';
import { limitConcurrency } from '../lib/concurrency';
import type { Service } from './client';

/**
 * How many questions may be under way at once, however many projects are waited for. Fewer leave n8n idle while it waits for
 * a service that is near but busy.
 */
export const QUESTIONS_AT_ONCE = 10;

/**
 * Asks for several projects, for each once.
 *
 * @param projectIds - checked IDs, each once
 * @param signal - what was not asked when it ends has no answer
 */
export async function askEach(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const limited = limitConcurrency(QUESTIONS_AT_ONCE);
	const answers = new Map<string, Answer>();
	await Promise.all(
		projectIds.map(async (projectId) => {
			const answer = await limited(async () => (signal.aborted ? null : await service.query(projectId)));
			if (answer !== null) answers.set(projectId, answer);
		}),
	);
	return answers;
}

/** How often a project is asked for when nobody waits for it, with the shortest pause that is polite between. */
const TRIES = 1 + EMPTY_ANSWERS_ASKED_AGAIN;

/**
 * Asks for a project without waiting for it. Only what is no answer yet is asked again a few times: a temporary failure, and
 * "finished, no clips".
 */
export async function askWithoutWaiting(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
	for (let tries = 1; ; tries += 1) {
		const answer = await ask();
		if (!isTemporary(answer) || tries === TRIES || signal.aborted) return answer;
		await pause(Date.now() + SHORTEST_POLL_INTERVAL + jitterAfter(answer, SHORTEST_POLL_INTERVAL), signal);
	}
}

/**
 * What failed for many at once is not asked again by all of them at once: up to a tenth of the interval later.
 *
 * @param interval - milliseconds
 */
export const jitterAfter = (answer: Answer, interval: number): number =>
	isSuccess(answer) ? 0 : Math.random() * interval * 0.1;
