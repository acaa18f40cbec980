import { type Advice, type Explanation, joined } from '../../interface/advice';
import { downloadFailure, type DownloadFailure, type DownloadOutcome } from './transfer';

const TITLES: Record<DownloadOutcome, string> = {
	expired: 'The link to the clip is not valid any more',
	notFound: 'There is no file behind the link',
	refused: 'The file may not be downloaded',
	unavailable: 'The host of the file could not be reached',
	stalled: 'The host of the file stopped sending',
	timedOut: "The download took longer than 'Max Time'",
	incomplete: 'The download broke off',
	tooLong: 'The host sent more than it had announced',
	empty: 'The file is empty',
	notVideo: 'What came is not a video',
	tooLarge: "The file is larger than 'Max Size'",
	redirected: 'The link leads nowhere',
	notStored: 'n8n could not store the file',
	tooLargeToStore: 'The file is too large for the place where n8n keeps files',
	stopped: 'The download was stopped',
};

const FRESH_LINK = "Get the clips again with 'Get', which brings fresh links, and download them soon after.";
const LATER = 'Several tries failed. Run again later.';

const HINTS: Record<DownloadOutcome, string> = {
	expired: FRESH_LINK,
	notFound: `Check 'Video URL'. ${FRESH_LINK}`,
	refused: FRESH_LINK,
	unavailable: LATER,
	stalled: `${LATER} A host that sends less than 5 kB a second for minutes is not waited for. If the line is slow, set 'Downloads at Once' to 1.`,
	timedOut: "Raise 'Max Time (Minutes)' in 'Options' if the line is slow, or run again later.",
	incomplete: LATER,
	tooLong: 'Run again. If it happens again, ask the service about this clip.',
	empty: 'Ask the service about this clip.',
	notVideo: `Check 'Video URL'. ${FRESH_LINK}`,
	tooLarge: "Raise 'Max Size (MB)' in 'Options' if there is room for the file.",
	redirected: `Check 'Video URL'. ${FRESH_LINK}`,
	notStored:
		'Make room where n8n keeps binary data, or let it keep them on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). Where it keeps them in its database, download fewer at once.',
	tooLargeToStore:
		"Where n8n keeps files on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem) it takes any size; its database takes up to N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE megabytes. Or let the service clip a source of lower resolution. With the same limit in 'Max Size (MB)' such files are refused before their transfer.",
	stopped: 'Run again to download the file.',
};

/**
 * What a download that gave no file means, without what only this one holds.
 *
 * @param outcome - what became of the download
 */
export const explainDownload = (outcome: DownloadOutcome): Explanation => ({
	title: TITLES[outcome],
	meaning: 'The clip is not lost and nothing was charged.',
	todo: HINTS[outcome],
});

/**
 * Explains why a download gave no file: what happened, what it means, what to do next, and what is known.
 *
 * @param failure - what became of the download
 * @param host - the host that was asked
 * @param remark - what else the user must know
 */
export function adviceOnDownload(failure: DownloadFailure, host: string, remark: string): Advice {
	const { outcome, httpStatus, evidence } = failure;
	const answer = httpStatus === null ? `Host of the file: ${host}.` : `${host} answered HTTP ${httpStatus}.`;
	const { title, meaning, todo } = explainDownload(outcome);
	return { title, description: joined(meaning, remark, todo, answer, evidence) };
}

/** What databases, stores and Node.js itself say of what is too large for them. */
const TOO_LARGE =
	/exceeds the max(?:imum)? (?:allowed )?size|EntityTooLarge|create a string longer|Invalid string length|ERR_(?:STRING_TOO_LONG|BUFFER_TOO_LARGE)|allocation failed|memory alloc request size/i;

/**
 * What it means that n8n could not keep a file.
 *
 * @param message - what n8n, or whatever keeps its files, says
 */
export function readStoreFailure(message: string): DownloadFailure {
	const evidence = `n8n says: ${message.trim().replace(/\.$/, '')}.`;
	return downloadFailure(TOO_LARGE.test(message) ? 'tooLargeToStore' : 'notStored', { evidence });
}

/**
 * The largest file, in bytes, that n8n reads back from PostgreSQL (seen with n8n 2.41): it comes as one text of two characters
 * for each byte, and Node.js has a limit for texts. n8n stores larger ones without a word.
 */
const LARGEST_FROM_POSTGRES = (0x1fff_ffe8 - 2) / 2;

/**
 * What the person at the canvas must know of files that are stored, but may not be read again.
 *
 * @param files - where n8n has put them (`data` of the binary field), and their sizes in bytes
 * @returns null when there is nothing to say
 */
export function adviceOnStored(files: ReadonlyArray<{ place: string; fileSize: number }>): string | null {
	const large = files.filter(
		({ place, fileSize }) => place === 'database' && fileSize > LARGEST_FROM_POSTGRES,
	);
	if (large.length === 0) return null;
	const what = large.length === 1 ? 'A file is' : `${large.length} files are`;
	return `${what} larger than 255 MB and kept in the database of n8n. From PostgreSQL n8n cannot read such files again, and loses its connection when it tries. Let n8n keep files on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem), or set 'Max Size (MB)' to 255.`;
}

/** Explains why an AI agent cannot download. */
export const TOOL_ADVICE: Advice = {
	title: "'Download' gives a file, and an AI agent takes no files from its tools",
	description:
		"Let the agent use 'Get' and hand the clips on, and put a Clip node with 'Download' behind the agent.",
};
