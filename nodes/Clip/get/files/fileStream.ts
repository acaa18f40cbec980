import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { type ByteStream, streamLike } from '../../n8n/byteStream';
import { readRetryAfter } from '../../service/rules/network';
import { MEGABYTE } from '../../lib/limits';
import { quote } from '../../lib/values';
import { reasonOf } from '../../n8n/foreignError';
import { askHost, beginExchange, type Exchange, type HostAnswer } from './fileHost';
import type { FileFact } from '../../problems/files';
import { DownloadError, kindOfAnswer } from '../rules/downloadError';
import { excerptOfPage, readVideoFormat, type VideoFormat } from '../rules/videoFile';

/** What a download is allowed, and how its file is called. */
interface FileLimits {
	/** The largest file that is wanted, in bytes. */
	maxBytes: number;
	/** The file's name without its extension, which follows from the kind of video. */
	stem: string;
	/** When the download has to be over, epoch milliseconds. */
	until: number;
	signal: AbortSignal;
}

/** A stored file, as {@link storeFile} leaves it in n8n's storage. */
interface NewFile {
	binary: IBinaryData;
	fileName: string;
	/** Bytes. */
	fileSize: number;
	mimeType: string;
}

const OK = 200;

/** The first bytes, enough to tell whether a file is a video, and what it is instead. */
const TELLING_BYTES = 1_024;

/**
 * Downloads a file into n8n's storage of binary data, in one try from its beginning. Only a few pieces of it are in memory at a time,
 * if the storage can stream. What is no video is not stored, and of a transfer that fails the storage keeps no part.
 *
 * @throws DownloadError when the file cannot be had, and what n8n's storage throws, see {@link asDownloadError}
 */
export async function storeFile(
	context: IExecuteFunctions,
	link: URL,
	{ maxBytes, stem, until, signal }: FileLimits,
): Promise<NewFile> {
	const exchange = beginExchange(signal, until);
	try {
		const answer = await askHost(context, link, exchange);
		const bytes = readBytes(answer.body, exchange);
		const start = await readBeginning(bytes).catch((error: unknown) => {
			// A refusal holds, whatever becomes of its page.
			if (answer.statusCode === OK) throw error;
			return Buffer.alloc(0);
		});
		const { ext, mimeType } = formatOf(answer, start, maxBytes);
		const fileName = `${stem}.${ext}`;
		let fileSize = 0;
		const pieces = async function* () {
			for await (const piece of chain(start, bytes)) {
				fileSize += piece.length;
				if (fileSize > maxBytes) throw tooLarge(`more than ${inMegabytes(maxBytes)}`, maxBytes);
				yield piece;
			}
		};
		const binary = await context.helpers.prepareBinaryData(
			streamLike(answer.body, pieces()),
			fileName,
			mimeType,
		);
		return { binary, fileName, fileSize, mimeType };
	} finally {
		exchange.close();
	}
}

/** Any error of {@link storeFile} that is not the download's comes from n8n's storage. */
export const asDownloadError = (error: unknown): DownloadError =>
	error instanceof DownloadError
		? error
		: new DownloadError('notStored', { fileFacts: [{ n8n: reasonOf(error) }] });

/** The bytes of a body, as long as its host keeps sending. */
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

/** The bytes that tell what a file is, or all of them if it has fewer. */
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

/**
 * The kind of video that an answer brings.
 *
 * @throws DownloadError when it brings none, or a file that is announced as too large
 */
function formatOf({ statusCode, headers, links }: HostAnswer, start: Buffer, maxBytes: number): VideoFormat {
	const page = excerptOfPage(start.subarray(0, TELLING_BYTES), links);
	const says: FileFact[] = page === '' ? [] : [{ page }];
	if (statusCode !== OK) {
		throw new DownloadError(kindOfAnswer(statusCode, page), {
			httpStatus: statusCode,
			fileFacts: says,
			retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
		});
	}
	if (start.length === 0) throw new DownloadError('empty');
	const contentType = headers['content-type'];
	const type = readVideoFormat({ contentType, path: links.at(-1)?.pathname ?? '', start });
	if (type === null) {
		const declared = contentType === '' ? 'none' : quote(contentType.split(';', 1)[0]);
		throw new DownloadError('notVideo', { fileFacts: [{ type: declared }, ...says] });
	}
	const announced = Number(headers['content-length']);
	if (announced > maxBytes) throw tooLarge(inMegabytes(announced), maxBytes);
	return type;
}

const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(2)} MB`;

const tooLarge = (size: string, maxBytes: number): DownloadError =>
	new DownloadError('tooLarge', {
		fileFacts: [{ size, limit: inMegabytes(maxBytes) }],
	});
