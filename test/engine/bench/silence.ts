/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Socket } from 'node:net';

const bytesOf = (socket: Socket): number => socket.bytesRead + socket.bytesWritten;

/** The time limits of sockets, measured with whatever `setTimeout` and `Date` there are, instead of Node's own clock. */
export class Silence {
	private readonly watched = new Map<Socket, { timer: NodeJS.Timeout; limit: number; bytes: number }>();
	private readonly original = Object.getOwnPropertyDescriptor(Socket.prototype, 'setTimeout');

	/** Takes the place of the limits. */
	open(): void {
		const setLimit = this.setLimit.bind(this);
		Object.defineProperty(Socket.prototype, 'setTimeout', {
			...this.original,
			value(this: Socket, limit: number, listener?: () => void) {
				Object.assign(this, { timeout: limit });
				setLimit(this, limit);
				if (listener === undefined) return this;
				return limit > 0 ? this.once('timeout', listener) : this.removeListener('timeout', listener);
			},
		});
	}

	/** Gives it back. */
	close(): void {
		Object.defineProperty(Socket.prototype, 'setTimeout', { ...this.original });
	}

	/** Takes note of who has been active until now. */
	note(): void {
		for (const [socket, { limit, bytes }] of [...this.watched]) {
			if (socket.destroyed) this.setLimit(socket, 0);
			else if (bytesOf(socket) !== bytes) this.setLimit(socket, limit);
		}
	}

	private setLimit(socket: Socket, limit: number): void {
		clearTimeout(this.watched.get(socket)?.timer);
		this.watched.delete(socket);
		if (limit === 0) return;
		const end = () => {
			this.watched.delete(socket);
			socket.emit('timeout');
		};
		this.watched.set(socket, { timer: setTimeout(end, limit), limit, bytes: bytesOf(socket) });
	}
}
