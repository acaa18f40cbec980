import { addUnnamedFields, type Clip, readClips } from './clip';
import type { JsonObject, JsonValue } from '../../lib/json';
import { readText, shown } from '../../lib/values';
import { type Checked, refuse } from '../../lib/checked';

/** A project as the nodes hand it on. Fields that the service sent and that have no name here follow as they came. */
export interface Project {
	/** Exact, as text: an id may exceed 2^53. */
	projectId: string;
	projectName: string | null;
	status: 'processing' | 'ready';
	clipCount: number;
	/** Best first; only when the project is ready. */
	clips?: Clip[];
	shareLink: string | null;
	[field: string]: JsonValue;
}

/**
 * A project of which nothing is known but that it is processed.
 *
 * @param projectId - a checked ID
 */
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
 * @param body - the answer
 * @param projectId - the project that the answer is about
 * @param status - what the answer's code says
 */
export function readProject(body: JsonObject, projectId: string, status: Project['status']): Project {
	const projectName = readText(body.projectName) ?? null;
	const videos = Array.isArray(body.videos) ? body.videos : [];
	const isName = projectName !== null && projectName.length <= LONGEST_NAME;
	const clips = readClips(videos, { projectId, projectName: isName ? projectName : null });
	const ready = status === 'ready';
	const project: Project = {
		projectId,
		projectName,
		status,
		clipCount: ready ? clips.length : 0,
		...(ready ? { clips } : {}),
		shareLink: readText(body.shareLink) ?? null,
	};
	addUnnamedFields(project, withoutEmptyTexts(body), NAMED);
	return project;
}

/** The longest name, in letters, that each clip repeats: a larger one would multiply when n8n stores the clips. */
const LONGEST_NAME = 1_000;

/** The fields of a project that have a name here, and those of the service that are read into them. */
const NAMED: ReadonlySet<string> = new Set([
	'projectId',
	'projectName',
	'status',
	'clipCount',
	'clips',
	'shareLink',
	'code',
	'videos',
]);

// An answer without a complaint still carries the complaint's empty fields.
function withoutEmptyTexts(fields: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).filter(
			([name, value]) => !(ENVELOPE_TEXTS.has(name) && (value === '' || value === null)),
		),
	);
}

const ENVELOPE_TEXTS = new Set(['errMsg', 'message', 'msg']);

/**
 * Checks a project ID before it becomes part of a path: letters, digits, `-` and `_` only.
 *
 * @param value - what the user entered, of any type
 * @returns the ID as text, exact
 */
export function checkProjectId(value: unknown): Checked<string> {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return refuse(
			'projectId',
			`is a number so long that n8n has already rounded it (${value}): pass it as text`,
		);
	}
	// A cell of a sheet often ends in a space or a line break that nobody sees.
	const text = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
	return /^[A-Za-z0-9_-]{1,128}$/.test(text)
		? { ok: true, value: text }
		: refuse('projectId', `must hold only letters, digits, - and _ (128 at most), but is ${shown(value)}`);
}
