/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../host/ports';

/** A webhook call as it arrived; `body` is null when it broke off before its end. */
export interface Call {
	readonly method: string;
	readonly contentType: string;
	readonly body: string | null;
}

/** A server that takes webhook calls. */
export class Receiver {
	readonly calls: Call[] = [];
	private readonly arrivals = new EventEmitter();
	private readonly server = createServer((request, response) => {
		let body = '';
		const note = (whole: string | null) => {
			const { method = '', headers } = request;
			this.calls.push({ method, contentType: headers['content-type'] ?? '', body: whole });
			this.arrivals.emit('call');
		};
		request.setEncoding('utf8');
		request.on('data', (part: string) => (body += part));
		request.on('error', () => undefined);
		request.on('end', () => note(body));
		request.on('close', () => {
			if (!request.complete) note(null);
		});
		request.on('end', () => response.writeHead(this.status, this.headers).end());
	});

	private port = 0;

	private constructor(
		private readonly status: number,
		private readonly headers: Record<string, string>,
	) {}

	/** Starts a receiver that answers this. */
	static async start(status = 200, headers: Record<string, string> = {}): Promise<Receiver> {
		const receiver = new Receiver(status, headers);
		receiver.port = await listen(receiver.server);
		return receiver;
	}

	/** Where it listens. */
	get url(): string {
		return `http://127.0.0.1:${this.port}/hook`;
	}

	/** Resolves once so many calls have arrived. */
	async arrived(count: number): Promise<void> {
		while (this.calls.length < count) await once(this.arrivals, 'call');
	}

	/** Stops listening. */
	close(): void {
		this.server.close();
		this.server.closeAllConnections();
	}
}
