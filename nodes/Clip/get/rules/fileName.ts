import { videoExtensionOf } from './videoFile';

/** How long a name with its extension may be, in characters and in bytes: file systems take 255 bytes. */
const LONGEST_NAME = 120;
const MOST_BYTES = 240;

/** How many characters are kept free for a dot and the extension. */
const EXTENSION_ROOM = 5;

/** The longest part of an ID in a file name, in characters. */
const LONGEST_ID = 40;

interface FileToName {
	/** Empty for the title of the clip. */
	fileName: string;
	clip: { videoId: string | null; title: string | null };
	/** Its position among all files, from 1 on. */
	number: number;
}

/**
 * Names for the files of one execution of the node, no two alike, without their extension: the second "title" gets the ID of its clip, as
 * "title (31550021)", or its number.
 *
 * @returns the names, by number
 */
export function uniqueStems(files: readonly FileToName[]): Map<number, string> {
	const taken = new Set<string>();
	const stems = new Map<number, string>();
	for (const { fileName, clip, number } of files) {
		const id = safeText(clip.videoId ?? '').slice(0, LONGEST_ID) || `${number}`;
		const plain = safeText(fileName || (clip.title ?? '')) || `clip-${id}`;
		const ends = ['', ` (${id})`, ` (${number})`, ` (${id}, ${number})`];
		const names = ends.map((end) => withEnd(plain, end));
		const name = names.find((one) => !taken.has(one.toLowerCase())) ?? plain;
		taken.add(name.toLowerCase());
		stems.set(number, name);
	}
	return stems;
}

/** Drops tags, what file systems and stores refuse or cut, and the extension of a video. */
function safeText(text: string): string {
	const safe = text
		.normalize('NFC')
		.replace(/<\/?[a-z][^<>]*>/gi, '')
		// WebDAV, and the links that stores make of a name, end at `#`.
		.replace(/["<>?*#]/g, '')
		.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
		.replace(/: /g, ' - ')
		.replace(/[/\\|:]/g, '-')
		.trim();
	const ext = videoExtensionOf(safe);
	const stem = ext === null ? safe : safe.slice(0, -ext.length - 1);
	return stem.replace(/^[ .-]+|[ .]+$/g, '');
}

/** Cuts a name, between characters, so that its end and an extension fit. */
function withEnd(name: string, end: string): string {
	const room = EXTENSION_ROOM + end.length;
	const shorter = name.slice(0, LONGEST_NAME - room).replace(/[\ud800-\udbff]$/, '');
	const { read } = new TextEncoder().encodeInto(shorter, new Uint8Array(MOST_BYTES - room));
	return `${shorter.slice(0, read).replace(/[ .]+$/, '')}${end}`;
}
