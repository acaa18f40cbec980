import { downloadFailure, type DownloadFailure, type DownloadOutcome } from './transfer';

/** What a host announces of a file. */
export interface FileHead {
	contentType: string | null;
	/** How the file is still packed when it is here; null when it is not. */
	packing: string | null;
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

/** The beginning of an answer. */
interface Beginning {
	/** No redirect. */
	status: number;
	header: Header;
}

/**
 * Reads what a host announces of a file.
 *
 * @param answer - one that carries the file from its beginning
 * @param total - its length, as far as the answer tells
 */
export function readHead({ header }: Beginning, total: number | null): FileHead {
	const etag = header('etag');
	const packing = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
	return {
		contentType: header('content-type'),
		packing: packing === 'identity' ? null : packing,
		length: total,
		// A weak one says "much the same", which is not enough to put parts together.
		validator: etag !== null && !etag.startsWith('W/') ? etag : header('last-modified'),
		inParts: header('accept-ranges')?.trim().toLowerCase() !== 'none',
		tag: etag,
	};
}

const readLength = (text: string | null): number | null =>
	text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

/**
 * How many bytes the body of an answer must have. Node.js sees to it: a body that has more or fewer all the same was packed, and
 * n8n has unpacked it on the way, unasked, and has taken the header away that told of it.
 *
 * @param header - the headers of the answer
 * @returns null when nobody counts them
 */
export const readFrame = (header: Header): number | null =>
	header('transfer-encoding') === null ? readLength(header('content-length')) : null;

/** So many bytes that are here are asked for again: not every host knows whether the rest is that of the same file. */
export const OVERLAP = 16 * 1024;

/**
 * Whether a download can go on where it broke off. The rest can be asked for only where it could be told from that of another
 * file; a short beginning can be compared whole.
 *
 * @param head - what the host announced; null before its first answer
 * @param received - bytes that are here
 */
export const canGoOn = (head: FileHead | null, received: number): boolean =>
	received <= OVERLAP || (head?.inParts === true && head.validator !== null);

/**
 * From which byte on a file is asked for.
 *
 * @param received - bytes that are here
 */
export const beginAt = (received: number): number => Math.max(0, received - OVERLAP);

/**
 * The headers that ask for the rest of a file; none for all of it.
 *
 * @param head - what the host announced; null before its first answer
 * @param from - the first byte
 */
export const rangeHeaders = (head: FileHead | null, from: number): Record<string, string> =>
	from === 0 || head?.validator == null ? {} : { Range: `bytes=${from}-`, 'If-Range': head.validator };

/**
 * Whether the body of an answer is what was asked for: the file, or its rest. `total` is the length of the whole file as the
 * answer tells it, `end` the byte up to which the body goes; null when it does not tell.
 */
type BodyStart = { total: number | null; end: number | null } | { failure: DownloadFailure };

/**
 * Reads the answer of a host: whether its body is what was asked for, or why not.
 *
 * @param answer - to a request for the file, or its rest
 * @param head - what the host announced before; null when all of the file was asked for
 * @param from - the first byte that was asked for
 */
export function readBodyStart(answer: Beginning, head: FileHead | null, from: number): BodyStart {
	const { status, header } = answer;
	const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header('content-range')?.trim() ?? '');
	const part = range === null ? null : { from: Number(range[1]), end: Number(range[2]) + 1 };
	const total = readLength(range?.[3] ?? null);
	if (status === 200 || status === 203) {
		// A host that has another file by now, or no parts, sends all instead of the rest. Some send a part and do not say so.
		if (from > 0 || (part !== null && part.from > 0)) return { failure: wrongPart(status) };
		return { total: total ?? readLength(header('content-length')), end: part?.end ?? null };
	}
	if (status === 206 && part?.from === from) {
		const tag = header('etag');
		// Not every host obeys If-Range.
		const isAnother =
			head !== null &&
			((tag !== null && head.tag !== null && tag !== head.tag) ||
				(head.length !== null && total !== null && total !== head.length));
		if (!isAnother) return { total, end: part.end };
	}
	if ((status === 206 || status === 416) && from > 0) return { failure: wrongPart(status) };
	return { failure: downloadFailure(outcomeOf(status), { httpStatus: status }) };
}

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
