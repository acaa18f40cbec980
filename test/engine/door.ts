/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A port at which nobody listens until it is opened; then it leads to a server. */
export class Door {
	private constructor(
		private readonly server: Server,
		private readonly sockets: Set<Socket>,
		private readonly port: number,
	) {}

	/**
	 * Makes a door that is shut.
	 *
	 * @param origin - of the server behind it
	 */
	static async to(origin: string): Promise<Door> {
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			const inside = connect(Number(new URL(origin).port), '127.0.0.1');
			for (const end of [socket, inside]) {
				sockets.add(end);
				end.on('error', () => undefined);
			}
			socket.pipe(inside).pipe(socket);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		if (address === null || typeof address === 'string') throw new TypeError('no TCP address');
		const door = new Door(server, sockets, address.port);
		await door.close();
		return door;
	}

	/** What stands in a link instead of the origin of the server. */
	get origin(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/**
	 * Opens it.
	 *
	 * @param seconds - when, from now on
	 */
	openAfter(seconds: number): void {
		setTimeout(() => this.server.listen(this.port, '127.0.0.1'), seconds * 1_000);
	}

	/** Shuts it, for those who have come in, too. */
	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		if (!this.server.listening) return;
		this.server.close();
		await once(this.server, 'close');
	}
}
