/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { drops, flood, padded } from './bodies';
import type { Fault } from './faults';
import { exactJson } from './json';
import { pause } from './pause';

/** An HTTP answer before it is sent. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

/** A JSON answer; bigints in the value are written as exact integers. */
export function jsonAnswer(value: unknown, status = 200): Answer {
	return {
		status,
		headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
		body: Buffer.from(exactJson(value)),
	};
}

/** An HTML answer. */
export function htmlAnswer(page: string, status = 200): Answer {
	return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: Buffer.from(page) };
}

/** A bare page as a web server in front of the service shows it. */
export function serverPage(status: number, title: string): Answer {
	const heading = `${status} ${title}`;
	return htmlAnswer(
		`<!doctype html>\n<html><head><title>${heading}</title></head><body><h1>${heading}</h1></body></html>\n`,
		status,
	);
}

/** Sends the head of an answer; without a length where none can be announced. */
function begin(response: ServerResponse, { status, headers, body }: Answer, length?: 'unknown'): void {
	response.statusCode = status;
	if (length === undefined) response.setHeader('Content-Length', body.length);
	// One by one, so that a fault's header replaces the usual one in whatever case it is written.
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.flushHeaders();
}

/** Sends an answer as it is. */
export function send(response: ServerResponse, answer: Answer): void {
	if (response.destroyed || response.headersSent) return;
	begin(response, answer);
	response.end(answer.body);
}

/** Sends pieces as fast as they are read, until there are no more or nobody reads on. */
async function sendPieces(
	response: ServerResponse,
	pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
	then: 'end' | 'break off' | 'silence',
): Promise<void> {
	await pipeline(Readable.from(pieces), response, { end: then === 'end' }).catch(() => undefined);
	if (then === 'break off') response.destroy();
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
		case 'status':
			return send(response, {
				status: fault.status,
				headers: { 'Content-Type': 'text/plain; charset=utf-8', ...fault.headers },
				body: Buffer.from(fault.body),
			});
		case 'body':
			return send(response, {
				status: 200,
				headers: { 'Content-Type': fault.contentType },
				body: Buffer.from(fault.body),
			});
		case 'code':
			return send(response, jsonAnswer({ code: fault.code, errMsg: fault.errMsg }, fault.status));
		case 'bytes':
			return send(response, {
				status: 200,
				headers: { 'Content-Type': fault.contentType },
				body: Buffer.from(fault.base64, 'base64'),
			});
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'hang':
			return;
		case 'raw':
			response.socket?.write(fault.text, 'latin1');
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
			begin(response, right, fault.then === 'end' ? undefined : 'unknown');
			return await sendPieces(
				response,
				drops(right.body, fault, closing),
				fault.then === 'silence' ? 'silence' : 'end',
			);
		}
		case 'endless':
			begin(response, jsonAnswer({}), 'unknown');
			return await sendPieces(response, flood(fault, closing), 'break off');
		case 'big': {
			const right = answer();
			return send(response, { ...right, body: padded(right.body, fault.megabytes) });
		}
	}
}
