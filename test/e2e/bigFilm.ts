/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, film } from '../engine/fileHost';

/** Bytes. */
export const MB = 1024 * 1024;

const block = film(MB);

/** The pieces of a film that is too large to be kept in memory, each of them different. */
function* pieces(size: number, seed: number): Generator<Buffer> {
	for (let at = 0; at < size; at += MB) {
		const piece = Buffer.from(block.subarray(0, size - at));
		piece.writeUInt32BE(at / MB, Math.min(64, piece.length - 8));
		piece.writeUInt32BE(seed, Math.min(68, piece.length - 4));
		yield piece;
	}
}

/**
 * Hands out a film of any size, made while it is sent.
 *
 * @param size - bytes, at least 100
 * @param seed - another film for another seed
 */
export const bigFilmAnswer =
	(size: number, seed = 0): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': size });
		// A receiver that leaves ends it, which is none of our business.
		pipeline(Readable.from(pieces(size, seed)), response).catch(() => undefined);
	};

/**
 * A film that begins and then goes on slowly for ever: its transfer ends when the receiver leaves, or never.
 *
 * @returns how to hand it out, and how many receivers it has now
 */
export function endlessFilm(): { answer: Answer; receivers: () => number } {
	let receivers = 0;
	const answer: Answer = (_request, response) => {
		receivers += 1;
		response.writeHead(200, { 'Content-Type': 'video/mp4' });
		response.write(film(2 * MB));
		const timer = setInterval(() => void response.write(block.subarray(0, 20_000)), 100);
		response.on('close', () => {
			clearInterval(timer);
			receivers -= 1;
		});
	};
	return { answer, receivers: () => receivers };
}

/**
 * The SHA-256 of a film that {@link bigFilmAnswer} hands out.
 *
 * @param size - bytes
 * @param seed - which film
 */
export function hashOfBigFilm(size: number, seed = 0): string {
	const hash = createHash('sha256');
	for (const piece of pieces(size, seed)) hash.update(piece);
	return hash.digest('hex');
}

/**
 * The SHA-256 of a file.
 *
 * @param path - where it lies
 */
export async function hashOfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path), hash);
	return hash.digest('hex');
}
