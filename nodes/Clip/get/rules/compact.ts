import { isJsonObject, type JsonObject } from '../../lib/json';
import { isUnset } from '../../lib/values';
import { type ClipData, isClip } from '../../service/rules/clip';

/** How many clips of a project an AI agent gets: 100 would fill its context. */
export const CLIPS_FOR_AGENTS = 20;

/** Enough to choose a clip and to use it. The rest, above all the transcript, would fill a table, or the context of an agent. */
export const SIMPLE_FIELDS = [
	'rank',
	'viralScore',
	'viralReason',
	'title',
	'caption',
	'durationSeconds',
	'videoUrl',
	'expiresAt',
	'videoId',
	'projectId',
] as const;

const PROJECT_FIELDS = ['projectId', 'projectName', 'status', 'reused', 'clipCount', 'shareLink'];

/** Each field is there, even if it is null. */
export const simplifyClip = (clip: ClipData): JsonObject =>
	Object.fromEntries(SIMPLE_FIELDS.map((name) => [name, clip[name]]));

/** Shortens projects and clips for an AI agent, and leaves out empty fields; what is neither stays as it is. */
export function compactForAgent(json: JsonObject): JsonObject {
	if (isClip(json)) return pick(json, SIMPLE_FIELDS);
	if (!('status' in json && 'projectId' in json)) return json;
	const project = pick(json, PROJECT_FIELDS);
	if (!Array.isArray(json.clips)) return project;
	const clips = json.clips.filter(isJsonObject).slice(0, CLIPS_FOR_AGENTS);
	return { ...project, clips: clips.map((clip) => pick(clip, SIMPLE_FIELDS)) };
}

const pick = (json: JsonObject, names: readonly string[]): JsonObject =>
	Object.fromEntries(names.filter((name) => !isUnset(json[name])).map((name) => [name, json[name]]));
