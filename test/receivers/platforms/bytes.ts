import { createHash } from 'node:crypto';
import type { ReceivedFile } from './types';

/** Tells a file by its bytes while they come in. */
export class Bytes {
	private readonly hash = createHash('sha256');
	private count = 0;

	/** How many came so far. */
	get size(): number {
		return this.count;
	}

	/** Takes all bytes of a body. */
	async take(body: AsyncIterable<Uint8Array>): Promise<void> {
		for await (const chunk of body) {
			this.hash.update(chunk);
			this.count += chunk.length;
		}
	}

	/** The file that the bytes make; no more can follow. */
	file(contentType: string): ReceivedFile {
		return { size: this.count, sha256: this.hash.digest('hex'), contentType };
	}
}

/** A parameter of a query; empty when it is missing or given twice. */
export const parameter = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where the bytes of a request belong in the file, as its header says; absent when it does not say so. */
export function rangeOf(header: string | undefined): { from: number; to: number; size: number } | undefined {
	const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
	return from === undefined ? undefined : { from: Number(from), to: Number(to), size: Number(size) };
}
