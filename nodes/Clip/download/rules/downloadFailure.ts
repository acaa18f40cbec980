import { explainHindrance, type Explanation } from '../../service/rules/advice';
import type { Hindrance } from '../../service/rules/network';
import { showable } from '../../lib/redact';
import { type Advice, joined } from '../../lib/values';

const FRESH_LINK =
	"For fresh links, execute 'Get' while the output of 'Create' is pinned, or in a workflow of its own, and download the clips soon after.";
// A new execution of the whole workflow would submit the video again.
const EXECUTE_ALONE = "execute this node alone, or use n8n's Retry";
const LATER = `Several tries failed. Later, ${EXECUTE_ALONE}.`;

/** Why a download may give no file: what happened, and what to do next. */
const EXPLANATIONS = {
	/** The host accepts the link no more. */
	expired: { title: 'The link to the clip is no longer valid', todo: FRESH_LINK },
	notFound: {
		title: 'The link does not lead to a file',
		todo: `Check 'Video URL'. ${FRESH_LINK}`,
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
		todo: `Check 'Video URL'. ${FRESH_LINK}`,
	},
	tooLarge: {
		title: "The file is larger than 'Max Size'",
		todo: "Raise 'Max Size (MB)' in 'Options' if n8n has enough space for the file.",
	},
	/** Redirects without an end, or to where a download must not go. */
	redirected: {
		title: 'The redirect of the link does not work',
		todo: `Check 'Video URL'. ${FRESH_LINK}`,
	},
	notStored: {
		title: 'n8n could not store the file',
		todo: 'Check the space and the limits of the place where n8n stores binary data. On disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem) files may have any size.',
	},
	stopped: { title: 'The download was stopped', todo: `To download the file, ${EXECUTE_ALONE}.` },
} as const satisfies Record<string, Omit<Explanation, 'meaning'>>;

/** What became of a download that gave no file. */
export type DownloadOutcome = keyof typeof EXPLANATIONS;

const MEANING = 'The clip is not lost, and a download costs nothing.';

/** All that a download may fail with, for the manual. */
export const DOWNLOAD_EXPLANATIONS: readonly Explanation[] = Object.values(EXPLANATIONS).map(
	(explanation) => ({ ...explanation, meaning: MEANING }),
);

/** What is known of a download that gave no file. */
interface Evidence {
	/** Of the host's answer; absent where it does not matter. */
	httpStatus?: number;
	/** What kept the call from the host. */
	hindrance?: Hindrance | null;
	/** For people: whole sentences without secrets. */
	sentences?: string;
	/** When the host asked to come back, milliseconds from its answer on; null when it did not say. */
	retryAfterMs?: number | null;
}

/** A download that gives no file, and why. */
export class DownloadError extends Error {
	constructor(
		readonly outcome: DownloadOutcome,
		readonly evidence: Evidence = {},
	) {
		super(outcome);
	}
}

/** How much evidence an error shows, in characters. */
const EVIDENCE_LENGTH = 400;

/** Explains why a download gave no file: what happened, what it means, what to do next, and what is known. */
export function adviceOnDownload({ outcome, evidence }: DownloadError, host: string, remark: string): Advice {
	const { httpStatus, hindrance = null, sentences = '' } = evidence;
	const { title, todo } = {
		...EXPLANATIONS[outcome],
		...explainHindrance(hindrance, 'the host of the file', 'Video URL'),
	};
	const answer =
		httpStatus === undefined ? `Host of the file: ${host}.` : `${host} answered HTTP ${httpStatus}.`;
	return { title, description: joined(MEANING, remark, todo, answer, showable(sentences, EVIDENCE_LENGTH)) };
}

/**
 * What an answer without a file means.
 *
 * @param status - its HTTP status
 * @param page - what its body says: some stores answer HTTP 400 or 401 for a link that has expired, and only their page says so
 */
export function outcomeOf(status: number, page: string): DownloadOutcome {
	if (status === 403 || status === 410) return 'expired';
	if (status === 404) return 'notFound';
	if (status === 204 || status === 205) return 'empty';
	if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unavailable';
	return /expired/i.test(page) ? 'expired' : 'refused';
}

/** What may pass, so the file is asked for again. */
const RETRIED: ReadonlySet<DownloadOutcome> = new Set(['unavailable', 'incomplete']);

/** Milliseconds before the second and the third try, which is the last one. */
const PAUSES: readonly number[] = [1_000, 5_000];

/** The longest pause that a host may ask for, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** How long to pause before a file is asked for again, from its beginning, in milliseconds; null when it is not. */
export function pauseBeforeRetry({ outcome, evidence }: DownloadError, tries: number): number | null {
	const usual = PAUSES[tries - 1];
	if (!RETRIED.has(outcome) || usual === undefined) return null;
	return Math.min(Math.max(usual, evidence.retryAfterMs ?? 0), LONGEST_PAUSE);
}
