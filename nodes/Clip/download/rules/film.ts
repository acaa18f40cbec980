import { familyOf, type FilmFamily, type FilmPart, LONGEST_HEADER } from './filmParts';
import { listsSamples, readMovie, reachOfIndex } from './movie';

/** More parts than a clip has, even one of short fragments: who sends more of them has no film to be read. */
const MOST_PARTS = 10_000;

/** The parts whose contents tell something: tables of a film, of its segments, of one fragment. */
const TELLING = new Set(['moov', 'sidx', 'moof']);

/** As much of the tables of a film is read. Those of a film of hours have some megabytes. */
const LONGEST_TABLES = 8 * 1024 * 1024;

/** Contents that are wanted, and how many of their bytes are here. */
interface Kept {
	name: string;
	/** Where they begin in the file. */
	from: number;
	bytes: Uint8Array;
	filled: number;
}

/**
 * Follows a film from part to part while its bytes pass by: its length in seconds, and whether its end is missing. Of the bytes
 * it keeps the tables only.
 */
export class Film {
	/** How long it plays, in seconds; null as long as it did not say. */
	durationSeconds: number | null = null;
	private received = 0;
	private family: FilmFamily | null = null;
	/** Where the next part begins. */
	private next = 0;
	/** The beginning of the part at `next`, as far as it is here. */
	private readonly header = new Uint8Array(LONGEST_HEADER);
	private filled = 0;
	private kept: Kept | null = null;
	private parts = 0;
	private readonly seen = new Set<string>();
	private last: FilmPart | null = null;
	/** Bytes that the file must have, by its own tables. */
	private reach = 0;
	/** Whether a fragment has been listed that did not come yet. */
	private owed = false;
	/** Whether its parts make no sense, or no more, so that their sizes tell nothing. */
	private strange = false;

	/**
	 * Takes note of the next bytes.
	 *
	 * @param piece - what follows upon the bytes before
	 */
	add(piece: Uint8Array): void {
		const begin = this.received;
		this.received += piece.length;
		this.keep(piece, begin);
		while (!this.strange) {
			const from = this.next + this.filled - begin;
			if (from >= piece.length) return;
			const more = piece.subarray(from, from + LONGEST_HEADER - this.filled);
			this.header.set(more, this.filled);
			this.filled += more.length;
			const part = this.readPart(this.header.subarray(0, this.filled));
			if (part === undefined) return;
			this.filled = 0;
			this.parts += 1;
			if (part === null || this.parts > MOST_PARTS) this.strange = true;
			else this.enter(part, piece, begin);
		}
	}

	/** Whether the film ends in the middle of a part, or lacks pictures or what it takes to play them. */
	isCut(): boolean {
		if (this.received < this.reach) return true;
		if (this.strange || this.family === null || this.last === null) return false;
		const { known, size } = this.last;
		if (size === Infinity || !known) return false;
		const { slack, needs } = this.family;
		const isWhole = needs.every((part) => this.seen.has(part)) || this.seen.has('?');
		return this.received + slack < this.next || !isWhole || this.owed;
	}

	private readPart(header: Uint8Array): FilmPart | null | undefined {
		if (this.family === null && header.length < 4) return undefined;
		this.family ??= familyOf(header);
		return this.family.read(header);
	}

	private enter(part: FilmPart, piece: Uint8Array, begin: number): void {
		const { name, header, size, known } = part;
		// Fragments by themselves are none of our business, nor is any file that begins like no film.
		if (this.last === null && (!known || name === 'styp')) this.strange = true;
		this.last = part;
		this.seen.add(known ? name : '?');
		if (name === 'mdat') this.owed = false;
		if (TELLING.has(name) && size < Infinity) {
			const bytes = new Uint8Array(Math.min(size - header, LONGEST_TABLES));
			this.kept = { name, from: this.next + header, bytes, filled: 0 };
		}
		this.next += size;
		this.keep(piece, begin);
	}

	/** Keeps what is wanted of a piece, and reads it when it is complete. */
	private keep(piece: Uint8Array, begin: number): void {
		if (this.kept === null) return;
		const { name, from, bytes, filled } = this.kept;
		const at = from + filled - begin;
		const more = piece.subarray(at, at + bytes.length - filled);
		bytes.set(more, filled);
		this.kept.filled += more.length;
		if (this.kept.filled < bytes.length) return;
		this.kept = null;
		this.read(name, bytes, from + bytes.length);
	}

	private read(name: string, bytes: Uint8Array, end: number): void {
		if (name === 'moof') this.owed = listsSamples(bytes);
		if (name === 'sidx') this.reach = Math.max(this.reach, reachOfIndex(bytes, end));
		if (name !== 'moov') return;
		const { durationSeconds, reach } = readMovie(bytes);
		this.durationSeconds = durationSeconds ?? this.durationSeconds;
		this.reach = Math.max(this.reach, reach);
	}
}
