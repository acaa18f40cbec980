/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer, type Socket } from 'node:net';
import { listen } from '../host/ports';

/**
 * What a host writes to a connection on which a request has come in: whatever it likes, HTTP or not.
 *
 * @param socket - the connection
 * @param path - what the request line asks for
 */
export type RawAnswer = (socket: Socket, path: string) => void;

/** A host on 127.0.0.1 that keeps to no rule of HTTP. */
export interface RawHost {
	origin: string;
	/** The request lines that came. */
	requests: string[];
	/** Chooses what it does with the requests that come from now on. */
	answer: RawAnswer;
	/** How many connections are open. */
	connections(): number;
}

/** Opens such a host before each test of the file. */
export function useRawHost(): () => RawHost {
	const sockets = new Set<Socket>();
	let host: RawHost | undefined;
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		socket.on('data', (bytes: Buffer) => {
			const line = /^(?:GET|POST) (\S+) HTTP/.exec(bytes.toString('latin1'));
			if (line === null || host === undefined) return;
			host.requests.push(line[0]);
			host.answer(socket, line[1] ?? '');
		});
	});
	beforeAll(async () => {
		const origin = `http://127.0.0.1:${await listen(server)}`;
		host = { origin, requests: [], answer: () => undefined, connections: () => sockets.size };
	});
	beforeEach(() => {
		if (host !== undefined) Object.assign(host, { requests: [], answer: () => undefined });
	});
	afterEach(() => {
		for (const socket of sockets) socket.destroy();
	});
	afterAll(() => void server.close());
	return () => {
		if (host === undefined) throw new TypeError('The host runs during tests only.');
		return host;
	};
}

/**
 * Writes something again and again.
 *
 * @param socket - where to
 * @param piece - what
 * @param pause - milliseconds between
 */
export function repeat(socket: Socket, piece: string, pause: number): void {
	const timer = setInterval(() => void socket.write(piece), pause);
	socket.on('close', () => clearInterval(timer));
}
