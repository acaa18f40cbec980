import type { Advice } from '../../lib/advice';
import { explainHindrance } from '../../service/rules/advice';
import type { DownloadError } from './downloadError';
import { showable } from '../../lib/redact';
import { joined } from '../../lib/text';

const FRESH_LINK = 'Look at the clip in the service. Each execution of this node asks for a fresh link.';
/** How much of a title names a clip, in characters. */
const NAME_LENGTH = 80;
const LATER = 'Several tries failed. Execute again later.';

/** Why a download may give no file: what happened, and what to do next. */
const ADVICE = {
	/** The host accepts the link no more. */
	expired: { title: 'The link to the clip is no longer valid', todo: FRESH_LINK },
	notFound: {
		title: 'The link does not lead to a file',
		todo: FRESH_LINK,
	},
	/** The host, or n8n itself, allows no download. */
	refused: { title: 'The host does not allow this download', todo: FRESH_LINK },
	/** No answer, or one that says to come back later. */
	unavailable: { title: 'The host of the file could not be reached', todo: LATER },
	timedOut: {
		title: "The download took longer than 'Max Time'",
		todo: "Raise 'Max Time (Minutes)' in 'Options' if the line is slow.",
	},
	/** The transfer broke off, or nothing came for a minute. */
	incomplete: { title: 'The download was interrupted', todo: LATER },
	empty: { title: 'The file is empty', todo: 'Ask the service about this clip.' },
	notVideo: {
		title: 'The downloaded file is not a video',
		todo: FRESH_LINK,
	},
	tooLarge: {
		title: "The file is larger than 'Max Size'",
		todo: "Raise 'Max Size (MB)' in 'Options' if n8n has enough space for the file.",
	},
	/** Redirects without an end, or to where a download must not go. */
	redirected: {
		title: 'The redirect of the link does not work',
		todo: FRESH_LINK,
	},
	notStored: {
		title: 'n8n could not store the file',
		todo: 'Check the space and the limits of the place where n8n stores binary data. On disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem) files may have any size.',
	},
	stopped: { title: 'The download was stopped', todo: 'To download the file, execute again.' },
} as const satisfies Record<string, Omit<Advice, 'meaning'>>;

/**
 * A clip whose link is missing or of no use.
 *
 * @param name - its ID or its title; may be empty
 * @param problem - what is wrong with the link; null where there is none
 */
export function adviceOnNoLink(name: string, problem: string | null): Advice {
	const clip = name === '' ? 'a clip without an ID and a title' : `clip ${showable(name, NAME_LENGTH)}`;
	return {
		title:
			problem === null
				? `The service gave no link to the file of ${clip}`
				: `The link to the file of ${clip} ${problem}`,
		meaning: '',
		todo: FRESH_LINK,
	};
}

/** What is said of a fresh link, beside what became of the file. */
export const FRESH = {
	noId: 'The service gave no ID of the clip, so the node could not get a fresh link.',
	stopped: 'There is no fresh link: the execution was stopped.',
	tried: 'The node tried a fresh link from the service, too.',
	/** @param reason - one sentence or more */
	none: (reason: string): string => `There is no fresh link: ${reason}`,
	gone: (projectId: string, videoId: string): string =>
		`Project ${projectId} no longer has a link to clip ${showable(videoId)}.`,
} as const;

/** How many files were stored when the node ends. */
export const storedBefore = (stored: number, all: number): string =>
	`${stored} of ${all} files were stored before.`;

/** What became of a download that gave no file. */
export type DownloadFailureKind = keyof typeof ADVICE;

const MEANING = 'The clip is not lost, and a download costs nothing.';

/** All that a download may fail with, for the manual. */
export const DOWNLOAD_ADVICE: readonly Advice[] = Object.values(ADVICE).map((advice) => ({
	...advice,
	meaning: MEANING,
}));

/** What is known of a download that gave no file, in sentences. */
export const FACTS = {
	n8n: (reason: string): string => `n8n says: ${reason}`,
	network: (reason: string): string =>
		reason.startsWith('Z_')
			? 'The host says that it sends the file packed, but that cannot be unpacked.'
			: `The network says: ${reason}.`,
	noAnswer: 'What it sent is no answer.',
	page: (excerpt: string): string => `It says: "${excerpt}".`,
	redirects: (most: number): string => `There were more than ${most} redirects.`,
	redirectNowhere: 'A redirect names no address.',
	redirectScheme: (scheme: string): string =>
		`A redirect leads to an address that starts with ${scheme}, not with http: or https:.`,
	silent: 'The host sent nothing for a minute.',
	size: (size: string, limit: string): string => `The file is ${size}, the limit is ${limit}.`,
	type: (contentType: string): string => `Content type: ${contentType}.`,
} as const;

/** How much evidence an error shows, in characters. */
const EVIDENCE_LENGTH = 400;

interface Tried {
	/** The ID of the clip; null where its item has none. */
	videoId: string | null;
	host: string;
	/** What else the person must know, in sentences. */
	remark: string;
}

export function adviceOnDownload(
	{ kind, evidence }: DownloadError,
	{ videoId, host, remark }: Tried,
): Advice {
	const { httpStatus, hindrance = null, sentences = '' } = evidence;
	const { title, todo } = {
		...ADVICE[kind],
		...explainHindrance(hindrance, 'the host of the file', 'videoUrl'),
	};
	const answer =
		httpStatus === undefined ? `Host of the file: ${host}.` : `${host} answered HTTP ${httpStatus}.`;
	return {
		title: videoId === null ? title : `${title}: clip ${showable(videoId)}`,
		meaning: joined(MEANING, remark),
		todo,
		facts: joined(answer, showable(sentences, EVIDENCE_LENGTH)),
	};
}
