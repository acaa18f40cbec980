import { MEGABYTE } from '../lib/limits';
import { isByteStream } from '../n8n/byteStream';

/**
 * The largest answer that is read, in bytes. A project of 100 clips, the most that the service documents, takes less than two
 * megabytes in any script.
 */
export const LARGEST_BODY = 12 * MEGABYTE;

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
