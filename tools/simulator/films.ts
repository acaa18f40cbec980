/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample film of the `media` folder. */
export interface Film {
	readonly bytes: Buffer;
	readonly durationMs: number;
}

/** How long the films play, in seconds: a row for each `ratioOfClip`, a column for each `preferLength`. */
export const filmLengths: ReadonlyArray<readonly number[]> = [
	[19, 34, 63, 97],
	[22, 41, 71, 118],
	[25, 47, 78, 141],
	[28, 56, 86, 166],
];

/** The film of a `ratioOfClip` (1 to 4) and a `preferLength` (1 to 4). */
export const clipFilm = (ratioOfClip: number, preferLength: number): Film => ({
	bytes: readFileSync(join(__dirname, 'media', `clip-${ratioOfClip}-${preferLength}.mp4`)),
	durationMs: (filmLengths[ratioOfClip - 1]?.[preferLength - 1] ?? 0) * 1000,
});

/** The same film with a `free` box at its end, which players skip: a way to make its bytes unique. */
export function withFreeBox(film: Buffer, text: string): Buffer {
	const payload = Buffer.from(text);
	const header = Buffer.alloc(8);
	header.writeUInt32BE(payload.length + 8);
	header.write('free', 4, 'latin1');
	return Buffer.concat([film, header, payload]);
}
