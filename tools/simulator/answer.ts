/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Fault } from './faults';

/** An HTTP answer before it is sent. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

type Drip = Extract<Fault, { kind: 'drip' }>;

const json = 'application/json; charset=utf-8';
const megabyte = 1_000_000;

/**
 * Lets time pass, on whatever clock the process has: a test may have put its own in the place of `setTimeout`.
 *
 * @param closing - ends it at once
 */
const pause = async (seconds: number, closing: AbortSignal): Promise<void> =>
	await new Promise((resolve) => {
		if (closing.aborted) return resolve();
		const end = () => {
			clearTimeout(timer);
			closing.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, seconds * 1_000);
		timer.unref();
		closing.addEventListener('abort', end);
	});

/** An answer with a text or bytes. */
export const answerOf = (status: number, contentType: string, body: string | Buffer): Answer => ({
	status,
	headers: { 'Content-Type': contentType },
	body: Buffer.isBuffer(body) ? body : Buffer.from(body),
});

/** A JSON answer; ids above 2^53 are written as the integers that they are. */
export const jsonAnswer = (value: unknown, status = 200): Answer =>
	answerOf(status, json, JSON.stringify(value).replaceAll(/"(90071993\d{9})"/g, '$1'));

/** Sends the head of an answer; without a length where none can be announced. */
function begin(response: ServerResponse, { status, headers, body }: Answer, hasLength = true): void {
	response.writeHead(status, hasLength ? { ...headers, 'Content-Length': body.length } : headers);
	response.flushHeaders();
}

/** Sends an answer as it is. */
export function send(response: ServerResponse, answer: Answer): void {
	if (response.destroyed || response.headersSent) return;
	begin(response, answer);
	response.end(answer.body);
}

/** The pieces of a body that comes in drops; with `forever`, spaces follow that change nothing about the JSON before them. */
async function* drops(body: Buffer, fault: Drip, closing: AbortSignal): AsyncGenerator<Buffer> {
	const { bytes, seconds, then } = fault;
	const space = Buffer.alloc(bytes, ' ');
	for (let sent = 0; then === 'forever' || sent < body.length; sent += bytes) {
		if (sent > 0) await pause(seconds, closing);
		if (closing.aborted) return;
		yield sent < body.length ? body.subarray(sent, sent + bytes) : space;
	}
}

/** A JSON object with one more field that fills it up to a size. */
function padded(body: Buffer, megabytes: number): Buffer {
	const [opening, closing] = [Buffer.from(',"padding":"'), Buffer.from('"}')];
	const end = body.lastIndexOf('}');
	const size = megabytes * megabyte - end - opening.length - closing.length;
	return Buffer.concat([body.subarray(0, end), opening, Buffer.alloc(Math.max(0, size), 'x'), closing]);
}

/**
 * Answers a request as its fault wants it.
 *
 * @param answer - makes the right answer; it is called only if the fault lets the request reach the service.
 * @param closing - aborted when the simulator closes: what is delayed then is given up.
 */
export async function sendWithFault(
	response: ServerResponse,
	answer: () => Answer,
	fault: Fault | undefined,
	closing: AbortSignal,
): Promise<void> {
	switch (fault?.kind) {
		case undefined:
			return send(response, answer());
		case 'status': {
			const { headers, ...page } = answerOf(fault.status, 'text/plain; charset=utf-8', fault.body ?? '');
			return send(response, { ...page, headers: { ...headers, ...fault.headers } });
		}
		case 'body':
			return send(response, answerOf(200, json, fault.body));
		case 'code':
			return send(response, jsonAnswer({ code: fault.code, errMsg: fault.errMsg }, fault.status));
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'hang':
			return;
		case 'delay':
			await pause(fault.seconds, closing);
			if (!closing.aborted) send(response, answer());
			return;
		case 'cut': {
			const right = answer();
			begin(response, right);
			response.write(right.body.subarray(0, fault.afterBytes));
			response.socket?.end();
			return;
		}
		case 'drip': {
			const right = answer();
			begin(response, right, fault.then === undefined);
			const pieces = Readable.from(drops(right.body, fault, closing));
			return await pipeline(pieces, response, { end: fault.then !== 'silence' }).catch(() => undefined);
		}
		case 'big': {
			const right = answer();
			return send(response, { ...right, body: padded(right.body, fault.megabytes) });
		}
	}
}
