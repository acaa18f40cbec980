import { isJsonObject, type JsonObject } from '../../lib/json';
import { isUnset } from '../../lib/values';
import { isClip } from './clip';
import { CLIPS_FOR_AGENTS } from './vocabulary';

/** What an agent needs to choose a clip and to use it; the rest, above all the transcript, would fill its context. */
const CLIP_FIELDS = [
	'rank',
	'viralScore',
	'title',
	'durationSeconds',
	'viralReason',
	'videoUrl',
	'expiresAt',
	'clipEditorUrl',
	'relatedTopics',
	'videoId',
	'projectId',
];

const PROJECT_FIELDS = ['projectId', 'projectName', 'status', 'reused', 'clipCount', 'shareLink'];

/** The clip's fields in the list of its project. */
const LISTED_CLIP_FIELDS = ['rank', 'viralScore', 'title', 'durationSeconds', 'videoUrl', 'videoId'];

/** An output item as an AI agent gets it: short, without empty fields. What is neither project nor clip stays as it is. */
export function compact(json: JsonObject): JsonObject {
	if (isClip(json)) return pick(json, CLIP_FIELDS);
	if (!('status' in json && 'projectId' in json)) return json;
	const project = pick(json, PROJECT_FIELDS);
	if (!Array.isArray(json.clips)) return project;
	const clips = json.clips.filter(isJsonObject).slice(0, CLIPS_FOR_AGENTS);
	return { ...project, clips: clips.map((clip) => pick(clip, LISTED_CLIP_FIELDS)) };
}

const pick = (json: JsonObject, names: readonly string[]): JsonObject =>
	Object.fromEntries(names.filter((name) => !isUnset(json[name])).map((name) => [name, json[name]]));
