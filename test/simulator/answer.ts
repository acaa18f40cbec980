/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { Fault } from './faults';
import { exactJson } from './json';

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

function begin(response: ServerResponse, { status, headers, body }: Answer): void {
	response.statusCode = status;
	response.setHeader('Content-Length', body.length);
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
			return send(response, jsonAnswer({ code: fault.code, errMsg: fault.errMsg }));
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'hang':
			return;
		case 'delay':
			await pause(fault.seconds * 1000, undefined, { signal: closing, ref: false }).catch(() => undefined);
			if (!closing.aborted) send(response, answer());
			return;
		case 'cut': {
			const right = answer();
			begin(response, right);
			response.write(right.body.subarray(0, fault.afterBytes));
			response.socket?.end();
		}
	}
}
