import { type Answer, EMPTY_ANSWERS_BELIEVED, isSuccess, isTemporary } from '../interface/answer';
import { SHORTEST_POLL_INTERVAL } from '../interface/vocabulary';
import { pause } from '../n8n/pause';
import { takeTurns } from '../lib/turns';
import type { Service } from './service';

/**
 * How many questions may be under way at once, however many projects are waited for. Fewer leave n8n idle while it waits for
 * a service that is near but busy.
 */
export const QUESTIONS_AT_ONCE = 10;

/** For how long a round begins questions, in milliseconds: a service that is slow must not make a round of many projects endless. */
const LONGEST_ROUND = 60_000;

/**
 * Asks for several projects, for each at most once.
 *
 * @param service - the service to ask
 * @param projectIds - checked IDs, each once, the most urgent ones first
 * @param signal - what was not asked when it ends has no answer
 * @returns the answers, by project ID; none for those whose turn did not come within a minute
 */
export async function askEach(
	service: Service,
	projectIds: readonly string[],
	signal: AbortSignal,
): Promise<Map<string, Answer>> {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const answers = new Map<string, Answer>();
	const until = Date.now() + LONGEST_ROUND;
	const isOver = () => signal.aborted || Date.now() > until;
	await Promise.all(
		projectIds.map(async (projectId) => {
			const answer = await inTurn(async () => (isOver() ? null : await service.query(projectId)));
			if (answer !== null) answers.set(projectId, answer);
		}),
	);
	return answers;
}

/** How often a project is asked for when nobody waits for it, with the shortest pause that is polite between. */
const TRIES = 1 + EMPTY_ANSWERS_BELIEVED;

/**
 * Asks for a project without waiting for it. Only what is no answer yet is asked again a few times: a temporary failure, and
 * "finished, no clips".
 *
 * @param ask - asks once
 * @param signal - ends the pauses between tries
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
 * @param answer - what came
 * @param interval - milliseconds
 */
export const jitterAfter = (answer: Answer, interval: number): number =>
	isSuccess(answer) ? 0 : Math.random() * interval * 0.1;
