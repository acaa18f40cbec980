import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clip } from '../interface/clip';
import type { FailedProject } from '../interface/delivery';
import type { Project } from '../interface/project';
import { recordItems } from '../n8n/processedItems';
import type { Wanted } from './wanted';

/** How many clips n8n remembers for a trigger; the oldest are forgotten first. */
const REMEMBERED_CLIPS = 10_000;

/**
 * Leaves out the clips that this trigger has delivered before, and records the others. The memory is n8n's own and
 * shared by all its workers.
 *
 * @param project - the project with all its clips
 * @param memory - what to do with n8n's memory
 * @returns the clips that are new, in their order
 */
export async function leaveOutDelivered(
	context: IExecuteFunctions,
	project: Project,
	memory: Wanted['memory'],
): Promise<Clip[]> {
	const clips = project.clips ?? [];
	if (memory === 'none' || clips.length === 0) return clips;
	// The signature in a clip's link changes with every query, so the clip's id is its only stable mark.
	const keyOf = (clip: Clip) => `${project.projectId}/${clip.videoId ?? `rank ${clip.rank}`}`;
	const fresh = await recordItems(context, [...new Set(clips.map(keyOf))], REMEMBERED_CLIPS);
	if (memory === 'record') return clips;
	// A clip that is listed twice is new once.
	return clips.filter((clip) => fresh.delete(keyOf(clip)));
}

/**
 * Whether the failure of a project was delivered before; records it.
 *
 * @param project - the failed project
 * @param memory - what to do with n8n's memory
 */
export async function wasDelivered(
	context: IExecuteFunctions,
	project: FailedProject,
	memory: Wanted['memory'],
): Promise<boolean> {
	if (memory === 'none') return false;
	const key = `${project.projectId}/failed`;
	const fresh = await recordItems(context, [key], REMEMBERED_CLIPS);
	return !fresh.has(key) && memory === 'leaveOut';
}
