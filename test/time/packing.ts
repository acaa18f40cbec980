/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Transform } from 'node:stream';
import { BrotliDecompress, Unzip } from 'node:zlib';
import { z } from 'zod/v3';

type Take = (
	this: Transform,
	piece: unknown,
	encoding: unknown,
	taken: (...result: unknown[]) => void,
) => void;

const method = z.custom<Take>((value) => typeof value === 'function');

const UNPACKERS = [Unzip.prototype, BrotliDecompress.prototype];

/** What is unpacked just now. Node does that beside its loop, where nothing else shows it. */
export class Packing {
	private readonly working = new Set<Transform>();

	/** Begins to take note of it. */
	open(): void {
		const { working } = this;
		const take = method.parse(Reflect.get(Unzip.prototype, '_transform'));
		// Both have it from the same parent.
		const value: Take = function (piece, encoding, taken) {
			working.add(this);
			Reflect.apply(take, this, [
				piece,
				encoding,
				(...result: unknown[]) => {
					working.delete(this);
					taken(...result);
				},
			]);
		};
		for (const unpacker of UNPACKERS) {
			Object.defineProperty(unpacker, '_transform', { value, configurable: true });
		}
	}

	/** Ends that. */
	close(): void {
		for (const unpacker of UNPACKERS) Reflect.deleteProperty(unpacker, '_transform');
	}

	/** Whether something is unpacked that somebody wishes to read. */
	isBusy(): boolean {
		return [...this.working].some(
			(stream) => !stream.destroyed && stream.readableLength < stream.readableHighWaterMark,
		);
	}
}
