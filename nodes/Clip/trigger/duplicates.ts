import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clip } from '../interface/clip';
import type { FailedProject } from '../interface/delivery';
import { asFailure } from '../n8n/failures';
import { forgetItems, recordItems } from '../n8n/processedItems';
import type { WaitResult } from '../wait/rules/polling';
import type { Wanted } from './wanted';

/**
 * How many entries n8n remembers for a trigger; the oldest are forgotten first. n8n writes all of them anew for each call that
 * has clips: 1.4 MB when there are so many.
 */
const REMEMBERED = 50_000;

/** A project whose clips are ready. */
export type Ready = Pick<Extract<WaitResult, { end: 'ready' }>, 'project' | 'named'>;

/**
 * Leaves out the clips that this trigger has delivered before, and records the others. The memory is n8n's own and
 * shared by all its workers.
 *
 * @param ready - the project with all its clips
 * @param memory - what to do with n8n's memory
 * @returns the clips that are new, in their order
 */
export async function leaveOutDelivered(
	context: IExecuteFunctions,
	ready: Ready,
	memory: Wanted['memory'],
): Promise<Clip[]> {
	const { project, named } = ready;
	const clips = project.clips ?? [];
	if (memory === 'none' || clips.length === 0) return clips;
	const recordNew = async (some: readonly Clip[], markOf: (clip: Clip) => string) => {
		const fresh = await recordItems(context, [...new Set(some.map(markOf))], REMEMBERED);
		// A clip that is listed twice is new once.
		return some.filter((clip) => fresh.delete(markOf(clip)));
	};
	// A call may spell a project in many ways: where the answer does not name it, only what is new under no name is remembered
	// under the call's, for an answer that names it.
	const unsaidMark = (clip: Clip) => markIn('', clip);
	const unsaid = named === null ? await recordNew(clips.filter(tellsOfItself), unsaidMark) : [];
	const isUnsaid = new Set(unsaid);
	const unseen = named === null ? clips.filter((clip) => !tellsOfItself(clip) || isUnsaid.has(clip)) : clips;
	try {
		const fresh = await recordNew(unseen, (clip) => markIn(named ?? project.projectId, clip));
		return memory === 'record' ? clips : fresh;
	} catch (error) {
		// These were not delivered: the next call has to bring them.
		if (unsaid.length > 0) await forgetItems(context, unsaid.map(unsaidMark)).catch(() => undefined);
		throw asFailure(context, 0, error).error;
	}
}

const contentOf = ({ videoId, transcript, title, durationSeconds }: Clip) => [
	videoId,
	transcript ?? '',
	title ?? '',
	durationSeconds,
];

const tellsOfItself = (clip: Clip): boolean => contentOf(clip).some((part) => part !== null && part !== '');

/**
 * What a clip is remembered by: what the service calls it and its project. Where an answer leaves out a name, what the clip is
 * about stands for it; its link cannot, because the signature changes.
 */
function markIn(owner: string, clip: Clip): string {
	if (owner !== '' && clip.videoId !== null) return `${owner}/${clip.videoId}`;
	const text = JSON.stringify(tellsOfItself(clip) ? contentOf(clip) : clip.rank);
	return `${owner}#${createHash('sha256').update(text).digest('base64')}`;
}

/** How many failures are remembered for a trigger: they must not push out clips. */
const REMEMBERED_FAILURES = 200;

/** The failures that each trigger has recorded in this process, the oldest first. */
const failures = new Map<string, Set<string>>();

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
	const fresh = await recordItems(context, [key], REMEMBERED);
	if (!fresh.has(key)) return memory === 'leaveOut';
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const recorded = failures.get(trigger) ?? new Set<string>();
	failures.set(trigger, recorded.add(key));
	const surplus = [...recorded].slice(0, -REMEMBERED_FAILURES);
	for (const old of surplus) recorded.delete(old);
	if (surplus.length > 0) await forgetItems(context, surplus);
	return false;
}
