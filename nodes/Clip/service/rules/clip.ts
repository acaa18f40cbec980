import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import { isUnset, readId, readNumber, readText } from '../../lib/values';
import { captionOf, tagsOf } from './caption';
import { expiryOf } from './signedLink';

/** A clip as the nodes hand it on. Other fields of the service follow as they came. */
export type ClipData = ReturnType<typeof readClip> & JsonObject;

/** Whether an item is a clip of {@link readClips}. A project, or a row of a table, may have a field `rank`, too. */
export const isClip = (json: object): boolean => 'rank' in json && 'viralScore' in json;

interface ClipOwner {
	projectId: string;
	projectName: string | null;
}

/** Clips have 3 minutes at most (interface, Limits): a far longer entry is the uploaded source itself. */
const LONGEST_CLIP_SECONDS = 600;

/**
 * Reads the clips of an answer and ranks them by viral score, best first. Clips without a score follow in the order of the service, then
 * entries that are too long to be clips: the list may hold the uploaded source (field notes, Query).
 *
 * @param videos - the `videos` of an answer; entries that are not objects are left out
 */
export function readClips(videos: readonly unknown[], owner: ClipOwner): ClipData[] {
	const clips = videos
		.filter(isJsonObject)
		.map((video) => readClip(video, owner))
		.sort((a, b) => Number(isWholeVideo(a)) - Number(isWholeVideo(b)) || scoreOf(b) - scoreOf(a));
	clips.forEach((clip, index) => (clip.rank = index + 1));
	return clips;
}

const isWholeVideo = (clip: ClipData): boolean => (clip.durationSeconds ?? 0) > LONGEST_CLIP_SECONDS;

const scoreOf = (clip: ClipData): number => clip.viralScore ?? -Number.MAX_VALUE;

/**
 * Numbers may be written as text, and a list inside a string; null and garbage come, too (field notes, Query). What cannot be read becomes
 * null (an empty list for topics), and the service's own field stays beside it.
 */
function readClip(video: JsonObject, { projectId, projectName }: ClipOwner) {
	const milliseconds = readNumber(video.videoMsDuration) ?? -1;
	const topics = readTopics(video.relatedTopic);
	const relatedTopics = topics ?? [];
	const videoUrl = readText(video.videoUrl) ?? null;
	const title = readText(video.title) ?? null;
	const tags = tagsOf(relatedTopics);
	const clip = {
		/** 1 is the best clip of its project. */
		rank: 0,
		/** "0" to "10" on the wire; null when the service gave no readable score. */
		viralScore: readNumber(video.viralScore) ?? null,
		viralReason: readText(video.viralReason) ?? null,
		title,
		/** Ready to post. */
		caption: captionOf(title, tags),
		durationSeconds: milliseconds >= 0 ? milliseconds / 1000 : null,
		/** A signed, temporary link to the file. */
		videoUrl,
		/** When the link stops working, ISO 8601; null when it does not say. */
		expiresAt: expiryOf(videoUrl ?? ''),
		/** The clip's only stable identity, exact. */
		videoId: readId(video.videoId) ?? null,
		projectId,
		clipEditorUrl: readText(video.clipEditorUrl) ?? null,
		relatedTopics,
		/** The topics as a caption has them. */
		hashtags: tags.join(' '),
		transcript: readText(video.transcript) ?? null,
		projectName,
	};
	const readNames = [
		...(clip.durationSeconds !== null || video.videoMsDuration === null ? ['videoMsDuration'] : []),
		...(topics !== undefined || video.relatedTopic === null ? ['relatedTopic'] : []),
	];
	addOtherFields(clip, video, readNames, MADE_FIELDS);
	return clip;
}

/** Fields that are made, not read. */
const MADE_FIELDS = ['rank', 'caption', 'durationSeconds', 'expiresAt', 'relatedTopics', 'hashtags'];

function readTopics(value: unknown): string[] | undefined {
	const list = typeof value === 'string' ? parseJson(value) : value;
	if (!Array.isArray(list)) return undefined;
	return list.map(readText).filter((topic) => topic !== undefined);
}

/**
 * Adds the other fields of an answer as they came. Some get another name: those whose names we use ourselves, those that could not be read,
 * and `error`, for which n8n would fail the item and run the whole node again.
 *
 * @param readNames - the names in the answer of fields that were read
 * @param madeNames - the names of fields that this package makes
 */
export function addOtherFields(
	target: JsonObject,
	fields: JsonObject,
	readNames: readonly string[],
	madeNames: readonly string[],
): void {
	for (const [name, value] of Object.entries(fields)) {
		const isUnread = target[name] === null && !isUnset(value);
		const outputName = name === 'error' || madeNames.includes(name) || isUnread ? asServiceField(name) : name;
		if (!Object.hasOwn(target, outputName) && !readNames.includes(name)) target[outputName] = value;
	}
}

/** `serviceError` for `error`. */
const asServiceField = (name: string): string => `service${name.charAt(0).toUpperCase()}${name.slice(1)}`;
