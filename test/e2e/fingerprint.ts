import { createHash } from 'node:crypto';

/** What a file is told by. */
export interface Fingerprint {
	/** Bytes. */
	size: number;
	sha256: string;
	contentType: string;
}

/** Tells a file by its bytes. */
export function fingerprintOf(bytes: Uint8Array, contentType: string): Fingerprint {
	return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), contentType };
}
