import type { IExecuteFunctions } from 'n8n-workflow';
import { limitConcurrency } from '../lib/concurrency';

/*
 * n8n's memory of processed items: one row in its database for each node, written immediately and shared by all its processes. It tells
 * whether a key is known, and nothing else.
 */

/** n8n reads a row, changes it and writes it back: within this process, calls take turns; another process may write in between. */
const enqueue = limitConcurrency(1);

/**
 * @param maxEntries - how many n8n remembers for the node; the oldest are forgotten first. Without it none is forgotten: for keys that are
 * only asked for, and removed afterwards
 * @returns those that were not known before
 * @throws Error when n8n's database does not take them
 */
export async function addKeys(
	context: IExecuteFunctions,
	keys: readonly string[],
	maxEntries?: number,
): Promise<Set<string>> {
	return await enqueue(async () => {
		const { new: newKeys } = await context.helpers.checkProcessedAndRecord([...keys], 'node', {
			mode: 'entries',
			...(maxEntries !== undefined && { maxEntries }),
		});
		return new Set(newKeys.map(String));
	});
}

/** @throws Error when n8n's database does not let them go */
export async function removeKeys(context: IExecuteFunctions, keys: readonly string[]): Promise<void> {
	await enqueue(async () => await context.helpers.removeProcessed([...keys], 'node', { mode: 'entries' }));
}
