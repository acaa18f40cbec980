import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { ByteStream } from '../../n8n/byteStream';
import { readRetryAfter } from '../../n8n/network';
import { MEGABYTE } from '../../lib/limits';
import { describeValue } from '../../lib/values';
import { reasonOf } from '../../n8n/foreignError';
import { requestFile, beginExchange, DownloadError, type Exchange, type HostResponse } from './fileHost';
import type { FileFact } from '../../problems/files';
import { asExpiredIfPast, type DownloadFailure, downloadFailureKindOf } from '../rules/downloadFailure';
import { excerptOfPage, readVideoFormat, type VideoFormat } from '../rules/videoFile';

interface FileLimits {
	/** The largest file that is wanted, in bytes. */
	maxBytes: number;
	/** The file's name without an extension. */
	stem: string;
	/** When the download has to be over, epoch milliseconds. */
	until: number;
	signal: AbortSignal;
}

interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	/** Bytes. */
	fileSize: number;
	mimeType: string;
}

const OK = 200;

/** How many bytes it takes to tell whether a file is a video, and what it is instead. */
const TELLING_BYTES = 1_024;

/**
 * Downloads a file into n8n's storage of binary data, in one try. If the storage can stream, only a few pieces are in memory at a time.
 * What is no video is not stored, nor any part of a transfer that fails.
 *
 * @returns the file, or why it cannot be had
 */
export async function tryDownload(
	context: IExecuteFunctions,
	link: URL,
	{ maxBytes, stem, until, signal }: FileLimits,
): Promise<StoredFile | { failure: DownloadFailure }> {
	const exchange = beginExchange(signal, until);
	try {
		const answer = await requestFile(context, link, exchange);
		const bytes = readBytes(answer.body, exchange);
		// The status of a refusal says enough, even if its page cannot be read.
		const reading = readBeginning(bytes);
		const start = await (answer.statusCode === OK ? reading : reading.catch(() => Buffer.alloc(0)));
		const { ext, mimeType } = formatOf(answer, start, maxBytes);
		const fileName = `${stem}.${ext}`;
		let fileSize = 0;
		const pieces = async function* () {
			for await (const piece of chain(start, bytes)) {
				fileSize += piece.length;
				if (fileSize > maxBytes) throw tooLargeError(`more than ${formatMegabytes(maxBytes)}`, maxBytes);
				yield piece;
			}
		};
		const binary = await context.helpers.prepareBinaryData(
			// A stream of the same class, which brings pieces only as fast as they are taken.
			answer.body.constructor.from(pieces()),
			fileName,
			mimeType,
		);
		return { binary, fileName, fileSize, mimeType };
	} catch (thrown) {
		return { failure: asExpiredIfPast(failureOf(thrown), link, Date.now()) };
	} finally {
		exchange.close();
	}
}

/** Any other error comes, as a rule, from n8n's storage. */
const failureOf = (thrown: unknown): DownloadFailure =>
	thrown instanceof DownloadError
		? thrown.failure
		: { kind: 'notStored', fileFacts: [{ speaker: 'n8n', words: reasonOf(thrown) }] };

/** @throws DownloadError when the host stops sending */
async function* readBytes(body: ByteStream, exchange: Exchange): AsyncGenerator<Buffer, void, undefined> {
	const pieces = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const piece = await exchange.receive(pieces.next(), 'incomplete');
			if (piece.done === true) return;
			if (Buffer.isBuffer(piece.value)) yield piece.value;
		}
	} finally {
		body.destroy();
	}
}

/** At least {@link TELLING_BYTES}, or all bytes of a shorter file. */
async function readBeginning(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for (let length = 0; length < TELLING_BYTES; ) {
		const next = await bytes.next();
		if (next.done === true) break;
		pieces.push(next.value);
		length += next.value.length;
	}
	return Buffer.concat(pieces);
}

async function* chain(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	yield start;
	yield* rest;
}

/** @throws DownloadError when an answer brings no video, or announces one that is too large */
function formatOf(
	{ statusCode, headers, links }: HostResponse,
	start: Buffer,
	maxBytes: number,
): VideoFormat {
	const page = excerptOfPage(start.subarray(0, TELLING_BYTES), links);
	const pageFacts: FileFact[] = page === '' ? [] : [{ speaker: 'host', words: page }];
	if (statusCode !== OK) {
		throw new DownloadError(downloadFailureKindOf(statusCode, page), {
			httpStatus: statusCode,
			fileFacts: pageFacts,
			retryAt: readRetryAfter(headers['retry-after'], Date.now()),
		});
	}
	if (start.length === 0) throw new DownloadError('empty');
	const contentType = headers['content-type'];
	const type = readVideoFormat({ contentType, path: links.at(-1)?.pathname ?? '', start });
	if (type === null) {
		const declared = contentType === '' ? 'none' : describeValue(contentType.split(';', 1)[0]);
		throw new DownloadError('notVideo', { fileFacts: [{ type: declared }, ...pageFacts] });
	}
	const announced = Number(headers['content-length']);
	if (announced > maxBytes) throw tooLargeError(formatMegabytes(announced), maxBytes);
	return type;
}

/** Rounded up, so that what is larger than a limit reads so. */
const formatMegabytes = (bytes: number): string =>
	`${(Math.ceil((bytes / MEGABYTE) * 100) / 100).toFixed(2)} MB`;

const tooLargeError = (size: string, maxBytes: number): DownloadError =>
	new DownloadError('tooLarge', {
		fileFacts: [{ size, limit: formatMegabytes(maxBytes) }],
	});
