/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mp4DurationMs } from './mp4';

/** A sample film of the `media` folder. */
export interface Film {
	readonly bytes: Buffer;
	readonly durationMs: number;
}

const films = new Map<string, Film>();

function film(name: string): Film {
	const known = films.get(name);
	if (known) return known;
	const bytes = readFileSync(join(__dirname, 'media', `${name}.mp4`));
	const read = { bytes, durationMs: mp4DurationMs(bytes) };
	films.set(name, read);
	return read;
}

/** The film of a `ratioOfClip` (1 to 4) and a `preferLength` (1 to 4). */
export const clipFilm = (ratioOfClip: number, preferLength: number) =>
	film(`clip-${ratioOfClip}-${preferLength}`);

/** Half an hour, for the uploaded source. */
export const sourceFilm = () => film('source');
