import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { ClipData } from '../service/rules/clip';
import { addKeys } from '../n8n/processedItems';

/**
 * How many entries n8n keeps for a trigger; the oldest are forgotten first. n8n writes all of them again for each call that has clips: 1.4
 * MB when there are so many.
 */
const MOST_KEYS = 50_000;

export type DuplicateMode =
	/** Only what was not delivered before comes out. */
	| 'leaveOut'
	/** All comes out, and is recorded: the execution that a Retry repeats may have recorded clips without delivering them. */
	| 'record'
	/** All comes out, and nothing is recorded: in test runs, or where the user wants duplicates. */
	| 'ignore';

/**
 * Records items as delivered in n8n's memory of processed items, and gives those that come out.
 *
 * @param keyOf - what tells an item from others
 * @throws Error when n8n's database does not take them
 */
export async function takeUndelivered<T>(
	context: IExecuteFunctions,
	items: readonly T[],
	keyOf: (item: T) => string,
	mode: DuplicateMode,
): Promise<readonly T[]> {
	if (mode === 'ignore' || items.length === 0) return items;
	const newKeys = await addKeys(context, [...new Set(items.map(keyOf))], MOST_KEYS);
	// A key is deleted when its item comes out, so that an item that is listed twice comes out once.
	return mode === 'record' ? items : items.filter((item) => newKeys.delete(keyOf(item)));
}

/** What tells a clip from others: its ID, or else its content. Its link does not: that has another signature each time. */
export function keyOfClip({
	projectId,
	videoId,
	transcript,
	title,
	durationSeconds,
	rank,
}: ClipData): string {
	if (videoId !== null) return `${projectId}/${videoId}`;
	const about = [transcript, title, durationSeconds];
	const text = JSON.stringify(about.some((part) => (part ?? '') !== '') ? about : rank);
	return `${projectId}/#${createHash('sha256').update(text).digest('base64')}`;
}
