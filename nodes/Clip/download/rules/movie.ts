import { latin, numbersOf } from './filmParts';

/** What the tables of an MP4 or QuickTime film tell. */
export interface Movie {
	/** How long it plays; null when it does not say. */
	durationSeconds: number | null;
	/** So many bytes the file must have for the pictures and sounds that it lists; 0 when it lists none. */
	reach: number;
}

/** A box within the movie box: its name, and where its contents begin and end. */
interface Box {
	name: string;
	from: number;
	to: number;
}

/** More boxes than a movie has: who sends more of them has none. */
const MOST_BOXES = 10_000;

/** Boxes that are looked into. */
const OPENED = new Set(['trak', 'mdia', 'minf', 'dinf', 'stbl', 'traf']);

/**
 * Reads the contents of the movie box (`moov`).
 *
 * @param bytes - all of them, or the beginning of very long ones
 */
export function readMovie(bytes: Uint8Array): Movie {
	const numbers = numbersOf(bytes);
	const tracks: Array<Map<string, Box>> = [];
	let durationSeconds: number | null = null;
	for (const { box, track } of boxesIn(bytes)) {
		if (box.name === 'mvhd') durationSeconds = durationIn(numbers, box) ?? durationSeconds;
		if (box.name === 'trak') tracks.push(track);
		else track.set(box.name, box);
	}
	return { durationSeconds, reach: Math.max(0, ...tracks.map((track) => reachOf(numbers, track))) };
}

/**
 * Whether a fragment (`moof`) lists pictures or sounds, which must follow it.
 *
 * @param bytes - its contents
 */
export function listsSamples(bytes: Uint8Array): boolean {
	const numbers = numbersOf(bytes);
	return boxesIn(bytes).some(
		({ box: { name, from, to } }) => name === 'trun' && to - from >= 8 && numbers.getUint32(from + 4) > 0,
	);
}

/** The boxes that are wholly here, those within a track with what that track has. */
function boxesIn(bytes: Uint8Array): Array<{ box: Box; track: Map<string, Box> }> {
	const numbers = numbersOf(bytes);
	const found: Array<{ box: Box; track: Map<string, Box> }> = [];
	const open = [{ at: 0, to: bytes.length, track: new Map<string, Box>() }];
	for (let level = open.at(-1); level !== undefined && found.length < MOST_BOXES; level = open.at(-1)) {
		const { at, to, track } = level;
		const size = at + 8 <= to ? numbers.getUint32(at) : 0;
		if (size < 8 || at + size > to) {
			open.pop();
			continue;
		}
		level.at += size;
		const name = latin(bytes, at + 4, at + 8);
		const box = { name, from: at + 8, to: at + size };
		const own = name === 'trak' ? new Map<string, Box>() : track;
		found.push({ box, track: own });
		if (OPENED.has(name)) open.push({ at: box.from, to: box.to, track: own });
	}
	return found;
}

/** Seconds, in milliseconds exactly; null when the movie header does not tell. */
function durationIn(numbers: DataView, { from, to }: Box): number | null {
	if (to - from < 32) return null;
	const long = numbers.getUint8(from) === 1;
	const perSecond = numbers.getUint32(from + (long ? 20 : 12));
	const duration = long ? numbers.getBigUint64(from + 24) : BigInt(numbers.getUint32(from + 16));
	const unknown = duration === (long ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
	const seconds = Number(duration) / perSecond;
	return unknown || !(seconds > 0) || !Number.isFinite(seconds) ? null : Math.round(seconds * 1_000) / 1_000;
}

/** A table: how many rows it says, as far as it has room for them, and where they begin. */
function tableIn(numbers: DataView, box: Box | undefined, header: number, row: number) {
	if (box === undefined || box.to - box.from < header) return { rows: 0, at: 0 };
	const at = box.from + header;
	return { rows: Math.min(numbers.getUint32(at - 4), Math.floor((box.to - at) / row)), at };
}

/** The byte behind the last chunk of a track, as far as that can be told: never more than there must be. */
function reachOf(numbers: DataView, track: ReadonlyMap<string, Box>): number {
	const long = track.get('co64');
	const { rows, at } = tableIn(numbers, long ?? track.get('stco'), 8, long ? 8 : 4);
	if (rows === 0 || liesElsewhere(numbers, track.get('dref'))) return 0;
	const offset = (row: number) =>
		long ? Number(numbers.getBigUint64(at + 8 * row)) : numbers.getUint32(at + 4 * row);
	let last = 0;
	for (let row = 0; row < rows; row += 1) last = Math.max(last, offset(row));
	return last === offset(rows - 1) ? last + lastChunk(numbers, track, rows) : last;
}

/** Bytes of a track's last chunk, which may hold fewer samples than those before; 0 when the tables do not tell. */
function lastChunk(numbers: DataView, track: ReadonlyMap<string, Box>, chunks: number): number {
	const runs = tableIn(numbers, track.get('stsc'), 8, 12);
	const sizes = tableIn(numbers, track.get('stsz'), 12, 4);
	// Samples of one size for all may be counted in units of their own.
	if (runs.rows === 0 || sizes.rows === 0 || numbers.getUint32(sizes.at - 8) !== 0) return 0;
	let before = 0;
	let each = 0;
	for (let row = 0; row < runs.rows; row += 1) {
		const run = runs.at + 12 * row;
		const next = row + 1 < runs.rows ? numbers.getUint32(run + 12) : chunks;
		each = numbers.getUint32(run + 4);
		before += Math.max(0, next - numbers.getUint32(run)) * each;
	}
	const samples = sizes.rows - before;
	if (samples <= 0 || samples > each) return 0;
	let bytes = 0;
	for (let row = before; row < sizes.rows; row += 1) bytes += numbers.getUint32(sizes.at + 4 * row);
	return bytes;
}

/** Whether a track may take its pictures or sounds from another file. */
function liesElsewhere(numbers: DataView, box: Box | undefined): boolean {
	const { rows, at } = tableIn(numbers, box, 8, 12);
	const isOwn = rows === 0 || (numbers.getUint32(at + 8) & 1) === 1;
	return rows > 1 || !isOwn;
}

/**
 * How many bytes the file must have for what its index of segments (`sidx`) lists.
 *
 * @param bytes - the contents of the index
 * @param end - where the index ends in the file
 */
export function reachOfIndex(bytes: Uint8Array, end: number): number {
	const numbers = numbersOf(bytes);
	const short = bytes[0] === 0;
	const counted = short ? 22 : 30;
	if (bytes.length < counted + 2) return 0;
	let reach = end + (short ? numbers.getUint32(16) : Number(numbers.getBigUint64(20)));
	const rows = Math.min(numbers.getUint16(counted), Math.floor((bytes.length - counted - 2) / 12));
	for (let row = 0; row < rows; row += 1) reach += numbers.getUint32(counted + 2 + 12 * row) & 0x7fff_ffff;
	return reach;
}
