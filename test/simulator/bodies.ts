import type { Fault } from './faults';
import { pause } from './pause';

type Drip = Extract<Fault, { kind: 'drip' }>;
type Endless = Extract<Fault, { kind: 'endless' }>;

/** One megabyte in bytes, as bodies are measured here. */
export const MEGABYTE = 1_000_000;

/** How much of an endless body is handed over at once. */
const PIECE = 64 * 1024;

/**
 * A JSON object with one more field, `padding`, that fills it up to a size.
 *
 * @param body - the text of a JSON object that is not empty
 * @param megabytes - the size of the result; a body that is larger already stays as it is
 */
export function padded(body: Buffer, megabytes: number): Buffer {
	const opening = ',"padding":"';
	const closing = '"}';
	const end = body.lastIndexOf('}');
	const room = megabytes * MEGABYTE - end - opening.length - closing.length;
	if (end < 0 || room <= 0) return body;
	return Buffer.concat([
		body.subarray(0, end),
		Buffer.from(opening),
		Buffer.alloc(room, 'x'),
		Buffer.from(closing),
	]);
}

/**
 * The pieces of a body that comes in drops, each as long after the one before as the fault says. With `forever`, spaces
 * follow that change nothing about the JSON before them.
 *
 * @param closing - ends the drops at once
 */
export async function* drops(body: Buffer, fault: Drip, closing: AbortSignal): AsyncGenerator<Buffer> {
	const { bytes, seconds, then } = fault;
	const space = Buffer.alloc(bytes, ' ');
	for (let sent = 0; then === 'forever' || sent < body.length; sent += bytes) {
		if (sent > 0) await pause(seconds, closing);
		if (closing.aborted) return;
		yield sent < body.length ? body.subarray(sent, sent + bytes) : space;
	}
}

/**
 * The pieces of a JSON answer that never gets to its end.
 *
 * @param closing - ends it
 */
export function* flood({ megabytes }: Endless, closing: AbortSignal): Generator<Buffer> {
	yield Buffer.from('{"code":2000,"padding":"');
	const piece = Buffer.alloc(PIECE, 'x');
	for (let sent = 0; sent < megabytes * MEGABYTE && !closing.aborted; sent += PIECE) yield piece;
}
