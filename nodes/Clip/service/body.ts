import { LARGEST_BODY } from '../lib/limits';
import { isByteStream } from '../n8n/byteStream';

/**
 * Reads a body as text. A body without an end would fill the memory of n8n, so one that is too large is closed.
 *
 * @param body - as n8n's HTTP helper gives it, unpacked
 * @param signal - ends the reading
 * @returns null when it is too large
 * @throws what the network throws when the body breaks off, or the reading is ended
 */
export async function readBody(body: unknown, signal: AbortSignal): Promise<string | null> {
	if (!isByteStream(body)) return typeof body === 'string' ? body : '';

	const chunks: Buffer[] = [];
	let size = 0;
	const close = () => void body.destroy();
	// An error that comes after the reader has gone would end the whole process.
	body.on('error', () => undefined);
	signal.addEventListener('abort', close, { once: true });
	try {
		signal.throwIfAborted();
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
