/**
 * A box of an MP4 film.
 *
 * @param name - four letters
 * @param contents - what lies in it
 */
export const box = (name: string, ...contents: Uint8Array[]): Buffer => {
	const payload = Buffer.concat(contents);
	const header = Buffer.alloc(8);
	header.writeUInt32BE(payload.length + 8);
	header.write(name, 4, 'latin1');
	return Buffer.concat([header, payload]);
};

/** A box whose size is written in the long form. */
export const longBox = (name: string, payload: Buffer): Buffer => {
	const header = Buffer.alloc(16);
	header.writeUInt32BE(1);
	header.write(name, 4, 'latin1');
	header.writeBigUInt64BE(BigInt(payload.length + 16), 8);
	return Buffer.concat([header, payload]);
};

/** A box that goes on to the end of the file. */
export const openBox = (name: string, payload: Buffer): Buffer =>
	Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), payload]);

/** Numbers of 32 bits, as boxes hold them. */
export const words = (...numbers: number[]): Buffer => {
	const bytes = Buffer.alloc(numbers.length * 4);
	numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
	return bytes;
};

/** The box that tells how long a film plays. */
export const movieHeader = (timescale: number, duration: bigint, version: 0 | 1 = 0): Buffer => {
	const payload = Buffer.alloc(version === 0 ? 100 : 112);
	payload[0] = version;
	payload.writeUInt32BE(timescale, version === 0 ? 12 : 20);
	if (version === 0) payload.writeUInt32BE(Number(duration), 16);
	else payload.writeBigUInt64BE(duration, 24);
	return box('mvhd', payload);
};

/** What a track lists of the file. */
export interface Listed {
	/** Where its chunks begin. */
	chunks: number[];
	/** From which chunk on, and how many samples in each. */
	runs?: Array<[number, number]>;
	/** The sizes of its samples. */
	samples?: number[];
	/** Samples of one size for all. */
	sampleSize?: number;
	/** Whether offsets are written in the long form. */
	long?: boolean;
	/** Whether the track is in another file. */
	elsewhere?: boolean;
}

/** A track of a film. */
export function track({ chunks, runs = [], samples = [], sampleSize = 0, long, elsewhere }: Listed): Buffer {
	const offsets = chunks.flatMap((chunk) => (long ? [0, chunk] : [chunk]));
	const tables = [
		box('stsc', words(0, runs.length, ...runs.flatMap(([first, each]) => [first, each, 1]))),
		box('stsz', words(0, sampleSize, samples.length, ...samples)),
		box(long ? 'co64' : 'stco', words(0, chunks.length, ...offsets)),
	];
	const where = box('dinf', box('dref', words(0, 1), box('url ', words(elsewhere ? 0 : 1))));
	return box('trak', box('mdia', box('minf', where, box('stbl', ...tables))));
}
