import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../values/json';
import { readId, readNumber, readText } from '../values/values';

/** A clip as the nodes hand it on. Fields that the service sent and that have no name here follow as they came. */
export interface Clip {
	/** 1 is the best clip of its project. It stands first, with score and title: n8n's tables cut off what stands behind. */
	rank: number;
	/** "0" to "10" on the wire; null when the service gave no readable score. */
	viralScore: number | null;
	title: string | null;
	/** The project that the clip belongs to; null where an answer does not say. */
	projectId: string | null;
	projectName: string | null;
	/** The clip's only stable identity, exact. */
	videoId: string | null;
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
interface ClipOwner {
	projectId: string | null;
	projectName: string | null;
}

/** The longest clip class ends at 3 minutes (interface, Limits), so a far longer entry is the uploaded source itself. */
const LONGEST_CLIP_SECONDS = 600;

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
	const clips = videos
		.filter(isJsonObject)
		.map((video) => readClip(video, owner))
		.sort((a, b) => Number(isSource(a)) - Number(isSource(b)) || score(b) - score(a));
	clips.forEach((clip, index) => (clip.rank = index + 1));
	return clips;
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
	const milliseconds = readNumber(video.videoMsDuration);
	const seconds = milliseconds === undefined ? readNumber(video.durationSeconds) : milliseconds / 1000;
	const topics = readTopics(video.relatedTopic);
	const videoUrl = readText(video.videoUrl) ?? null;
	const clip: Clip = {
		rank: 0,
		viralScore: readNumber(video.viralScore) ?? null,
		title: readText(video.title) ?? null,
		projectId: owner.projectId ?? readId(video.projectId) ?? null,
		projectName: owner.projectName ?? readText(video.projectName) ?? null,
		videoId: readId(video.videoId) ?? null,
		viralReason: readText(video.viralReason) ?? null,
		relatedTopics: topics ?? readTopics(video.relatedTopics) ?? [],
		transcript: readText(video.transcript) ?? null,
		durationSeconds: seconds !== undefined && seconds >= 0 ? seconds : null,
		videoUrl,
		expiresAt: videoUrl === null ? null : readExpiry(videoUrl),
		clipEditorUrl: readText(video.clipEditorUrl) ?? null,
	};
	if (clip.durationSeconds === null && isSaid(video.videoMsDuration)) {
		clip.videoMsDuration = video.videoMsDuration;
	}
	if (topics === undefined && isSaid(video.relatedTopic)) clip.relatedTopic = video.relatedTopic;
	addUnnamedFields(clip, video, NAMED);
	return clip;
}

/** The fields of a clip that have a name here, and those of the service that are read into them. */
const NAMED: ReadonlySet<string> = new Set([
	'rank',
	'viralScore',
	'title',
	'projectId',
	'projectName',
	'videoId',
	'viralReason',
	'relatedTopics',
	'transcript',
	'durationSeconds',
	'videoUrl',
	'expiresAt',
	'clipEditorUrl',
	'videoMsDuration',
	'relatedTopic',
]);

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

function readTopics(value: unknown): string[] | undefined {
	const list = typeof value === 'string' ? parseJson(value) : value;
	if (!Array.isArray(list)) return undefined;
	// What was parsed here is nobody else's, so it can be handed on.
	if (typeof value === 'string' && list.every((topic) => typeof topic === 'string')) return list;
	return list.map(readText).filter((topic) => topic !== undefined);
}

/**
 * A link that is certainly one, up to where its query says in plain digits when it expires, before anything that would have to be
 * decoded. Hosts that are numbers or in other scripts have rules of their own, so they are left out.
 */
const PLAIN_LINK =
	/^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)*[a-z]+\/[^?#]*\?(?:(?!Expires[=&])[\w.~=-]*&)*Expires=(?=\d+(?:[&#]|$))/g;

/** A link of megabytes, which only a made-up call has, would exhaust the stack of the pattern's repetitions. */
const LONGEST_PLAIN_LINK = 10_000;

function readExpiry(videoUrl: string): string | null {
	// To take a link apart costs more than to read all the rest of its clip.
	PLAIN_LINK.lastIndex = 0;
	if (videoUrl.length <= LONGEST_PLAIN_LINK && PLAIN_LINK.test(videoUrl)) {
		return timeOf(Number.parseInt(videoUrl.slice(PLAIN_LINK.lastIndex), 10));
	}
	return URL.canParse(videoUrl) ? timeOf(readNumber(new URL(videoUrl).searchParams.get('Expires'))) : null;
}

/** The links of an answer are signed together, so the last time is kept: to write a date costs more than to find it. */
let last: { seconds: number | undefined; time: string | null } = { seconds: undefined, time: null };

function timeOf(seconds: number | undefined): string | null {
	if (seconds !== last.seconds) {
		const isTime = seconds !== undefined && seconds > 0 && seconds <= LAST_SECOND;
		last = { seconds, time: isTime ? new Date(seconds * 1000).toISOString() : null };
	}
	return last.time;
}

/**
 * Adds the fields of an answer that have no name of ours, as they came. `error` gets another name: n8n takes an item
 * with a field of that name for a failed one and would run the whole node again.
 *
 * @param target - what is handed on
 * @param fields - what the service sent
 * @param named - the fields that are not added
 */
export function addUnnamedFields(target: JsonObject, fields: JsonObject, named: ReadonlySet<string>): void {
	// Of ten thousand clips the lists of their names alone would be work for the garbage collector.
	for (const name in fields) {
		// An assignment to it would set the prototype.
		if (named.has(name) || name === '__proto__') continue;
		target[name === 'error' ? 'serviceError' : name] = fields[name];
	}
}
