/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Socket } from 'node:net';

interface Watched {
	timer: NodeJS.Timeout;
	bytes: number;
	/** Epoch milliseconds. */
	activeAt: number;
}

const bytesOf = (socket: Socket): number => socket.bytesRead + socket.bytesWritten;

/** The time limits of sockets, measured with whatever `setTimeout` and `Date` there are, instead of Node's own clock. */
export class Silence {
	private readonly watched = new Map<Socket, Watched>();
	private readonly original = Object.getOwnPropertyDescriptor(Socket.prototype, 'setTimeout');

	/** Takes the place of the limits. */
	open(): void {
		const setLimit = this.setLimit.bind(this);
		Object.defineProperty(Socket.prototype, 'setTimeout', {
			...this.original,
			value(this: Socket, limit: number, listener?: () => void) {
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
		for (const [socket, entry] of this.watched) {
			const bytes = bytesOf(socket);
			if (socket.destroyed) this.forget(socket);
			else if (bytes !== entry.bytes) Object.assign(entry, { bytes, activeAt: Date.now() });
		}
	}

	private setLimit(socket: Socket, limit: number): void {
		this.forget(socket);
		Object.assign(socket, { timeout: limit });
		if (limit > 0) this.watch(socket, limit, Date.now());
	}

	private watch(socket: Socket, limit: number, activeAt: number): void {
		const wake = () => {
			const since = this.watched.get(socket)?.activeAt ?? activeAt;
			this.forget(socket);
			if (Date.now() - since < limit) this.watch(socket, limit, since);
			else socket.emit('timeout');
		};
		const timer = setTimeout(wake, activeAt + limit - Date.now());
		this.watched.set(socket, { timer, bytes: bytesOf(socket), activeAt });
	}

	private forget(socket: Socket): void {
		clearTimeout(this.watched.get(socket)?.timer);
		this.watched.delete(socket);
	}
}
