/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer, type Socket } from 'node:net';
import { listen } from '../host/ports';
import type { Step, Wire } from './grammar/wire';

/** A request as it came. */
export interface Asked {
	/** Of the tests' time, epoch milliseconds. */
	at: number;
	method: string;
	/** Path and query. */
	target: string;
	/** Lower-case names; a header that came twice is joined by commas. */
	headers: ReadonlyMap<string, string>;
	body: string;
}

/** A server that speaks what it is told to, byte by byte. */
export interface RawServer {
	origin: string;
	/** Breaks off all connections. */
	reset(): void;
	close(): Promise<void>;
}

/** How many bytes of a head may come before its end. */
const LONGEST_HEAD = 100_000;

function readHead(text: string): { asked: Omit<Asked, 'at' | 'body'>; length: number } | null {
	const [first = '', ...rest] = text.split('\r\n');
	const [method = '', target = ''] = first.split(' ');
	const headers = new Map<string, string>();
	for (const line of rest) {
		const colon = line.indexOf(':');
		const name = line.slice(0, colon).toLowerCase();
		const before = headers.get(name);
		const value = line.slice(colon + 1).trim();
		headers.set(name, before === undefined ? value : `${before}, ${value}`);
	}
	return { asked: { method, target, headers }, length: Number(headers.get('content-length') ?? 0) };
}

async function play(socket: Socket, steps: readonly Step[]): Promise<boolean> {
	for (const step of steps) {
		if (socket.destroyed) return false;
		if ('every' in step) await repeat(socket, step);
		else if ('send' in step) socket.write(step.send);
		else if ('pause' in step) await rest(socket, step.pause);
		else if (step.end === 'close') socket.end();
		else if (step.end === 'reset') socket.resetAndDestroy();
		else if (step.end === 'hold') return false;
	}
	return !socket.destroyed && socket.writable;
}

async function repeat(socket: Socket, { send, every }: { send: Buffer; every: number }): Promise<void> {
	while (!socket.destroyed && socket.writable) {
		socket.write(send);
		await rest(socket, every);
	}
}

/** A pause that ends with its connection, so that nothing is left of it. */
const rest = async (socket: Socket, pause: number): Promise<void> =>
	await new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			socket.off('close', done);
			resolve();
		};
		const timer = setTimeout(done, pause);
		socket.once('close', done);
	});

/**
 * Opens a server on sockets of its own.
 *
 * @param answer - what to say to a request
 */
export async function openRawServer(answer: (asked: Asked) => Wire): Promise<RawServer> {
	const sockets = new Set<Socket>();
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		let left = Buffer.alloc(0);
		let busy = false;
		sockets.add(socket);
		const next = async (): Promise<void> => {
			const end = left.indexOf('\r\n\r\n');
			if (busy || end < 0 || left.length > LONGEST_HEAD) return;
			const head = readHead(left.toString('latin1', 0, end));
			if (head === null || left.length < end + 4 + head.length) return;
			const body = left.toString('utf8', end + 4, end + 4 + head.length);
			left = left.subarray(end + 4 + head.length);
			busy = true;
			const goesOn = await play(socket, answer({ ...head.asked, body, at: Date.now() }).steps);
			busy = !goesOn;
			await next();
		};
		socket.on('data', (piece: Buffer) => {
			left = Buffer.concat([left, piece]);
			void next();
		});
		socket.on('end', () => socket.end());
		socket.on('error', () => socket.destroy());
		socket.on('close', () => sockets.delete(socket));
	});
	const port = await listen(server);
	const reset = () => sockets.forEach((socket) => socket.destroy());
	return {
		origin: `http://127.0.0.1:${port}`,
		reset,
		close: async () => {
			reset();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
