/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { connect, createServer, type Socket } from 'node:net';
import { listen, shut } from '../host/ports';

/** Stands before a server and counts the connections to it. */
export interface Gate {
	readonly port: number;
	/** The connections that are open now. */
	open(): number;
	close(): Promise<void>;
}

/**
 * Opens a gate on 127.0.0.1 to a port of the same machine.
 *
 * @param port - where it leads to
 * @param at - its own port; a free one when not given
 */
export async function openGate(port: number, at = 0): Promise<Gate> {
	const clients = new Set<Socket>();
	const server = createServer((client) => {
		const onward = connect(port, '127.0.0.1');
		clients.add(client);
		for (const [one, other] of [
			[client, onward],
			[onward, client],
		] as const) {
			one.pipe(other);
			one.on('error', () => other.destroy());
			one.on('close', () => other.destroy());
		}
		client.on('close', () => clients.delete(client));
	});
	return {
		port: await listen(server, at),
		open: () => clients.size,
		close: async () => {
			const closed = shut(server);
			for (const client of clients) client.destroy();
			await closed;
		},
	};
}
