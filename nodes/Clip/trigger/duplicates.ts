import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clip } from '../service/rules/clip';
import { recordItems } from '../n8n/processedItems';

/**
 * How many entries n8n remembers for a trigger; the oldest are forgotten first. n8n writes all of them again for each call that
 * has clips: 1.4 MB when there are so many.
 */
const REMEMBERED = 50_000;

/**
 * What to do with the memory of what was delivered. A retry has recorded its clips before, but may not have come to deliver
 * them, so it only records; test runs do neither.
 */
export type Memory = 'leaveOut' | 'record' | 'none';

/**
 * Leaves out the clips that this trigger has delivered before, and records the others. The memory is n8n's own and
 * shared by all its workers.
 *
 * @param projectId - the project, as the service calls it
 * @returns the clips that are new, in their order
 * @throws Error when n8n's database does not take them
 */
export async function leaveOutDelivered(
	context: IExecuteFunctions,
	clips: readonly Clip[],
	projectId: string,
	memory: Memory,
): Promise<readonly Clip[]> {
	if (memory === 'none' || clips.length === 0) return clips;
	const keyOf = (clip: Clip) => `${projectId}/${clip.videoId ?? hashOf(clip)}`;
	const fresh = await recordItems(context, [...new Set(clips.map(keyOf))], REMEMBERED);
	// A clip that is listed twice is new once.
	return memory === 'record' ? clips : clips.filter((clip) => fresh.delete(keyOf(clip)));
}

/** What stands for the ID of a clip. Its link cannot, because the signature changes; its rank only if there is nothing else. */
function hashOf({ transcript, title, durationSeconds, rank }: Clip): string {
	const about = [transcript, title, durationSeconds];
	const text = JSON.stringify(about.some((part) => (part ?? '') !== '') ? about : rank);
	return `#${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Whether the failure of a project was delivered before; records it.
 *
 * @param projectId - the project, as the service calls it
 * @throws Error when n8n's database does not take it
 */
export async function wasFailureDelivered(
	context: IExecuteFunctions,
	projectId: string,
	memory: Memory,
): Promise<boolean> {
	if (memory === 'none') return false;
	const fresh = await recordItems(context, [`${projectId}/failed`], REMEMBERED);
	return fresh.size === 0 && memory === 'leaveOut';
}
