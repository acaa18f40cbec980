import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { readRetryAfter } from '../service/rules/network';
import { shown } from '../lib/values';
import { reasonOf } from '../n8n/failures';
import { beginExchange, readBytes } from './exchange';
import { askHost, type HostAnswer } from './fileHost';
import { DownloadError, type DownloadOutcome, outcomeOf } from './rules/downloadFailure';
import { excerptOfPage, readVideoType, type VideoType } from './rules/videoFile';

/** A file to store. */
interface FileOrder {
	/** The largest file that is wanted, in bytes. */
	maxBytes: number;
	/** The file's name, once it is known what kind of video it is. */
	nameOf: (type: VideoType) => string;
	/** When the download has to be over, epoch milliseconds. */
	until: number;
	/** Ends the download. */
	stop: AbortSignal;
}

/** A file in n8n's storage. */
export interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	/** Bytes. */
	fileSize: number;
	mimeType: string;
}

/** So many bytes tell whether a file is a video, and show what it is instead. */
const TELLING_BYTES = 1_024;

/** What ends a download, not only a transfer. */
const ENDED: ReadonlySet<DownloadOutcome> = new Set(['stopped', 'timedOut']);

/** Bytes in a megabyte, as people who look at files count them. */
export const MEGABYTE = 1024 * 1024;

/**
 * Downloads a file into n8n's storage of binary data, once and from its beginning, a few pieces of it in memory at a time where the
 * storage takes it so. What is no video is not stored, and of a transfer that fails the storage keeps no part.
 *
 * @param link - to the file
 * @throws DownloadError when the file is not in the storage
 */
export async function storeFile(
	context: IExecuteFunctions,
	link: URL,
	{ maxBytes, nameOf, until, stop }: FileOrder,
): Promise<StoredFile> {
	const exchange = beginExchange(stop, until);
	try {
		const answer = await askHost(context, link, exchange);
		const bytes = readBytes(answer.body, exchange);
		const start = await beginning(bytes).catch((error: unknown) => {
			// A refusal holds, whatever becomes of its page.
			if (answer.status !== 200 && error instanceof DownloadError && !ENDED.has(error.outcome)) {
				return Buffer.alloc(0);
			}
			throw error;
		});
		const type = readAnswer(answer, start, maxBytes);
		const fileName = nameOf(type);
		const passed: Passed = { bytes: 0, error: null };
		const pieces = counted(start, bytes, maxBytes, passed);
		try {
			const binary = await context.helpers.prepareBinaryData(streamOf(pieces), fileName, type.mimeType);
			return { binary, fileName, fileSize: passed.bytes, mimeType: type.mimeType };
		} catch (error) {
			// The storage may wrap what the transfer throws.
			throw passed.error ?? new DownloadError('notStored', { evidence: `n8n says: ${reasonOf(error)}` });
		}
	} finally {
		exchange.leave();
	}
}

/** What kind of video an answer brings. */
function readAnswer({ status, header, links }: HostAnswer, start: Buffer, maxBytes: number): VideoType {
	const page = excerptOfPage(start.subarray(0, TELLING_BYTES), links);
	const says = page === '' ? '' : `It says: "${page}".`;
	if (status !== 200) {
		throw new DownloadError(outcomeOf(status, page), {
			httpStatus: status,
			evidence: says,
			retryAfterMs: readRetryAfter(header('retry-after'), Date.now()),
		});
	}
	if (start.length === 0) throw new DownloadError('empty');
	const contentType = header('content-type');
	const type = readVideoType({ contentType, path: links.at(-1)?.pathname ?? '', start });
	if (type === null) {
		const declared = `Content type: ${contentType === null ? 'none' : shown(contentType.split(';', 1)[0])}.`;
		throw new DownloadError('notVideo', { evidence: `${declared} ${says}` });
	}
	const announced = Number(header('content-length') ?? 0);
	if (announced > maxBytes) throw tooLarge(inMegabytes(announced), maxBytes);
	return type;
}

/** What of a file has passed by, and what the transfer threw. */
interface Passed {
	bytes: number;
	error: DownloadError | null;
}

/** The bytes of a file on their way to the storage, as long as they are not too many. */
async function* counted(
	start: Buffer,
	rest: AsyncIterable<Buffer>,
	maxBytes: number,
	passed: Passed,
): AsyncGenerator<Buffer, void, undefined> {
	const count = (piece: Buffer): Buffer => {
		passed.bytes += piece.length;
		if (passed.bytes > maxBytes) throw tooLarge(`more than ${inMegabytes(maxBytes)}`, maxBytes);
		return piece;
	};
	try {
		yield count(start);
		for await (const piece of rest) yield count(piece);
	} catch (error) {
		throw noted(error, passed);
	}
}

function noted(error: unknown, passed: Passed): unknown {
	if (error instanceof DownloadError) passed.error = error;
	return error;
}

const inMegabytes = (bytes: number): string =>
	`${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 2 : 0)} MB`;

const tooLarge = (size: string, maxBytes: number): DownloadError =>
	new DownloadError('tooLarge', {
		evidence: `The file has ${size}, the limit is ${inMegabytes(maxBytes)}.`,
	});

/** As many bytes as tell what a file is, or all if it has less. */
async function beginning(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for (let length = 0; length < TELLING_BYTES; ) {
		const next = await bytes.next();
		if (next.done === true) break;
		pieces.push(next.value);
		length += next.value.length;
	}
	return Buffer.concat(pieces);
}

/**
 * A stream of these pieces, read only as fast as it is taken. n8n lets nodes import no streams; but a hash that has ended is
 * a stream of one piece, and `flatMap` makes any pieces of that one.
 */
const streamOf = (pieces: AsyncIterable<Buffer>) =>
	createHash('sha256')
		.end()
		.flatMap(() => pieces);
