import type { IExecuteFunctions } from 'n8n-workflow';
import { reasonOf } from '../n8n/failures';
import { pause } from '../n8n/pause';
import { forgetItems, recordItems } from '../n8n/processedItems';
import type { OrderMarks, Run } from './orderMarks';

/** What came of a submission: `unknown` leaves the entry open. */
export type End = 'accepted' | 'refused' | 'unknown';

/** What the journal says when a submission is about to be sent. */
export type Entry =
	/** The intent is written down. `leftOpen`: nobody knows what came of an earlier submission of the same video. */
	| { state: 'written'; leftOpen: boolean; close(end: End): Promise<void> }
	/** It was sent before, or may have been. */
	| { state: 'known' }
	/** It could not be written down, so it must not be sent. */
	| { state: 'unwritable'; reason: string };

/**
 * How many keys n8n remembers for a node: three for each of the last 1,000 submissions. A longer row takes longer to write, and
 * gives other processes more time to erase what is written.
 */
const REMEMBERED_KEYS = 3_000;

/** A Retry must not push out what it asks for next, so it keeps more; later runs bring the row back to its size. */
const REMEMBERED_IN_RETRY = 2 * REMEMBERED_KEYS;

/**
 * How long an entry is left alone before it is looked at again, in milliseconds: another process that read the row before it
 * has written it back by then. Three busy workers on two cores lost 2 entries of 1,000 with 100, none of 1,000 with 250.
 */
const SETTLING = 250;

/** Where writing takes longer, be it a slow database or a busy machine, another process may be so many times slower. */
const SLOWER_THAN_US = 3;

/** How often an entry is written that other processes erase. */
const MOST_WRITES = 20;

/** How often the database may refuse, such as when two processes begin the row of a node at once. */
const MOST_REFUSALS = 3;

/** Videos that are being submitted in this process, by workflow, node and mark. */
const underWay = new Set<string>();

/**
 * Writes down that a submission is about to leave, where it survives this process: n8n's memory of processed items, which is
 * in its database at once. Another process may erase the entry, so it counts only once it was seen there after a while.
 *
 * @param marks - the order
 * @param retryOf - what n8n's Retry repeats
 */
export async function writeDown(
	context: IExecuteFunctions,
	marks: OrderMarks,
	retryOf: Run['retryOf'],
): Promise<Entry> {
	const { own, ofRun, anyRun, open } = marks;
	const { id } = context.getWorkflow();
	// Nothing of a workflow that was never saved can be retried, and n8n has no memory for it.
	if (id === undefined) {
		return { state: 'written', leftOpen: false, close: async () => await Promise.resolve() };
	}
	const video = `${id}/${context.getNode().id}/${open}`;
	const others = underWay.has(video);
	underWay.add(video);
	const keys = [...new Set([own, ofRun, anyRun, open])];
	const most = retryOf === 'none' ? REMEMBERED_KEYS : REMEMBERED_IN_RETRY;
	const fresh = await write(context, keys, most);
	if (typeof fresh === 'string') {
		underWay.delete(video);
		return { state: 'unwritable', reason: fresh };
	}
	const known =
		!fresh.has(own) ||
		(retryOf !== 'none' && !fresh.has(ofRun)) ||
		(retryOf === 'anyRun' && !fresh.has(anyRun));
	if (known) {
		underWay.delete(video);
		// An entry that stays open only makes a later run hesitate.
		if (fresh.has(open)) await forget(context, [open]);
		return { state: 'known' };
	}
	const old = keys.filter((key) => !fresh.has(key));
	if (old.length > 0) {
		// n8n forgets the oldest first, also those that are used again.
		const renewed = (await forget(context, old)) ?? (await write(context, keys, most));
		if (typeof renewed === 'string') {
			underWay.delete(video);
			return { state: 'unwritable', reason: renewed };
		}
	}
	const ours = keys.filter((key) => fresh.has(key));
	return {
		state: 'written',
		leftOpen: !fresh.has(open) && !others,
		close: async (end) => {
			underWay.delete(video);
			if (end === 'refused') return await forgetItems(context, [open, ...ours]);
			if (end === 'accepted') await forgetItems(context, [open]);
			// Another process may have erased it while the service was asked.
			const lasting = end === 'accepted' ? keys.filter((key) => key !== open) : keys;
			await recordItems(context, lasting, most);
		},
	};
}

/** Forgets keys, even if the database refuses for a moment. Gives why it cannot. */
async function forget(context: IExecuteFunctions, keys: readonly string[]): Promise<string | null> {
	for (let refusals = 1; ; refusals += 1) {
		try {
			await forgetItems(context, keys);
			return null;
		} catch (error) {
			if (refusals >= MOST_REFUSALS) return reasonOf(error);
		}
		await pause(Date.now() + SETTLING, new AbortController().signal);
	}
}

/** Records keys until they are there. Gives those that were not there before, or why they cannot be recorded. */
async function write(
	context: IExecuteFunctions,
	keys: readonly string[],
	most: number,
): Promise<Set<string> | string> {
	let fresh: Set<string> | undefined;
	let refusals = 0;
	let settling = SETTLING;
	// What is written down must be closed again, so a Stop does not break this off.
	const { signal } = new AbortController();
	for (let writes = 1; writes <= MOST_WRITES; writes += 1) {
		const began = Date.now();
		try {
			const missing = await recordItems(context, keys, most);
			settling = Math.max(settling, SLOWER_THAN_US * (Date.now() - began));
			if (fresh !== undefined && missing.size === 0) return fresh;
			fresh ??= missing;
		} catch (error) {
			refusals += 1;
			if (refusals >= MOST_REFUSALS) return reasonOf(error);
		}
		await pause(Date.now() + settling, signal);
	}
	return 'other processes of n8n erase what is written';
}
