import { z } from 'zod/v3';
import { RestError, type N8nClient } from '../host';
import type { Batch } from './batch';

const row = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
	retryOf: z.string().nullish(),
	stoppedAt: z.string().nullish(),
});
const rows = z.object({ results: z.array(row) });

/** An execution in n8n's list. */
export type Row = z.output<typeof row>;

/** All executions of a workflow, those of helpers included, the oldest first. */
export async function executionsOf(client: N8nClient, workflowId: string): Promise<Row[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const path = `/rest/executions?limit=100&filter=${filter}`;
	const { results } = await client.session.call({ path, read: rows });
	return results.sort((one, other) => Number(one.id) - Number(other.id));
}

/** The run of a batch and the Retries of it, in order: a helper is no run, and a Retry names what it retries. */
function attemptsIn(all: readonly Row[]): Row[] {
	const attempts: Row[] = [];
	const first = all.find(({ mode, retryOf }) => mode !== 'integrated' && (retryOf ?? null) === null);
	for (let next = first; next !== undefined; ) {
		const { id } = next;
		attempts.push(next);
		next = all.filter(({ retryOf }) => retryOf === id).at(-1);
	}
	return attempts;
}

const over: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** Whether a status is one that nothing follows by itself. */
export const hasEnded = (status: string): boolean => over.includes(status);

/** How often a run that n8n has not broken off may end as an error: one Retry of that must not pay again either. */
const errorsTaken = 2;

/** How often a Retry is asked for in all: what crashes so often without being killed is stuck. */
const retriesTaken = 20;

/**
 * Looks how far a batch is, as n8n sees it.
 *
 * @throws RestError with status 0 while n8n is away
 */
export async function look(client: N8nClient, batch: Batch): Promise<void> {
	const { isOver, started } = batch;
	if (isOver || started === 'no') return;
	const all = await executionsOf(client, batch.workflowId);
	const attempts = attemptsIn(all);
	// While executions change, n8n's list may lack one.
	if (attempts.length < batch.attempts.length) return;
	const last = attempts.at(-1);
	batch.executionIds = all.map(({ id }) => id);
	batch.attempts = attempts.map(({ id }) => id);
	batch.status = last?.status ?? 'lost';
	batch.endedAt = last?.stoppedAt == null ? Infinity : Date.parse(last.stoppedAt);
	if (last === undefined) {
		// Killed before n8n had stored the run: a user would start it again. What n8n has taken since the look began is not in it.
		if (started !== 'asked' && batch.started === started) batch.start();
		return;
	}
	const errors = attempts.filter(({ status }) => status === 'error').length;
	const refused = batch.retried.of === last.id && batch.retried.asked === 'refused';
	batch.isOver =
		hasEnded(last.status) &&
		(last.status === 'success' || errors >= errorsTaken || attempts.length > retriesTaken || refused);
}

/** Whether a user would now press Retry. */
export function wantsRetry({ isOver, status, attempts, retried }: Batch): boolean {
	if (isOver || !hasEnded(status)) return false;
	return retried.of !== attempts.at(-1) || retried.asked === 'unanswered';
}

/**
 * Does something that needs n8n.
 *
 * @returns whether n8n was there
 */
export const whileThere = async (work: () => Promise<void>): Promise<boolean> =>
	await work().then(
		() => true,
		async (error: unknown) => {
			const isAway = error instanceof RestError && (error.status === 0 || error.status >= 500);
			return isAway ? false : await Promise.reject(error instanceof Error ? error : new Error(String(error)));
		},
	);
