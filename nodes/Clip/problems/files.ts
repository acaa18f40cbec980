import { redact } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { explainHindrance } from './hindrances';
import { type Audience, againWhenPaidFor } from './advice';
import type { ProblemText } from './problemText';
import type { Hindrance } from './facts';

/*
 * Clips that were not found, and files that could not be downloaded.
 */

/** What to do, by how the audience does it again. */
type NextStep = (again: string) => string;

const lookAtClip: NextStep = (again) => `If the clip plays in the service, wait a while, then ${again}.`;
const tryLater: NextStep = (again) => `Wait a while, then ${again}.`;

/** Why a download gives no file. */
export const DOWNLOADS = {
	/** The host accepts the link no more. */
	expired: { title: 'The link to the clip is no longer valid', nextStep: lookAtClip },
	notFound: { title: 'The link does not lead to a file', nextStep: lookAtClip },
	/** The host, or n8n itself, allows no download. */
	refused: { title: 'The host does not allow this download', nextStep: lookAtClip },
	/** No answer, or one that says to come back later. */
	unavailable: { title: 'The host of the file could not be reached', nextStep: tryLater },
	timedOut: {
		title: "The download took longer than 'Max Time'",
		nextStep: (again) => `If the connection is slow, raise 'Max Time (Minutes)' in 'Options', then ${again}.`,
	},
	/** The transfer broke off, or nothing came for a minute. */
	incomplete: { title: 'The download was interrupted', nextStep: tryLater },
	empty: { title: 'The file is empty', nextStep: lookAtClip },
	notVideo: { title: 'The downloaded file is not a video', nextStep: lookAtClip },
	tooLarge: {
		title: "The file is larger than 'Max Size'",
		nextStep: (again) => `If n8n has space for the file, raise 'Max Size (MB)' in 'Options', then ${again}.`,
	},
	/** Redirects without an end, or to where a download must not go. */
	redirected: { title: 'The redirect of the link does not work', nextStep: lookAtClip },
	notStored: {
		title: 'n8n could not store the file',
		nextStep: (again) =>
			`Check the space where n8n stores binary data, then ${again}; large files need N8N_DEFAULT_BINARY_DATA_MODE=filesystem.`,
	},
	stopped: {
		title: 'The download was stopped',
		nextStep: () => "To download the file, use 'Get Clips' with the project ID.",
	},
} as const satisfies Record<string, { title: string; nextStep: NextStep }>;

export type DownloadFailureKind = keyof typeof DOWNLOADS;

/** What the error says of a download that gave no file; safe to show. */
export type FileFact =
	/** The connection broke off, and nobody says why. */
	| 'disconnected'
	/** The host sent nothing for a minute. */
	| 'silent'
	| { speaker: keyof typeof SPEAKERS; words: string }
	| { size: string; limit: string }
	| { type: string };

const SPEAKERS = { host: 'It', n8n: 'n8n', network: 'The network' };

export function describeFileFact(fact: FileFact): string {
	if (fact === 'disconnected') return 'The connection was interrupted.';
	if (fact === 'silent') return 'The host sent nothing for a minute.';
	if ('size' in fact) return `The file is ${fact.size}, the limit is ${fact.limit}.`;
	return 'type' in fact ? `Content type: ${fact.type}.` : `${SPEAKERS[fact.speaker]} says: "${fact.words}".`;
}

/** In characters. */
const NAME_LENGTH = 80;
const EVIDENCE_LENGTH = 400;

interface DownloadFacts {
	kind: DownloadFailureKind;
	projectId: string;
	/** Null where the item of the clip has none. */
	videoId: string | null;
	host: string;
	/** Absent where it does not matter. */
	httpStatus?: number | undefined;
	hindrance?: Hindrance | null | undefined;
	fileFacts?: readonly FileFact[];
	/** Whether the service was asked for a fresh link in vain. */
	hasNoFreshLink?: boolean;
}

export const fileTexts = {
	clipNotFound: ({ projectId, videoId }: { projectId: string; videoId: string }): ProblemText => ({
		title: `Project ${projectId} has no clip ${redact(videoId)}`,
		meaning: "The clips are not lost, and 'Get Clips' is free.",
		nextStep:
			"Compare 'Clip ID' with the videoId of a clip of this project. Without 'Clip ID', 'Get Clips' returns all of them.",
	}),
	download: (facts: DownloadFacts, audience: Audience): ProblemText => {
		const {
			kind,
			projectId,
			videoId,
			host,
			httpStatus,
			hindrance = null,
			fileFacts = [],
			hasNoFreshLink = false,
		} = facts;
		const { title, nextStep } = {
			title: DOWNLOADS[kind].title,
			nextStep: DOWNLOADS[kind].nextStep(againWhenPaidFor(audience)),
			...explainHindrance(hindrance, 'file'),
		};
		const answer =
			httpStatus === undefined ? `Host of the file: ${host}` : `${host} answered HTTP ${httpStatus}`;
		return {
			title: videoId === null ? title : `${title}: clip ${redact(videoId)}`,
			meaning: joinSentences(
				'The clip is not lost, and downloading it again costs nothing.',
				hasNoFreshLink ? 'No fresh link came from the service.' : '',
			),
			nextStep,
			background: joinSentences(
				`${answer} (project ${projectId}).`,
				redact(joinSentences(...fileFacts.map(describeFileFact)), EVIDENCE_LENGTH),
			),
		};
	},
	/** `name`: the ID or the title of the clip; may be empty. */
	noLink: ({ name }: { name: string }, audience: Audience): ProblemText => ({
		title: `The service gave no usable link to the file of clip ${redact(name, NAME_LENGTH)}`.trimEnd(),
		meaning: "'Get Clips' is free.",
		nextStep: lookAtClip(againWhenPaidFor(audience)),
	}),
};
