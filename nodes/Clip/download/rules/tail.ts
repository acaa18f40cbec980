import { OVERLAP } from './fileAnswer';

/** The last bytes of what has come of a file, to compare them with those that come again. */
export class Tail {
	/** Twice as much as is needed, so that small pieces do not move all of it each time. */
	private readonly bytes = new Uint8Array(2 * OVERLAP);
	private filled = 0;

	/**
	 * Takes note of the next bytes.
	 *
	 * @param piece - what follows upon the bytes before
	 */
	add(piece: Uint8Array): void {
		const fresh = piece.subarray(Math.max(0, piece.length - OVERLAP));
		if (this.filled + fresh.length > this.bytes.length) {
			this.bytes.copyWithin(0, this.filled - OVERLAP, this.filled);
			this.filled = OVERLAP;
		}
		this.bytes.set(fresh, this.filled);
		this.filled += fresh.length;
	}

	/**
	 * Whether bytes are those that came before.
	 *
	 * @param piece - some that have come again
	 * @param back - how far before the end they begin
	 */
	matches(piece: Uint8Array, back: number): boolean {
		const from = this.filled - back;
		const known = this.bytes.subarray(from, from + piece.length);
		return known.length === piece.length && known.every((byte, index) => byte === piece[index]);
	}
}
