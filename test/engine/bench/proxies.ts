/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer, type IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { listen, localhost, shut } from '../../../tools/host/ports';

/** What a proxy does with a call to an https address; a number is the HTTP status with which it refuses. */
export type Manner =
	| 'works'
	| number
	/** Ends the connection without a word. */
	| 'closes'
	/** Says nothing. */
	| 'hangs';

const refusal = (status: number): string =>
	`HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>`;

/** Starts a proxy on this machine, as a company has it, which opens a way to https addresses. */
export async function startProxy() {
	const state: { manner: Manner; asked: number } = { manner: 'works', asked: 0 };
	const open = new Set<Socket>();
	const server = createServer();
	server.on('connection', (socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		// Whoever breaks off is none of its business.
		socket.on('error', () => undefined);
	});
	server.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
		state.asked += 1;
		const { manner } = state;
		if (typeof manner === 'number') return void socket.end(refusal(manner));
		if (manner === 'hangs') return;
		if (manner === 'closes') return void socket.end();
		const through = () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		const target = connect(Number(url.split(':').at(-1)), localhost, through);
		pipeline(socket, target, socket, () => undefined);
	});
	const port = await listen(server);
	return {
		host: `${localhost}:${port}`,
		/** How many calls it was asked for. */
		get asked() {
			return state.asked;
		},
		/** From now on it behaves like this. */
		set: (manner: Manner) => void (state.manner = manner),
		close: async () => {
			for (const socket of open) socket.destroy();
			await shut(server);
		},
	};
}
