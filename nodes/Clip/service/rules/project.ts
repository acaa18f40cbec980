import { z } from 'zod/v3';
import { rejectValue, type Schema, withValue } from '../../lib/schemas';
import { addOtherFields, readClips } from './clip';
import { isJsonObject, type JsonObject } from '../../lib/json';
import { isUnset, readId, readNumber, readText } from '../../lib/values';

/** A project as the nodes hand it on. Other fields of the service follow as they came. */
export type Project = ReturnType<typeof readProject> & JsonObject;

/** The text of an error has three names (field notes, Envelope); the first one that says something counts. */
export const MESSAGE_FIELDS = ['errMsg', 'message', 'msg'] as const;

/** For a project that this package has stored. */
export const storedProjectSchema = z.custom<Project>(
	(value) => isJsonObject(value) && typeof value.projectId === 'string',
);

/** A project of which only the ID is known. */
export const processingProject = (projectId: string): Project => ({
	projectId,
	projectName: null,
	status: 'processing',
	clipCount: 0,
	shareLink: null,
});

/** @param status - by the code of the answer */
export function readProject(body: JsonObject, projectId: string, status: 'processing' | 'ready') {
	const projectName = readText(body.projectName) ?? null;
	const videos = Array.isArray(body.videos) ? body.videos : [];
	const clips = readClips(videos, { projectId, projectName });
	const ready = status === 'ready';
	const creditsUsed = readNumber(body.creditsUsed);
	const project = {
		/** Text: an ID may exceed 2^53. */
		projectId,
		projectName,
		status,
		/** What the service has charged, where it says so. */
		...(creditsUsed !== undefined && { creditsUsed }),
		clipCount: ready ? clips.length : 0,
		/** Best first. */
		...(ready ? { clips } : {}),
		shareLink: readText(body.shareLink) ?? null,
	};
	// A success has empty fields for the text of an error, which are left out.
	const empty = MESSAGE_FIELDS.filter((name) => isUnset(body[name]));
	addOtherFields(project, body, ['code', 'videos', ...empty], MADE_FIELDS);
	return project;
}

/** @param reused - whether another item, or an earlier execution, has submitted it */
export const withReused = (project: Project, reused: boolean): Project => {
	const { projectId, projectName, status, ...others } = project;
	return { projectId, projectName, status, reused, ...others };
};

/** Fields that are made, not read. */
const MADE_FIELDS = ['status', 'reused', 'clipCount', 'clips'];

/** @returns undefined when an answer, or a call of the service, names no project that can be asked for */
export function projectIdIn({ projectId }: JsonObject): string | undefined {
	return isNoProject(projectId) ? undefined : readProjectId(projectId);
}

/** Whether a field says that there is no project. Any other value may be an ID, even if it cannot be read. */
export const isNoProject = (id: unknown): boolean =>
	isUnset(id) || id === false || typeof id === 'object' || readId(id) === '0';

/** A project ID becomes part of a path, so it holds letters, digits, `-` and `_` only. */
export function readProjectId(value: unknown): string | undefined {
	const text = readId(value);
	return text !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(text) ? text : undefined;
}

/** What expressions, sheets and agents write where there is no ID. */
const NO_ID = /^(?:0|undefined|null|None|NaN)$/;

/** A project ID as a person or an expression enters it. */
export const projectIdSchema: Schema<string> = z.unknown().transform((value, context) => {
	if (isUnset(value))
		return rejectValue(context, 'is missing\n{{ $json.projectId }} is that of the node before.');
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return rejectValue(context, 'is a number so long that n8n has already rounded it\nPass it as text.');
	}
	if (NO_ID.test(readId(value) ?? '')) {
		return rejectValue(
			context,
			withValue('must be the ID of a project: look at what the field gives', value),
		);
	}
	const rule = 'must be one ID, of letters, digits, - and _ (128 at most)';
	return readProjectId(value) ?? rejectValue(context, withValue(rule, value));
});
