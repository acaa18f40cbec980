/** The boxes of an MP4 or QuickTime film, read while its bytes pass by: its length in seconds, and whether its end is missing. */

/** What a film may consist of; another name means that this is no such film, or that its makers know more than we do. */
const PARTS = new Set(
	'ftyp styp moov mdat imda free skip wide pnot uuid moof mfra sidx ssix prft emsg pdin meta udta'.split(' '),
);

/** A box begins with its size and its name; a long one has a second size after them. */
const SHORT_HEADER = 8;
const LONG_HEADER = 16;

/** More boxes than a clip has, even one of short fragments: who sends more of them has no film to be read. */
const MOST_BOXES = 10_000;

/** From the beginning of the movie header (`mvhd`) to the end of its duration, in either version. */
const MOVIE_HEADER = SHORT_HEADER + 32;

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const numbersOf = (bytes: Uint8Array): DataView =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Follows a film from box to box. It keeps some bytes of it only. */
export class Film {
	/** How long it plays, in seconds; null as long as it did not say. */
	durationSeconds: number | null = null;
	private received = 0;
	/** Where the next box begins. */
	private next = 0;
	/** The beginning of the box at `next`, as far as it is needed and here. */
	private header = new Uint8Array(0);
	private insideUntil = 0;
	private boxes = 0;
	private readonly seen = new Set<string>();
	/** Whether its boxes make no sense, so that nothing can be told. */
	private strange = false;

	/**
	 * Takes note of the next bytes.
	 *
	 * @param piece - what follows upon the bytes before
	 */
	add(piece: Uint8Array): void {
		const begin = this.received;
		this.received += piece.length;
		while (!this.strange) {
			const from = this.next + this.header.length - begin;
			if (from >= piece.length) return;
			const more = piece.subarray(from, from + MOVIE_HEADER - this.header.length);
			this.header = new Uint8Array([...this.header, ...more]);
			if (!this.enter()) return;
			this.header = new Uint8Array(0);
		}
	}

	/** Whether the film ends in the middle of a box, or lacks pictures or what it takes to play them. */
	isCut(): boolean {
		if (this.strange || !this.seen.has('ftyp')) return false;
		const inBox = this.received < Math.max(this.next, this.insideUntil);
		return inBox || !this.seen.has('moov') || !this.seen.has('mdat');
	}

	/** Reads the box at `next`. Tells whether enough of it was here. */
	private enter(): boolean {
		const { header } = this;
		if (header.length < SHORT_HEADER) return false;
		const short = numbersOf(header).getUint32(0);
		const length = short === 1 ? LONG_HEADER : SHORT_HEADER;
		if (header.length < length) return false;
		const name = nameAt(header, 4);
		// A box without a size goes on to the end of the file.
		const size = short === 1 ? Number(numbersOf(header).getBigUint64(8)) : short || Infinity;
		const inside = this.next < this.insideUntil;
		const tells = inside && name === 'mvhd' && size >= MOVIE_HEADER;
		if (tells && header.length < MOVIE_HEADER) return false;
		if (tells) this.durationSeconds = durationIn(header);
		this.boxes += 1;
		const known = inside || PARTS.has(name);
		this.strange = size < length || size === Infinity || !known || this.boxes > MOST_BOXES;
		this.seen.add(name);
		// What the movie box consists of lies in it; of others only the end is of interest.
		const opens = name === 'moov' && !inside;
		if (opens) this.insideUntil = this.next + size;
		this.next += opens ? length : size;
		return true;
	}
}

/** Seconds, in milliseconds exactly; null when the header does not tell. */
function durationIn(header: Uint8Array): number | null {
	const numbers = numbersOf(header);
	const long = header[SHORT_HEADER] === 1;
	const perSecond = numbers.getUint32(SHORT_HEADER + (long ? 20 : 12));
	const duration = long
		? numbers.getBigUint64(SHORT_HEADER + 24)
		: BigInt(numbers.getUint32(SHORT_HEADER + 16));
	const unknown = duration === (long ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
	const seconds = Number(duration) / perSecond;
	return unknown || !(seconds > 0) || !Number.isFinite(seconds) ? null : Math.round(seconds * 1_000) / 1_000;
}
