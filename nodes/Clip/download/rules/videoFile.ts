import { decodePath } from '../../values/link';

/** A kind of video file. */
interface VideoKind {
	/** The extension that a file of this kind usually has, without a dot. */
	ext: string;
	mimeType: string;
	/** Other extensions and media types for the same kind. */
	also: readonly string[];
}

const MP4: VideoKind = { ext: 'mp4', mimeType: 'video/mp4', also: ['application/mp4'] };
const QUICKTIME: VideoKind = { ext: 'mov', mimeType: 'video/quicktime', also: ['qt'] };
const WEBM: VideoKind = { ext: 'webm', mimeType: 'video/webm', also: [] };
const MATROSKA: VideoKind = { ext: 'mkv', mimeType: 'video/x-matroska', also: ['video/matroska'] };
const AVI: VideoKind = { ext: 'avi', mimeType: 'video/x-msvideo', also: ['video/avi', 'video/msvideo'] };
const THREE_GP: VideoKind = { ext: '3gp', mimeType: 'video/3gpp', also: ['3gpp'] };
const MPEG: VideoKind = { ext: 'mpg', mimeType: 'video/mpeg', also: ['mpeg'] };

const KINDS: readonly VideoKind[] = [
	MP4,
	QUICKTIME,
	WEBM,
	MATROSKA,
	AVI,
	THREE_GP,
	MPEG,
	{ ext: 'm4v', mimeType: 'video/x-m4v', also: ['video/m4v'] },
	{ ext: 'flv', mimeType: 'video/x-flv', also: [] },
	{ ext: 'ogv', mimeType: 'video/ogg', also: [] },
	{ ext: 'ts', mimeType: 'video/mp2t', also: ['m2ts', 'mts'] },
	{ ext: 'wmv', mimeType: 'video/x-ms-wmv', also: [] },
];

const kindOf = (name: string): VideoKind | undefined =>
	KINDS.find(({ ext, mimeType, also }) => ext === name || mimeType === name || also.includes(name));

/** How many bytes of a file tell what it is, and show what it is instead. */
export const TELLING_BYTES = 512;

/** Media types that say no more than "a file". */
const UNTOLD = new Set(['application/octet-stream', 'binary/octet-stream', 'application/force-download']);

/** The boxes that the file of an MP4 or QuickTime film may begin with, beside `ftyp`. */
const FIRST_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** What a video file is, for its name and for the nodes that follow. */
export interface VideoType {
	/** Without a dot. */
	ext: string;
	mimeType: string;
}

/** What is known of a file when its first bytes are here. */
interface FileSigns {
	/** The `Content-Type` of the answer; null when it has none. */
	contentType: string | null;
	/** The path of the link that led to the file. */
	path: string;
	/** The first bytes, {@link TELLING_BYTES} if the file has as many. */
	start: Uint8Array;
}

/**
 * Tells what kind of video a file is. The bytes decide; where they say nothing, the host's word counts, and where that says
 * no more than "a file", so does the extension.
 *
 * @param signs - what is known of the file
 * @returns null when it is no video, such as the page of a host that should have been a refusal
 */
export function readVideoType({ contentType, path, start }: FileSigns): VideoType | null {
	const declared = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
	const ext = extensionOf(path);
	const seen = sniff(start);
	const isVideo = declared.startsWith('video/') || kindOf(declared) !== undefined;
	if (seen === undefined && (isText(start) || !(isVideo || UNTOLD.has(declared)))) return null;

	// Hosts that say "video/mp4" for every clip are right often enough, so the bytes overrule only a type of another kind.
	const told = isVideo ? (kindOf(declared) ?? { ext: '', mimeType: declared, also: [] }) : undefined;
	const named = ext === null ? undefined : kindOf(ext);
	const kind = (told !== undefined && isNear(told, seen) ? told : seen) ?? named ?? MP4;
	const own = named?.mimeType === kind.mimeType ? ext : kind.ext;
	return { ext: own || ext || MP4.ext, mimeType: kind.mimeType };
}

/** MP4, M4V, 3GP and QuickTime share one signature, and so do WebM and Matroska. */
const FAMILIES = [
	['mp4', 'm4v', '3gp', 'mov'],
	['webm', 'mkv'],
];

const isNear = (told: VideoKind, seen: VideoKind | undefined): boolean =>
	seen === undefined ||
	told.ext === seen.ext ||
	FAMILIES.some((family) => family.includes(told.ext) && family.includes(seen.ext));

/**
 * The extension that a path or a file name ends in.
 *
 * @param name - a path of a link, or a file name
 * @returns in lower case, without a dot; null when it is none of a video
 */
export function extensionOf(name: string): string | null {
	const ext = /\.([a-z0-9]{2,5})$/i.exec(decodePath(name))?.[1]?.toLowerCase() ?? '';
	return kindOf(ext) === undefined ? null : ext;
}

/** The kind of video that a file's signature tells; undefined when it tells none. */
function sniff(start: Uint8Array): VideoKind | undefined {
	const text = (from: number, to: number): string => String.fromCharCode(...start.subarray(from, to));
	const box = text(4, 8);
	if (box === 'ftyp') {
		const brand = text(8, 12);
		return brand === 'qt  ' ? QUICKTIME : brand.startsWith('3g') ? THREE_GP : MP4;
	}
	if (FIRST_BOXES.has(box)) return QUICKTIME;
	if (text(0, 4) === '\x1a\x45\xdf\xa3') return text(0, 64).includes('webm') ? WEBM : MATROSKA;
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return AVI;
	return text(0, 4) === '\x00\x00\x01\xba' ? MPEG : undefined;
}

/** Characters that text does not have, and what takes the place of bytes that are no text. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

/** Whether a file begins like a page or a message: those come with any content type. */
function isText(start: Uint8Array): boolean {
	const beginning = new TextDecoder().decode(start.subarray(0, TELLING_BYTES)).trimStart();
	return /^(?:<[!?a-z]|\{\s*"|\[\s*[{"]|#EXTM3U)/i.test(beginning) || !NOT_TEXT.test(beginning);
}
