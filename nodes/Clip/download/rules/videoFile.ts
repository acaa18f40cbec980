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
const FLASH: VideoKind = { ext: 'flv', mimeType: 'video/x-flv', also: [] };
const OGG: VideoKind = { ext: 'ogv', mimeType: 'video/ogg', also: [] };
const TRANSPORT: VideoKind = { ext: 'ts', mimeType: 'video/mp2t', also: ['m2ts', 'mts'] };
const WINDOWS: VideoKind = { ext: 'wmv', mimeType: 'video/x-ms-wmv', also: ['video/x-ms-asf', 'asf'] };

const KINDS: readonly VideoKind[] = [
	MP4,
	QUICKTIME,
	WEBM,
	MATROSKA,
	AVI,
	THREE_GP,
	MPEG,
	{ ext: 'm4v', mimeType: 'video/x-m4v', also: ['video/m4v'] },
	FLASH,
	OGG,
	TRANSPORT,
	WINDOWS,
];

const kindOf = (name: string): VideoKind | undefined =>
	KINDS.find(({ ext, mimeType, also }) => ext === name || mimeType === name || also.includes(name));

/** How many bytes of a file tell what it is, and show what it is instead. */
export const TELLING_BYTES = 512;

/* eslint-disable no-control-regex -- files begin with any bytes */

/** What videos begin with. MPEG has streams with and without packets, and Ogg and QuickTime carry other things, too. */
const SIGNATURES: ReadonlyArray<readonly [VideoKind | null, RegExp]> = [
	[null, /^[^]{4}ftyp(?:hei|hev[cmsx]|mif|msf1|avi[fs]|crx |jxl |jp2 |M4[ABP] |aax)/],
	[QUICKTIME, /^[^]{4}(?:ftypqt {2}|moov|mdat|wide|free|skip|pnot)/],
	[THREE_GP, /^[^]{4}ftyp3g/],
	[MP4, /^[^]{4}ftyp/],
	[WEBM, /^\x1a\x45\xdf\xa3[^]{0,56}webm/],
	[MATROSKA, /^\x1a\x45\xdf\xa3/],
	[AVI, /^RIFF[^]{4}AVI /],
	[MPEG, /^\0\0\x01[\xba\xb3]/],
	[FLASH, /^FLV\x01/],
	[OGG, /^OggS[^]*(?:\x80theora|fishead|BBCD|OVP80|\x01video)/],
	[WINDOWS, /^\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c/],
];

/** What other files begin with, which come under any name and any type. */
const NO_VIDEO: readonly RegExp[] = [
	// Programs and scripts
	/^(?:MZ|\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|\xca\xfe\xd0\x0d|\0asm|dex\n|#!|\x1bLua|Cr24)/,
	/^(?:L\0\0\0\x01\x14\x02\0|[FCZ]WS[\x01-\x40])/,
	// Archives and packages
	/^(?:PK(?:\x03\x04|\x05\x06|\x07\x08)|\x1f[\x8b\x9d\xa0]|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|\x04\x22\x4d\x18|LZIP)/,
	/^(?:7z\xbc\xaf|Rar!|MSCF|ISc\(|!<arch>|xar!|\xed\xab\xee\xdb|[^]{257}ustar)/,
	// Documents and data
	/^(?:%PDF|%!PS|\{\\rtf|\xd0\xcf\x11\xe0|SQLite format|\xff\xfe|\xfe\xff|bplist|\0{64})/,
	// Pictures
	/^(?:\x89PNG|\xff\xd8\xff|GIF8|II[*+]\0|MM\0[*+]|8BPS|\xff\x0a|BM[^]{4}\0{4}|\0\0[\x01\x02]\0[^]\0|[^]{4}(?:jP {2}|JXL ))/,
	// Sounds
	/^(?:ID3|fLaC|FORM|MThd|caff|RIFF[^]{4}(?!AVI )|\xff[\xfb\xf3\xf2\xfa\xf1\xf9])/,
	// Fonts
	/^(?:wOF[F2]|OTTO|\0\x01\0\0\0)/,
];
/* eslint-enable no-control-regex */

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

/** A media type as hosts may send it, without what follows upon it. */
const VIDEO_TYPE = /^video\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/**
 * Tells what kind of video a file is. The bytes decide; where they say nothing, the host's word counts, if it says that it is a
 * video.
 *
 * @param signs - what is known of the file
 * @returns null when it is no video, such as the page of a host that should have been a refusal, or a program
 */
export function readVideoType({ contentType, path, start }: FileSigns): VideoType | null {
	const declared = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
	const told =
		kindOf(declared) ?? (VIDEO_TYPE.test(declared) ? { ext: '', mimeType: declared, also: [] } : undefined);
	const seen = isText(start) ? null : sniff(start);
	// Hosts that say "video/mp4" for every clip are right often enough, so the bytes overrule only a type of another kind.
	const kind = told !== undefined && seen !== null && isNear(told, seen) ? told : seen;
	if (kind === undefined || kind === null) return null;
	const ext = extensionOf(path);
	const own = ext !== null && isSameKind(ext, kind.mimeType) ? ext : kind.ext;
	return { ext: own || ext || MP4.ext, mimeType: kind.mimeType };
}

/**
 * Whether two extensions are of the same kind of video.
 *
 * @param one - without a dot; null for none
 * @param other - the same
 */
export const isSameKind = (one: string | null, other: string): boolean =>
	one !== null && kindOf(one)?.mimeType === (kindOf(other)?.mimeType ?? other);

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

/** The first part of any video is longer, in bytes. */
const SHORTEST_VIDEO = 12;

/** The kind of video that a file's first bytes tell; null when they tell another kind of file, undefined when they tell none. */
function sniff(start: Uint8Array): VideoKind | null | undefined {
	const text = String.fromCharCode(...start.subarray(0, TELLING_BYTES));
	const kind = SIGNATURES.find(([, signature]) => signature.test(text))?.[0];
	if (kind !== undefined) return kind;
	if (start.length < SHORTEST_VIDEO) return null;
	return isTransport(start)
		? TRANSPORT
		: NO_VIDEO.some((signature) => signature.test(text))
			? null
			: undefined;
}

/** The packets of a transport stream have a mark at the same place each. */
const isTransport = (start: Uint8Array): boolean =>
	[
		{ length: 188, mark: 0 },
		{ length: 192, mark: 4 },
		{ length: 204, mark: 0 },
	].some(({ length, mark }) => {
		const packets = Math.floor((Math.min(start.length, TELLING_BYTES) - mark - 1) / length) + 1;
		const marks = Array.from({ length: packets }, (_, packet) => start[mark + packet * length]);
		return start.length >= length && marks.every((byte) => byte === 0x47);
	});

/** Characters that text does not have, and what takes the place of bytes that are no text. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

/** Whether a file begins like a page or a message: those come with any content type. */
function isText(start: Uint8Array): boolean {
	const beginning = new TextDecoder().decode(start.subarray(0, TELLING_BYTES)).trimStart();
	return /^(?:<[!?a-z]|\{\s*"|\[\s*[{"]|#EXTM3U)/i.test(beginning) || !NOT_TEXT.test(beginning);
}
