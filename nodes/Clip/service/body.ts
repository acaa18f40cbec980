import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n stores: bytes or a stream of them. */
type Storable = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** A body as n8n hands it over for `encoding: 'stream'`: a Readable of Node.js, whose module nodes may not import. */
export type ByteStream = AsyncIterable<unknown> & {
	constructor: { from(pieces: AsyncIterable<Buffer>): Storable };
	destroy(): unknown;
	on(event: 'error', listener: () => void): unknown;
};

export const isByteStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	'destroy' in body &&
	'on' in body &&
	'from' in body.constructor;

/** A stream of the same kind that brings other pieces, only as fast as they are taken. */
export const streamLike = (body: ByteStream, pieces: AsyncIterable<Buffer>): Storable =>
	body.constructor.from(pieces);

/**
 * The largest answer that is read, in bytes. A project of 100 clips, the most that the service documents, takes less than two
 * megabytes in any script.
 */
export const LARGEST_BODY = 12 * 1024 * 1024;

/**
 * Reads a body as text, and closes it when it is larger than an answer of the service can be: a body without an end would
 * otherwise fill the memory of n8n. A byte order mark is left out; bytes that are not UTF-8 become replacement characters.
 *
 * @param body - what n8n's HTTP helper returned as the body, unpacked where it came packed
 * @returns the whole text; null when it is too large
 * @throws whatever the network throws when the body breaks off, and when `end` has ended the reading
 */
export async function readBody(body: unknown, end: AbortSignal): Promise<string | null> {
	if (!isByteStream(body)) return typeof body === 'string' ? body : '';

	const chunks: Buffer[] = [];
	let size = 0;
	const close = () => void body.destroy();
	// An error that comes after the reader has gone would end the whole process.
	body.on('error', () => undefined);
	end.addEventListener('abort', close, { once: true });
	try {
		end.throwIfAborted();
		for await (const chunk of body) {
			if (!Buffer.isBuffer(chunk)) continue;
			size += chunk.length;
			if (size > LARGEST_BODY) return null;
			chunks.push(chunk);
		}
	} finally {
		close();
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}
