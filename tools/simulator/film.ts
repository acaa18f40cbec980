import { createHash } from 'node:crypto';

/** Bytes that begin like an MP4 file and are none. */
export function film(size: number, seed = 1): Buffer {
	const block = createHash('sha512').update(String(seed)).digest();
	const bytes = Buffer.alloc(size, block);
	for (let at = 32; at + 4 <= size; at += 4_096) bytes.writeUInt32BE(at, at);
	bytes.write('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 0, 'latin1');
	return bytes;
}
