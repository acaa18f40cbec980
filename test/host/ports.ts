/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { codeOf, HostError, reasonOf } from './errors';

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

async function listenOnce(port: number): Promise<number> {
	const server = createServer();
	const own = await listen(server, port);
	await shut(server);
	return own;
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/**
 * Makes sure that a port can be listened on.
 * @param purpose - What the port is for, as the sentence names it.
 * @param option - The command-line option that chooses another port.
 * @throws HostError that names the port and the option.
 */
export async function requirePort(port: number, purpose: string, option: string): Promise<void> {
	try {
		await listenOnce(port);
	} catch (error) {
		const reason = codeOf(error) === 'EADDRINUSE' ? 'is in use' : `cannot be used (${reasonOf(error)})`;
		throw new HostError(
			`Port ${port} for ${purpose} ${reason}. End what listens there, or choose another port: ${option} ${port + 1}`,
		);
	}
}
