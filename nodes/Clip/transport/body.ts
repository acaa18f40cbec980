import { z } from 'zod/v3';

/** The largest body that is read, in bytes. Thousands of clips with their transcripts fit many times. */
export const LARGEST_BODY = 50 * 1024 * 1024;

/** How long a body may take from its first to its last byte, in milliseconds; n8n itself bounds the silence between. */
const LONGEST_BODY = 120_000;

/** A body as n8n hands it over for `encoding: 'stream'`. */
const byteStream = z.custom<AsyncIterable<unknown>>(
	(value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

/** Either the whole text of a body, or why it was not read to its end. */
export type BodyText = { text: string } | { tooLarge: true } | { tooSlow: true };

/**
 * Reads a body as text, and leaves it when it is larger or slower than an answer of the service can be: a body
 * without an end would otherwise fill the memory of n8n. Bytes that are not UTF-8 become replacement characters.
 *
 * @param body - what n8n's HTTP helper returned as the body
 * @throws whatever the network throws when the body breaks off
 */
export async function readBody(body: unknown): Promise<BodyText> {
	const stream = byteStream.safeParse(body);
	if (!stream.success) return { text: typeof body === 'string' ? body : '' };

	const chunks: Buffer[] = [];
	const began = Date.now();
	let size = 0;
	// Leaving the loop early ends the stream and its connection.
	for await (const chunk of stream.data) {
		if (!Buffer.isBuffer(chunk)) continue;
		size += chunk.length;
		if (size > LARGEST_BODY) return { tooLarge: true };
		if (Date.now() - began > LONGEST_BODY) return { tooSlow: true };
		chunks.push(chunk);
	}
	return { text: Buffer.concat(chunks).toString('utf8') };
}
