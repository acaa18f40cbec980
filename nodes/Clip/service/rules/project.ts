import { addOtherFields, readClips } from './clip';
import type { JsonObject } from '../../lib/json';
import { isUnset, readText, shown } from '../../lib/values';
import { cleaned } from '../../lib/text';
import { accept, type Checked, refuse } from '../../lib/checked';

/** A project as the nodes hand it on. Fields that the service sent and that have no name here follow as they came. */
export type Project = ReturnType<typeof readProject> & JsonObject;

/** The error text has three names (field notes, Envelope); the first one that says something counts. */
export const MESSAGE_FIELDS = ['errMsg', 'message', 'msg'] as const;

/** A project that is processing, and of which nothing else is known. */
export const processingProject = (projectId: string): Project => ({
	projectId,
	projectName: null,
	status: 'processing',
	clipCount: 0,
	shareLink: null,
});

/**
 * Reads the project out of an answer that was understood.
 *
 * @param status - what the answer's code says
 */
export function readProject(body: JsonObject, projectId: string, status: 'processing' | 'ready') {
	const projectName = readText(body.projectName) ?? null;
	const videos = Array.isArray(body.videos) ? body.videos : [];
	const clips = readClips(videos, { projectId, projectName });
	const ready = status === 'ready';
	const project = {
		/** Exact, as text: an id may exceed 2^53. */
		projectId,
		projectName,
		status,
		clipCount: ready ? clips.length : 0,
		/** Best first. */
		...(ready ? { clips } : {}),
		shareLink: readText(body.shareLink) ?? null,
	};
	// A success carries empty fields for an error's text: they are left out.
	const empty = MESSAGE_FIELDS.filter((name) => isUnset(body[name]));
	addOtherFields(project, body, ['code', 'videos', 'clips', ...empty]);
	return project;
}

/**
 * Checks a project ID before it becomes part of a path: letters, digits, `-` and `_` only.
 *
 * @param value - what the user entered, of any type
 * @returns the ID as text, exact
 */
export function checkProjectId(value: unknown): Checked<string> {
	if (isUnset(value)) return refuse('projectId', 'is missing');
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return refuse(
			'projectId',
			`is a number so long that n8n has already rounded it (${value}): pass it as text`,
		);
	}
	const text = typeof value === 'string' ? cleaned(value) : Number.isSafeInteger(value) ? String(value) : '';
	return /^[A-Za-z0-9_-]{1,128}$/.test(text)
		? accept(text)
		: refuse('projectId', `must hold only letters, digits, - and _ (128 at most), but is ${shown(value)}`);
}

/** The projects of items, each once. */
export const projectIdsOf = (items: ReadonlyArray<{ projectId: string }>): string[] => [
	...new Set(items.map(({ projectId }) => projectId)),
];
