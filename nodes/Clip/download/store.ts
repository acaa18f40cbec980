import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { reasonOf } from '../n8n/failures';
import { readStoreFailure } from './rules/downloadAdvice';
import { excerptOfPage } from './rules/page';
import { downloadFailure, type DownloadFailure } from './rules/transfer';
import { shown } from '../values/values';
import { readVideoType, TELLING_BYTES, type VideoType } from './rules/videoFile';
import { eachSecond } from '../client/eachSecond';
import { partOf, whyEnded } from './fileHost';
import { Transfer, type TransferOrder } from './fileTransfer';

/** A file to download into n8n's store of binary data. */
interface DownloadOrder extends TransferOrder {
	/** How long all of it may take, in milliseconds. */
	maxMs: number;
	/** The file's name, once it is known what kind of video it is. */
	nameOf: (type: VideoType) => string;
}

/** A file in n8n's store. */
export interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	/** Bytes. */
	fileSize: number;
	mimeType: string;
	/** How long the film plays; null when it does not tell. */
	durationSeconds: number | null;
}

/** What became of a download. */
type Downloaded = { file: StoredFile } | { failure: DownloadFailure; host: string };

/**
 * Downloads a file into n8n's store of binary data, a few pieces of it in memory at a time where the store can take it so. What
 * is no video never gets there, and the store is told of a transfer that fails, so that it keeps no part of the file.
 *
 * @param order - what to download, and as what
 */
export async function download(context: IExecuteFunctions, order: DownloadOrder): Promise<Downloaded> {
	const whole = partOf(order.signal);
	const transfer = new Transfer(context, { ...order, signal: whole.signal });
	const began = Date.now();
	void eachSecond(whole.signal, () => {
		if (Date.now() - began >= order.maxMs) whole.leave(timedOut(order.maxMs));
	});
	try {
		for (;;) {
			try {
				return { file: await store(context, order, transfer) };
			} catch (error) {
				if (transfer.anew) continue;
				const failure =
					transfer.failure ?? (whole.signal.aborted ? whyEnded(whole.signal) : notStored(error));
				return { failure, host: transfer.link.host };
			}
		}
	} finally {
		// A store that gives up does not say so to a transfer that waits for its host.
		whole.leave();
	}
}

async function store(
	context: IExecuteFunctions,
	order: DownloadOrder,
	transfer: Transfer,
): Promise<StoredFile> {
	const bytes = transfer.bytes();
	const start = await beginning(bytes);
	const { contentType = null, packing = null } = transfer.head ?? {};
	const path = transfer.links.at(-1)?.pathname ?? '';
	// Of what is packed nobody has said what it is.
	const type = readVideoType({ contentType: packing === null ? contentType : null, path, start });
	if (type === null) {
		await bytes.return();
		const says = excerptOfPage(start, transfer.links);
		const packed = packing === null ? '' : `, packed as ${shown(packing)}`;
		const evidence = `Content type: ${contentType === null ? 'none' : shown(contentType)}${packed}.${says === '' ? '' : ` It says: "${says}".`}`;
		throw transfer.fail(downloadFailure('notVideo', { evidence }));
	}
	const fileName = order.nameOf(type);
	const stream = streamOf(joined(start, bytes));
	const binary = await context.helpers.prepareBinaryData(stream, fileName, type.mimeType);
	const { received: fileSize, film } = transfer;
	return { binary, fileName, fileSize, mimeType: type.mimeType, durationSeconds: film.durationSeconds };
}

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

async function* joined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
	yield start;
	yield* rest;
}

/**
 * A stream of these pieces, read only as fast as it is taken. n8n lets nodes import no streams; but a hash that has ended is
 * a stream of one piece, and `flatMap` makes any pieces of that one.
 */
const streamOf = (pieces: AsyncGenerator<Buffer>) =>
	createHash('sha256')
		.end()
		.flatMap(() => pieces);

const timedOut = (maxMs: number): DownloadFailure =>
	downloadFailure('timedOut', { evidence: `The limit is ${maxMs / 60_000} minutes.` });

const notStored = (error: unknown): DownloadFailure => readStoreFailure(reasonOf(error));
