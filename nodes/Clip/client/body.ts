import { eachSecond } from './eachSecond';

/** The largest body that is read, in bytes. Thousands of clips with their transcripts fit many times. */
const LARGEST_BODY = 50 * 1024 * 1024;

/**
 * How long a body may take, in milliseconds. The time limit of n8n's helper ends with the headers, so that a body that
 * falls silent or comes in drops would hold the node for ever.
 */
const LONGEST_BODY = 120_000;

/** A body as n8n hands it over for `encoding: 'stream'`. */
export type ByteStream = AsyncIterable<unknown> & { destroy(): unknown };

/**
 * Whether n8n has handed over a stream.
 *
 * @param body - of an answer
 */
export const isByteStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	'destroy' in body &&
	typeof body.destroy === 'function';

/** Either the whole text of a body, or why it was not read to its end. */
type BodyText = { text: string } | { tooLarge: true } | { tooSlow: true };

/**
 * Reads a body as text, and leaves it when it is larger or slower than an answer of the service can be: a body
 * without an end would otherwise fill the memory of n8n. Bytes that are not UTF-8 become replacement characters.
 *
 * @param body - what n8n's HTTP helper returned as the body
 * @throws whatever the network throws when the body breaks off
 */
export async function readBody(body: unknown): Promise<BodyText> {
	if (!isByteStream(body)) return { text: typeof body === 'string' ? body : '' };

	const chunks: Buffer[] = [];
	const reader = body[Symbol.asyncIterator]();
	const began = Date.now();
	let size = 0;
	const read = new AbortController();
	// A stream that is destroyed does not wake its reader, so the reader races against the clock.
	const timeUp = new Promise<'timeUp'>((resolve) => {
		void eachSecond(read.signal, () => {
			if (Date.now() - began > LONGEST_BODY) resolve('timeUp');
		});
	});
	try {
		for (;;) {
			const next = await Promise.race([reader.next(), timeUp]);
			if (next === 'timeUp') return { tooSlow: true };
			if (next.done) break;
			const chunk: unknown = next.value;
			if (!Buffer.isBuffer(chunk)) continue;
			size += chunk.length;
			if (size > LARGEST_BODY) return { tooLarge: true };
			chunks.push(chunk);
		}
	} finally {
		read.abort();
		body.destroy();
	}
	return { text: Buffer.concat(chunks).toString('utf8') };
}
