import { extensionOf, isSameKind } from './videoFile';

/**
 * The longest file name with its extension, in bytes of UTF-8. Most file systems take 255, some encrypted ones and some
 * hosts for files less.
 */
export const LONGEST_NAME = 200;

/** Kept free for a dot and the extension. */
const EXTENSION_ROOM = 8;

/** How much of a title is looked at: far more than fits, far less than an expression could put there. */
const LOOKED_AT_LENGTH = 2_000;

/** Names that Windows keeps for devices, whatever follows after a dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/i;

/** Whether there is anything to see. */
const VISIBLE = /[^\p{Cf}\p{Cn}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800 .]/u;

/**
 * Invisible characters that turn the direction of what follows, so that a name reads otherwise than it is, and halves of
 * characters. Those that scripts and emoji need to be joined stay.
 */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/gu;

/**
 * The part of a file name before its extension: a title, made safe for the file systems of all machines. Any script and any
 * emoji stay.
 *
 * @param title - any text
 * @param fallback - the name when nothing of the title can stay
 */
export function safeStem(title: string, fallback: string): string {
	const plain = title
		.slice(0, LOOKED_AT_LENGTH)
		.normalize('NFC')
		.replace(MISLEADING, '')
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.replace(/: /g, ' - ')
		.replace(/(?<![^/\\])\.+[/\\]/g, '')
		.replace(/[/\\|:]/g, '-')
		.replace(/["<>?*]/g, '')
		.replace(/ {2,}/g, ' ')
		.replace(/^[ .]+/, '');
	if (!VISIBLE.test(plain)) return fallback;
	const stem = shortened(plain, LONGEST_NAME - EXTENSION_ROOM - 1) || fallback;
	return RESERVED.test(stem) ? `_${stem}` : stem;
}

/** A file that wants a name. */
interface NamelessFile {
	/** A safe stem. */
	stem: string;
	/** The ID of its clip, where that may stand in a name. */
	id: string | null;
	/** What stands behind the stem in any case. */
	mark?: string | undefined;
}

/**
 * Names for the files of a run, no two alike, not even for file systems that do not tell capitals from small letters: the
 * second "title" gets the ID of its clip, as "title (31550021)", or a number where it has none.
 *
 * @param files - in order
 */
export function uniqueStems(files: readonly NamelessFile[]): string[] {
	const taken = new Set<string>();
	const tried = new Map<string, number>();
	return files.map(({ stem, id, mark }) => {
		const key = `${caseless(stem)}/${id}`;
		for (let count = tried.get(key) ?? 0; ; count += 1) {
			const end = count === 0 ? (mark ?? '') : count === 1 ? id : `${count}`;
			if (end === null) continue;
			const suffix = end === '' ? '' : ` (${end})`;
			const name = `${shortened(stem, LONGEST_NAME - EXTENSION_ROOM - suffix.length)}${suffix}`;
			// What kind of file comes is not known yet, and what looks like its extension may become just that.
			const bare = caseless(apart(name).stem);
			if (taken.has(bare)) continue;
			taken.add(bare);
			tried.set(key, count + 1);
			return name;
		}
	});
}

const caseless = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase();

/** A file name that the user wishes. */
export interface WishedName {
	/** Everything before the extension, not yet safe. */
	stem: string;
	/** Without a dot; null when the name ends in no extension of a video. */
	ext: string | null;
}

const apart = (name: string): WishedName => {
	const ext = extensionOf(name);
	return ext === null ? { stem: name, ext } : { stem: name.slice(0, -ext.length - 1), ext };
};

/**
 * Takes a file name apart. A title at its end belongs to the name, even one that ends like a file: "Learn Node.ts".
 *
 * @param name - as the user wrote it
 * @param title - of the clip
 */
export function readWishedName(name: string, title: string): WishedName {
	const trimmed = name.trim();
	const end = title.trim();
	const isTitle = extensionOf(end) !== null && trimmed.toLowerCase().endsWith(end.toLowerCase());
	return isTitle ? { stem: trimmed, ext: null } : apart(trimmed);
}

/**
 * The name of a file, with an extension that fits what it is.
 *
 * @param stem - everything before it
 * @param ext - the usual one of its kind, without a dot
 */
export const fileNameOf = (stem: string, ext: string): string =>
	isSameKind(extensionOf(stem), ext) ? stem : `${stem}.${ext}`;

/** The beginning of a text that fits into so many bytes, without half a character, and without an end that Windows drops. */
function shortened(text: string, bytes: number): string {
	const fits = (part: string): boolean => new TextEncoder().encode(part).length <= bytes;
	const tidy = (part: string): string => part.replace(/[ .]+$/, '');
	if (fits(text)) return tidy(text);
	let end = 0;
	for (const { segment, index } of new Intl.Segmenter().segment(text)) {
		if (!fits(text.slice(0, index + segment.length))) break;
		end = index + segment.length;
	}
	return tidy(text.slice(0, end));
}
