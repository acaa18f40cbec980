import { fit } from '../../values/outside';

/** What may become of a download that gives no file. */
export const DOWNLOAD_OUTCOMES = [
	/** The host accepts the link no more. */
	'expired',
	'notFound',
	/** The host, or n8n itself, allows no download. */
	'refused',
	/** No answer, or one that says to come back later. */
	'unavailable',
	/** The host fell silent, or sends next to nothing. */
	'stalled',
	/** All tries and pauses together took longer than the user wants. */
	'timedOut',
	/** The transfer broke off. */
	'incomplete',
	/** More came than was announced. */
	'tooLong',
	'empty',
	'notVideo',
	'tooLarge',
	/** Redirects without an end, or to where a download must not go. */
	'redirected',
	/** n8n could not keep the file. */
	'notStored',
	/** The place where n8n keeps files takes none that large. */
	'tooLargeToStore',
	'stopped',
] as const;

/** One of {@link DOWNLOAD_OUTCOMES}. */
export type DownloadOutcome = (typeof DOWNLOAD_OUTCOMES)[number];

/** Why a download gave no file. */
export interface DownloadFailure {
	outcome: DownloadOutcome;
	/** The host's status; null when it has none to do with it. */
	httpStatus: number | null;
	/** What else is known, for people: no links, which are secrets. Empty or a whole sentence. */
	evidence: string;
	/** When the host asked to come back, milliseconds from its answer on; null when it did not say. */
	retryAfterMs: number | null;
}

/** How much evidence an error shows, in characters. */
const EVIDENCE_LENGTH = 400;

/**
 * A failure with what is known of it.
 *
 * @param outcome - what became of the download
 * @param known - what else is known
 */
export const downloadFailure = (
	outcome: DownloadOutcome,
	known: Partial<DownloadFailure> = {},
): DownloadFailure => ({
	outcome,
	httpStatus: null,
	retryAfterMs: null,
	...known,
	// It quotes hosts, n8n and what keeps its files.
	evidence: fit(known.evidence ?? '', EVIDENCE_LENGTH),
});

/** The length that a host announced, in bytes; null when it did not say. */
interface Announced {
	length: number | null;
}

/**
 * What is wrong with the size of a file, if anything.
 *
 * @param head - what the host announced
 * @param received - bytes that are here
 * @param maxBytes - the largest file that is wanted
 */
export function checkSize({ length }: Announced, received: number, maxBytes: number): DownloadFailure | null {
	if (length !== null && received > length) return downloadFailure('tooLong');
	if (Math.max(length ?? 0, received) <= maxBytes) return null;
	const size = length === null ? `more than ${inMegabytes(received)}` : inMegabytes(length);
	return downloadFailure('tooLarge', {
		evidence: `The file has ${size}, the limit is ${inMegabytes(maxBytes)}.`,
	});
}

/** Bytes in a megabyte, as people who look at files count them. */
export const MEGABYTE = 1024 * 1024;

const inMegabytes = (bytes: number): string =>
	`${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 2 : 0)} MB`;

const inWords = (bytes: number): string => (bytes < MEGABYTE ? `${bytes} bytes` : inMegabytes(bytes));

/**
 * What is wrong with a file that has come to its end, if anything.
 *
 * @param length - what the host announced; null when it did not say
 * @param received - bytes that are here
 * @param isCut - whether the film itself says that it goes on
 */
export function checkEnd(length: number | null, received: number, isCut: boolean): DownloadFailure | null {
	if (received === 0 && (length ?? 0) === 0) return downloadFailure('empty');
	if (length !== null && received < length) return downloadFailure('incomplete');
	return isCut ? downloadFailure('incomplete', { evidence: 'The file ends before the video does.' }) : null;
}

/** Of these it matters how far the download got. */
const ON_THE_WAY: ReadonlySet<DownloadOutcome> = new Set([
	'unavailable',
	'stalled',
	'timedOut',
	'incomplete',
]);

/**
 * A failure that says how far the download got.
 *
 * @param failure - what became of it
 * @param received - bytes that came
 * @param length - what the host announced; null when it did not say
 */
export function withProgress(
	failure: DownloadFailure,
	received: number,
	length: number | null,
): DownloadFailure {
	if (!ON_THE_WAY.has(failure.outcome) || received === 0) return failure;
	const came = `${inWords(received)}${length === null ? '' : ` of ${inWords(length)}`} came.`;
	return { ...failure, evidence: failure.evidence === '' ? came : `${failure.evidence} ${came}` };
}

const PASSING: ReadonlySet<DownloadOutcome> = new Set(['unavailable', 'stalled', 'incomplete']);

/** Milliseconds before each further try. */
const PAUSES: readonly number[] = [1_000, 5_000, 20_000];

/** A host that sends next to nothing takes a minute each time to be found out. */
const PAUSES_WHEN_STALLED = PAUSES.slice(0, 2);

/** The longest pause that a host may ask for, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** A try that brought as many bytes was worth it: the next ones count from the beginning. */
const PROGRESS = MEGABYTE;

/** How often a download was tried. */
export interface Tries {
	/** Tries in a row that brought next to nothing. */
	inVain: number;
}

/**
 * The tries after one that failed.
 *
 * @param tries - the tries before
 * @param brought - bytes that the failed one brought
 */
export const afterFailure = (tries: Tries, brought: number): Tries => ({
	inVain: brought >= PROGRESS ? 1 : tries.inVain + 1,
});

/**
 * How long to pause before the next try, in milliseconds; null when there is none.
 *
 * @param failure - what became of the last try
 * @param tries - the tries so far
 */
export function pauseBeforeRetry(failure: DownloadFailure, { inVain }: Tries): number | null {
	const growing = (failure.outcome === 'stalled' ? PAUSES_WHEN_STALLED : PAUSES)[inVain - 1];
	if (!PASSING.has(failure.outcome) || growing === undefined) return null;
	return Math.min(Math.max(growing, failure.retryAfterMs ?? 0), LONGEST_PAUSE);
}
