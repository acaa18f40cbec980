import { isJsonObject, isTooDeep, type JsonObject, type JsonValue, parseJson } from './json';
import { readId, readNumber, readText } from './values';

/** A clip as the nodes hand it on. Fields that the service sent and that have no name here follow as they came. */
export interface Clip {
	/** The project that the clip belongs to; null where an answer does not say. */
	projectId: string | null;
	projectName: string | null;
	/** 1 is the best clip of its project. */
	rank: number;
	/** The clip's only stable identity, exact. */
	videoId: string | null;
	title: string | null;
	/** "0" to "10" on the wire; null when the service gave no readable score. */
	viralScore: number | null;
	viralReason: string | null;
	relatedTopics: string[];
	transcript: string | null;
	/** Seconds; null when the service gave no readable duration. */
	durationSeconds: number | null;
	/** A signed, temporary link to the file. */
	videoUrl: string | null;
	/** When the link stops working, ISO 8601; null when it does not say. */
	expiresAt: string | null;
	clipEditorUrl: string | null;
	[field: string]: JsonValue;
}

/** What all clips of an answer share. */
export interface ClipOwner {
	projectId: string | null;
	projectName: string | null;
}

/** The longest clip class ends at 3 minutes (interface, Limits), so a far longer entry is the uploaded source itself. */
const LONGEST_CLIP_SECONDS = 600;

/** Stands for a field that n8n could not copy. */
const TOO_DEEP = '(nested too deeply to be handed on)';

/** The last second that a JavaScript date can hold. */
const LAST_SECOND = 8.64e12;

/**
 * Reads the clips of an answer and ranks them by viral score, best first. Clips without a score follow in the order
 * of the service, then entries that are too long to be clips: the list may hold the uploaded source (field notes,
 * Query).
 *
 * @param videos - the `videos` of an answer; entries that are not objects are left out
 * @param owner - the project that they belong to
 */
export function readClips(videos: readonly unknown[], owner: ClipOwner): Clip[] {
	return videos
		.filter(isJsonObject)
		.map((video) => readClip(video, owner))
		.sort((a, b) => Number(isSource(a)) - Number(isSource(b)) || score(b) - score(a))
		.map((clip, index) => ({ ...clip, rank: index + 1 }));
}

const isSource = (clip: Clip): boolean => (clip.durationSeconds ?? 0) > LONGEST_CLIP_SECONDS;

const score = (clip: Clip): number => clip.viralScore ?? -Number.MAX_VALUE;

/**
 * Reads one clip. Field notes, Query, tell what comes: numbers as text, a list inside a string, null, garbage. What
 * cannot be read becomes null (an empty list for topics), and the service's own field then stays beside it.
 *
 * @param video - an entry of `videos`, or a clip that was read before
 */
function readClip(video: JsonObject, owner: ClipOwner): Clip {
	const { videoMsDuration, relatedTopic, ...fields } = video;
	const milliseconds = readNumber(videoMsDuration);
	const seconds = milliseconds === undefined ? readNumber(fields.durationSeconds) : milliseconds / 1000;
	const topics = readTopics(relatedTopic);
	const videoUrl = readText(fields.videoUrl) ?? null;
	const named = {
		projectId: owner.projectId ?? readId(fields.projectId) ?? null,
		projectName: owner.projectName ?? readText(fields.projectName) ?? null,
		rank: 0,
		videoId: readId(fields.videoId) ?? null,
		title: readText(fields.title) ?? null,
		viralScore: readNumber(fields.viralScore) ?? null,
		viralReason: readText(fields.viralReason) ?? null,
		relatedTopics: topics ?? readTopics(fields.relatedTopics) ?? [],
		transcript: readText(fields.transcript) ?? null,
		durationSeconds: seconds !== undefined && seconds >= 0 ? seconds : null,
		videoUrl,
		expiresAt: videoUrl === null ? null : readExpiry(videoUrl),
		clipEditorUrl: readText(fields.clipEditorUrl) ?? null,
	};
	return {
		...named,
		...(named.durationSeconds === null && isSaid(videoMsDuration) ? { videoMsDuration } : {}),
		...(topics === undefined && isSaid(relatedTopic) ? { relatedTopic } : {}),
		...unnamedFields(fields, named),
	};
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

function readTopics(value: unknown): string[] | undefined {
	const list = typeof value === 'string' ? parseJson(value) : value;
	if (!Array.isArray(list)) return undefined;
	return list.map(readText).filter((topic) => topic !== undefined);
}

function readExpiry(videoUrl: string): string | null {
	if (!URL.canParse(videoUrl)) return null;
	const seconds = readNumber(new URL(videoUrl).searchParams.get('Expires'));
	return seconds === undefined || seconds <= 0 || seconds > LAST_SECOND
		? null
		: new Date(seconds * 1000).toISOString();
}

/**
 * The fields of an answer that have no name of ours, as they came. `error` gets another name: n8n takes an item with
 * a field of that name for a failed one and would run the whole node again (platform, section 4).
 *
 * @param fields - what the service sent
 * @param named - the fields that have a name here
 */
export function unnamedFields(fields: JsonObject, named: object): JsonObject {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([name]) => !Object.hasOwn(named, name))
			.map(([name, value]) => [
				name === 'error' ? 'serviceError' : name,
				isTooDeep(value) ? TOO_DEEP : value,
			]),
	);
}
