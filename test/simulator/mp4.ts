/** One box of an MP4 file. */
export interface Mp4Box {
	readonly type: string;
	/** Without the header of 8 bytes. */
	readonly payload: Buffer;
}

/**
 * Splits a buffer into the MP4 boxes it consists of (32-bit sizes only, all that small files need).
 *
 * @throws Error when the boxes do not fill the buffer exactly.
 */
export function mp4Boxes(buffer: Buffer): Mp4Box[] {
	const boxes: Mp4Box[] = [];
	for (let at = 0; at < buffer.length; ) {
		const size = buffer.length - at < 8 ? 0 : buffer.readUInt32BE(at);
		if (size < 8 || at + size > buffer.length) throw new Error(`no MP4 box at byte ${at}`);
		boxes.push({
			type: buffer.toString('latin1', at + 4, at + 8),
			payload: buffer.subarray(at + 8, at + size),
		});
		at += size;
	}
	return boxes;
}

/**
 * Playing time of an MP4 file in whole milliseconds, from its movie header.
 *
 * @throws Error when the file has no movie header of version 0.
 */
export function mp4DurationMs(file: Buffer): number {
	const movie = mp4Boxes(file).find(({ type }) => type === 'moov');
	const header = movie && mp4Boxes(movie.payload).find(({ type }) => type === 'mvhd');
	if (header?.payload[0] !== 0) throw new Error('no movie header of version 0');
	return Math.round((header.payload.readUInt32BE(16) / header.payload.readUInt32BE(12)) * 1000);
}

/** The same film with a `free` box at its end, which players skip: a way to make its bytes unique. */
export function withFreeBox(file: Buffer, text: string): Buffer {
	const payload = Buffer.from(text);
	const header = Buffer.alloc(8);
	header.writeUInt32BE(payload.length + 8);
	header.write('free', 4, 'latin1');
	return Buffer.concat([file, header, payload]);
}
