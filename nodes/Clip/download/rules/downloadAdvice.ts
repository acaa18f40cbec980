import { type Advice, type Explanation, joined } from '../../interface/advice';
import { downloadFailure, type DownloadFailure, type DownloadOutcome } from './transfer';

const TITLES: Record<DownloadOutcome, string> = {
	expired: 'The link to the clip is no longer valid',
	notFound: 'The link does not lead to a file',
	refused: 'The host does not allow this download',
	unavailable: 'The host of the file could not be reached',
	stalled: 'The host of the file stopped sending',
	timedOut: "The download took longer than 'Max Time'",
	incomplete: 'The download was interrupted',
	tooLong: 'The host sent more data than it announced',
	empty: 'The file is empty',
	notVideo: 'The downloaded file is not a video',
	tooLarge: "The file is larger than 'Max Size'",
	redirected: 'The redirect of the link does not work',
	notStored: 'n8n could not store the file',
	tooLargeToStore: 'The file is too large for the file storage of n8n',
	stopped: 'The download was stopped',
};

const FRESH_LINK = "Run 'Get' again for fresh links, and download the clips soon after.";
const LATER = 'Several tries failed. Run again later.';

const HINTS: Record<DownloadOutcome, string> = {
	expired: FRESH_LINK,
	notFound: `Check 'Video URL'. ${FRESH_LINK}`,
	refused: FRESH_LINK,
	unavailable: LATER,
	stalled: `${LATER} The node gives up on a host that sends less than 5 kB a second for minutes. If the line is slow, set 'Downloads at Once' to 1.`,
	timedOut: "Raise 'Max Time (Minutes)' in 'Options' if the line is slow, or run again later.",
	incomplete: LATER,
	tooLong: 'Run again. If it happens again, ask the service about this clip.',
	empty: 'Ask the service about this clip.',
	notVideo: `Check 'Video URL'. ${FRESH_LINK}`,
	tooLarge: "Raise 'Max Size (MB)' in 'Options' if n8n has enough space for the file.",
	redirected: `Check 'Video URL'. ${FRESH_LINK}`,
	notStored:
		'Free some space where n8n stores binary data, or store it on disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). If n8n stores it in its database, download fewer files at once.',
	tooLargeToStore:
		"Store binary data on disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem): it takes files of any size. The database takes up to N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE megabytes. Or clip a source video of lower resolution. Enter the same limit in 'Max Size (MB)' to reject such files before they are downloaded.",
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
	return `${what} larger than 255 MB and kept in the database of n8n. From PostgreSQL n8n cannot read such files again, and loses its connection when it tries. Store binary data on disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem), or set 'Max Size (MB)' to 255.`;
}

/** Explains why an AI agent cannot download. */
export const TOOL_ADVICE: Advice = {
	title: "'Download' cannot be a tool, because an AI agent takes no files from its tools",
	description: "Let the agent use 'Get', and add a Clip node with 'Download' after the agent.",
};
