import { secretsInLink, redact } from '../../lib/redact';

/** The kinds of video that clips have, with the extension that their files usually have. */
const KINDS = [
	{ ext: 'mp4', mimeType: 'video/mp4' },
	{ ext: 'mov', mimeType: 'video/quicktime' },
	{ ext: 'm4v', mimeType: 'video/x-m4v' },
	{ ext: 'webm', mimeType: 'video/webm' },
	{ ext: 'mkv', mimeType: 'video/x-matroska' },
	{ ext: 'avi', mimeType: 'video/x-msvideo' },
	{ ext: '3gp', mimeType: 'video/3gpp' },
	{ ext: 'mpg', mimeType: 'video/mpeg' },
] as const;

export interface VideoFormat {
	/** Without a dot. */
	ext: string;
	mimeType: string;
}

interface FileStart {
	/** Empty when the answer has none. */
	contentType: string;
	/** The path of the link that led to the file. */
	path: string;
	start: Buffer;
}

/** How the usual archives, pictures and PDF begin. */
const OTHER_FILE =
	// eslint-disable-next-line no-control-regex -- they begin with control characters
	/^(?:PK\x03\x04|\x1f\x8b\x08|Rar!|7z\xbc\xaf|\x89PNG\r|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(?:avi[fs]|hei[cx]|mif1)|%PDF-)/s;

/** The media types of a host that are handed on to n8n: a host may send any text in their place. */
const VIDEO_MEDIA_TYPE = /^video\/[a-z0-9.+-]{1,60}$/;

/**
 * Tells the format of a video: by its Content-Type, else by the extension in its link, else MP4.
 *
 * @returns null for text, the usual archives, pictures and PDF, whatever their host calls them, and for what its host calls something else
 */
export function readVideoFormat({ contentType, path, start }: FileStart): VideoFormat | null {
	const declared = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	if (
		isText(start) ||
		OTHER_FILE.test(start.toString('latin1')) ||
		/^(?:audio\/|image\/|font\/|text\/html|application\/(?:json|pdf|xml|zip))/.test(declared)
	)
		return null;
	const linked = KINDS.find(({ ext }) => ext === videoExtensionOf(path));
	const named = KINDS.find(({ mimeType }) => mimeType === declared);
	if (named !== undefined || !VIDEO_MEDIA_TYPE.test(declared)) return named ?? linked ?? KINDS[0];
	return { ext: linked?.ext ?? KINDS[0].ext, mimeType: declared };
}

/** @returns in lower case, without a dot; null when the name does not end in the extension of a video */
export function videoExtensionOf(name: string): string | null {
	const end = name.toLowerCase();
	return KINDS.find(({ ext }) => end.endsWith(`.${ext}`))?.ext ?? null;
}

/** Whether a file is a page, JSON or another text: the beginning of a video holds control characters. */
function isText(start: Buffer): boolean {
	const text = start.toString('utf8');
	// eslint-disable-next-line no-control-regex -- control characters are what this looks for
	return /^\s*(?:<[!?a-z]|\{\s*"|\[\s*[{"])/i.test(text) || !/[\u0000-\u0008\u000e-\u001f]/.test(text);
}

/** How much of a page an error shows, in characters. */
const EXCERPT_LENGTH = 200;

/**
 * What a page says that came instead of a file, in one line: the code and the message of an object store, or the text of anything else.
 *
 * @param links - the links that led to it; stores quote their signatures, which are masked
 * @returns empty when it says nothing that can be read
 */
export function excerptOfPage(start: Buffer, links: readonly URL[]): string {
	if (!isText(start)) return '';
	const page = start.toString('utf8');
	// The rest of what a store says may hold parts of a signature, which cannot be recognised.
	const store = /<Error>.*?<Code>([^<]*)<\/Code>\s*<Message>([^<]*)/is.exec(page);
	const text =
		store === null
			? page.replace(/<(script|style)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>?/g, ' ')
			: `${store[1]}: ${store[2]}`;
	return redact(text, EXCERPT_LENGTH, { apiKey: '', ofLinks: links.flatMap(secretsInLink) });
}
