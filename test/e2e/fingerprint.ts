/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
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
