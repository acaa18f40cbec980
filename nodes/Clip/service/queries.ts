import {
	type Answer,
	EMPTY_ANSWERS_ASKED_AGAIN,
	isSuccess,
	mayChangeSoon,
	MISS_PAUSES,
} from './rules/answer';
import { SHORTEST_POLL_INTERVAL } from './rules/vocabulary';
import { sleepUntil } from '../n8n/sleepUntil';
import { limitConcurrency } from '../lib/concurrency';
import { grouped } from '../lib/grouped';
import type { Account } from './accounts';

/**
 * How many queries may be under way at once, however many projects are waited for. Fewer leave n8n idle while it waits for
 * a service that is near but busy.
 */
export const QUERIES_AT_ONCE = 10;

/** An input item whose project is asked for. */
export interface AskingItem {
	itemIndex: number;
	projectId: string;
	account: Pick<Account, 'id' | 'query'>;
	/** Whether the node before has found no clips, after it had asked again: nobody needs to do so once more. */
	isKnownEmpty?: boolean;
	/** Whether this execution has submitted it, so that the service must know it. */
	isExpected?: boolean;
}

/** How long to pause before it is worth asking for the project of an item again, in milliseconds; null when it is not. */
function pauseBeforeAskingAgain(
	{ isKnownEmpty, isExpected }: AskingItem,
	answer: Answer,
	asked: number,
): number | null {
	const isUnknown = !isSuccess(answer) && answer.standing === 'unknown';
	if (isUnknown && isExpected === true) return MISS_PAUSES[asked - 1] ?? null;
	const isWorthIt = mayChangeSoon(answer) && !(isKnownEmpty === true && isSuccess(answer));
	return isWorthIt && asked < ROUNDS ? SHORTEST_POLL_INTERVAL : null;
}

/** Items by what they ask for: those of the same project and account share each answer. */
export const byProject = <T extends AskingItem>(items: readonly T[]): Array<[T, ...T[]]> =>
	grouped(items, ({ account, projectId }) => `${account.id}/${projectId}`);

/**
 * Asks for the projects of several items, for each once.
 *
 * @param signal - ends the asking; items that were not asked for by then are missing from the result
 * @returns answers by item index
 */
export async function queryEach(
	items: readonly AskingItem[],
	signal: AbortSignal,
): Promise<Map<number, Answer>> {
	const limited = limitConcurrency(QUERIES_AT_ONCE);
	const answers = new Map<number, Answer>();
	await Promise.all(
		byProject(items).map(async (same) => {
			const [{ projectId, account }] = same;
			const answer = await limited(async () => (signal.aborted ? null : await account.query(projectId)));
			if (answer === null) return;
			for (const { itemIndex } of same) answers.set(itemIndex, answer);
		}),
	);
	return answers;
}

/** How often {@link queryBriefly} asks at most for what may change soon. */
const ROUNDS = 1 + EMPTY_ANSWERS_ASKED_AGAIN;

/**
 * Asks for the projects of several items without waiting for them. What may change soon, a temporary failure or "finished, no
 * clips", is asked for again up to 4 times, with 5 s between; a project that the service must know as often as in a wait.
 *
 * @param signal - ends the asking; items that were not asked for by then are missing from the result
 * @returns answers by item index
 */
export async function queryBriefly(
	items: readonly AskingItem[],
	signal: AbortSignal,
): Promise<Map<number, Answer>> {
	const answers = await queryEach(items, signal);
	for (let asked = 1; ; asked += 1) {
		const open = items.flatMap((item) => {
			const answer = answers.get(item.itemIndex);
			const pause = answer === undefined ? null : pauseBeforeAskingAgain(item, answer, asked);
			return answer === undefined || pause === null
				? []
				: [{ item, pause: pause + jitterAfter(answer, pause) }];
		});
		if (open.length === 0) return answers;
		await sleepUntil(Date.now() + Math.max(...open.map(({ pause }) => pause)), signal);
		const again = open.map(({ item }) => item);
		for (const [itemIndex, answer] of await queryEach(again, signal)) answers.set(itemIndex, answer);
	}
}

/**
 * After a failure the next query is up to a tenth of the interval later, at random, so that many executions do not return
 * together.
 *
 * @param interval - milliseconds
 */
export const jitterAfter = (answer: Answer, interval: number): number =>
	isSuccess(answer) ? 0 : Math.random() * interval * 0.1;
