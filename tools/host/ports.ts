/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The only address that servers listen on here. */
export const localhost = '127.0.0.1';

/**
 * Lets a server listen here.
 * @param port - A free one when it is 0.
 * @returns The port.
 * @throws The system's error (EADDRINUSE) when the port is taken.
 */
export async function listen(server: Server, port = 0): Promise<number> {
	server.listen(port, localhost);
	await once(server, 'listening');
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : port;
}

/** Ends a server that may have ended already, whoever is connected to it. */
export async function shut(server: Server & { closeAllConnections?: () => void }): Promise<void> {
	if (!server.listening) return;
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections?.();
	await closed;
}

/**
 * A port that nobody listens on at this moment.
 * @param port - The one that is wanted; any when it is 0.
 * @throws The system's error (EADDRINUSE) when it is taken.
 */
export async function freePort(port = 0): Promise<number> {
	// Below those that systems give to connections: until n8n listens, nobody but another n8n may take it.
	const wanted = port === 0 ? randomInt(20_000, 32_000) : port;
	const server = createServer();
	const listens = listen(server, wanted);
	if (port === 0 && !(await listens.then(() => true).catch(() => false))) return await freePort();
	await listens;
	await shut(server);
	return wanted;
}

/**
 * Fetches over a connection of its own. A server closes one that was kept after some seconds, and on a busy machine the next
 * request may be on its way then; nobody may send it again.
 */
export async function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
	const headers = new Headers(init.headers);
	headers.set('connection', 'close');
	return await fetch(url, { ...init, headers });
}
