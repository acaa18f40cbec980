import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clip } from '../service/clip';
import type { Project } from '../service/project';

/** How many clips n8n remembers for a trigger; the oldest are forgotten first. */
const REMEMBERED_CLIPS = 10_000;

/**
 * Leaves out the clips that this trigger has delivered before, and records the others. The memory is n8n's own and
 * shared by all its workers. Test runs neither use nor fill it (platform, section 5).
 *
 * @param context - the running trigger
 * @param project - the project with all its clips
 * @returns the clips that are new, in their order
 */
export async function leaveOutDelivered(context: IExecuteFunctions, project: Project): Promise<Clip[]> {
	const clips = project.clips ?? [];
	if (context.getMode() === 'manual' || clips.length === 0) return clips;
	// The signature in a clip's link changes with every query, so the clip's id is its only stable mark.
	const keyOf = (clip: Clip) => `${project.projectId}/${clip.videoId ?? `rank ${clip.rank}`}`;
	const { new: fresh } = await context.helpers.checkProcessedAndRecord(
		[...new Set(clips.map(keyOf))],
		'node',
		{
			mode: 'entries',
			maxEntries: REMEMBERED_CLIPS,
		},
	);
	return clips.filter((clip) => fresh.includes(keyOf(clip)));
}
