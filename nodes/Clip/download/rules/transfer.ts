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

/** What a host announces of a file. */
export interface FileHead {
	contentType: string | null;
	/** Bytes; null when the host does not say. */
	length: number | null;
	/** What tells this file from a later one under the same link, for `If-Range`; null when nothing does. */
	validator: string | null;
	/** Whether the host may send a part of the file. */
	inParts: boolean;
	/** The `ETag`; null when there is none. */
	tag: string | null;
}

/** A header of an answer, null when it has none of that name. */
export type Header = (name: string) => string | null;

/**
 * Reads what a host announces of a file.
 *
 * @param header - the headers of an answer that carries the whole file
 */
export function readHead(header: Header): FileHead {
	const etag = header('etag');
	return {
		contentType: header('content-type'),
		length: readLength(header('content-length')),
		// A weak one says "much the same", which is not enough to put parts together.
		validator: etag !== null && !etag.startsWith('W/') ? etag : header('last-modified'),
		inParts: header('accept-ranges')?.trim().toLowerCase() !== 'none',
		tag: etag,
	};
}

const readLength = (text: string | null): number | null =>
	text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

/**
 * Whether the rest of a file can be asked for: only where it could be told from that of another file.
 *
 * @param head - what the host announced; null before its first answer
 */
export const mayResume = (head: FileHead | null): head is FileHead & { validator: string } =>
	head?.inParts === true && head.validator !== null;

/**
 * The headers that ask for the rest of a file; none for all of it.
 *
 * @param head - what the host announced; null before its first answer
 * @param received - bytes that are here
 */
export const rangeHeaders = (head: FileHead | null, received: number): Record<string, string> =>
	received > 0 && mayResume(head) ? { Range: `bytes=${received}-`, 'If-Range': head.validator } : {};

/**
 * Whether the body of an answer is what was asked for: the file, or its rest. `total` is the length of the whole file as the
 * answer tells it, null when it does not.
 */
type BodyStart = { total: number | null } | { failure: DownloadFailure };

/** Where redirects are told; other statuses from 300 to 399 lead nowhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Whether a status sends the download elsewhere.
 *
 * @param status - of an answer
 */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/**
 * Reads the answer of a host: whether its body is what was asked for, or why not.
 *
 * @param status - of the answer, no redirect
 * @param header - its headers
 * @param head - what the host announced before; null for the first answer
 * @param received - bytes that are here and that the request told of
 */
export function readBodyStart(
	status: number,
	header: Header,
	head: FileHead | null,
	received: number,
): BodyStart {
	if (status === 200 || status === 203) {
		// A host that has another file by now, or no parts, sends all instead of the rest.
		return received > 0 ? { failure: wrongPart(status) } : { total: readLength(header('content-length')) };
	}
	if (status === 206) {
		const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(header('content-range')?.trim() ?? '');
		const total = readLength(range?.[2] ?? null);
		const tag = header('etag');
		// Not every host obeys If-Range.
		const retagged = received > 0 && tag !== null && head?.tag != null && tag !== head.tag;
		if (Number(range?.[1]) === received && !retagged && !isAnother(head, total)) return { total };
		if (head !== null) return { failure: wrongPart(status) };
	}
	if (status === 416 && received > 0) return { failure: wrongPart(status) };
	return { failure: downloadFailure(outcomeOf(status), { httpStatus: status }) };
}

const isAnother = (head: FileHead | null, total: number | null): boolean =>
	head !== null && head.length !== null && total !== null && total !== head.length;

/** A host that promised parts and cannot give the right one: the whole file is asked for next. */
const wrongPart = (httpStatus: number): DownloadFailure =>
	downloadFailure('incomplete', { httpStatus, evidence: 'The host could not send the rest of the file.' });

function outcomeOf(status: number): DownloadOutcome {
	if (status === 403 || status === 410) return 'expired';
	if (status === 404) return 'notFound';
	if (status === 204 || status === 205) return 'empty';
	return status === 408 || status === 425 || status === 429 || status >= 500 ? 'unavailable' : 'refused';
}

/**
 * What a refusal means, with its page in mind: some stores answer HTTP 400 or 401 for a link that has expired, and only their
 * page says so.
 *
 * @param failure - what the status alone says
 * @param page - what the page says
 */
export const readOutcome = ({ outcome }: DownloadFailure, page: string): DownloadOutcome =>
	outcome === 'refused' && /expired/i.test(page) ? 'expired' : outcome;

/**
 * What is wrong with the size of a file, if anything.
 *
 * @param head - what the host announced
 * @param received - bytes that are here
 * @param maxBytes - the largest file that is wanted
 */
export function checkSize(head: FileHead, received: number, maxBytes: number): DownloadFailure | null {
	const { length } = head;
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

/**
 * What is wrong with a file that has come to its end, if anything.
 *
 * @param head - what the host announced
 * @param received - bytes that are here
 */
export function checkEnd({ length }: FileHead, received: number): DownloadFailure | null {
	if (length !== null && received < length) {
		return downloadFailure('incomplete', { evidence: `${received} of ${length} bytes came.` });
	}
	return received === 0 ? downloadFailure('empty') : null;
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
