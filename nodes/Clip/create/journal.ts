import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { readText } from '../lib/values';
import { reasonOf } from '../n8n/failures';
import { isRetry, startOf } from '../n8n/host';
import { forgetItems, recordItems } from '../n8n/processedItems';
import { sleepUntil } from '../n8n/sleepUntil';

/*
 * The journal notes that something is about to be sent, and nothing else. n8n stores it at once.
 */

/** Why a submission must not be sent. */
export type Obstacle =
	/** It was sent before, or may have been, and n8n has lost the result. */
	| { state: 'resultLost' }
	/** It could not be written down. */
	| { state: 'unwritten'; reason: string };

export interface JournalEntry {
	/** Writes the entry, unless this has done so before. Null when the submission may be sent. */
	write(): Promise<Obstacle | null>;
	/** Removes what would keep the submission from being sent again, because nothing was created. */
	remove(): Promise<void>;
}

/** How many keys n8n remembers for a node: up to three for each of the last 1,000 submissions. */
const REMEMBERED_KEYS = 3_000;

/**
 * A Retry keeps twice as many: the keys that it writes for its first items must not push out those that its later items look for. The
 * next ordinary execution cuts them back.
 */
const REMEMBERED_IN_RETRY = 2 * REMEMBERED_KEYS;

/** How often to try what the database refuses, as where two processes create the row of a node at once; and milliseconds in between. */
const DATABASE_TRIES = 3;
const DATABASE_PAUSE = 250;

/**
 * The entry of a submission that is about to be sent, among the processed items that n8n keeps in its database.
 *
 * Each submission writes three keys. Found before, they stop it:
 * - `own`, this execution: always;
 * - `started`, the start of this execution, which n8n's Retry takes over: in a Retry;
 * - `any`, any execution of this node: in a Retry of an execution of which n8n has kept nothing.
 *
 * @param content - what is paid for, see {@link contentOf}
 * @param keptNothing - see {@link Memory}
 */
export function openEntry(context: IExecuteFunctions, content: string, keptNothing: boolean): JournalEntry {
	// An MCP call has no execution while its tools run.
	const own = `${readText(context.getExecutionId()) ?? randomUUID()}/${content}`;
	const started = `since ${startOf(context) ?? own}/${content}`;
	const any = `any/${content}`;
	const most = isRetry(context) ? REMEMBERED_IN_RETRY : REMEMBERED_KEYS;
	/** The keys to remove if nothing was created; null before they are written. */
	let written: string[] | null = null;
	return {
		write: async () => {
			// Nothing of a workflow that was never saved can be retried, and n8n has no memory for it.
			if (written !== null || context.getWorkflow().id === undefined) return null;
			let fresh: Set<string>;
			try {
				fresh = await insist(async () => await recordItems(context, [own, started, any], most));
			} catch (error) {
				return { state: 'unwritten', reason: reasonOf(error) };
			}
			const wasSent =
				!fresh.has(own) || (isRetry(context) && !fresh.has(started)) || (keptNothing && !fresh.has(any));
			if (wasSent) return { state: 'resultLost' };
			// `any` usually stays: the Retry of another execution that sent the same video may look for it. Only a Retry that itself
			// looks for `any` removes the one it wrote: otherwise the next run of the node (Retry On Fail, a loop) would take it for an
			// earlier submission.
			written = [own, started, ...(keptNothing ? [any] : [])].filter((key) => fresh.has(key));
			return null;
		},
		remove: async () => {
			const keys = written;
			if (keys === null) return;
			try {
				await insist(async () => await forgetItems(context, keys));
			} catch (error) {
				context.logger.warn(
					`n8n could not remove a refused submission from its processed items: ${reasonOf(error)}`,
				);
			}
		},
	};
}

/** Does something even if the database refuses for a moment. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 1; tries < DATABASE_TRIES; tries += 1) {
		try {
			return await work();
		} catch {
			// A Stop does not break this off: what is written down must be removed again.
			await sleepUntil(Date.now() + DATABASE_PAUSE, new AbortController().signal);
		}
	}
	return await work();
}
