/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { Transform, TransformCallback } from 'node:stream';
import { Unzip } from 'node:zlib';
import { z } from 'zod/v3';

/** Work of Node that ends by itself: with files, with the names of hosts, and what was put off to the next turn of its loop. */
const WORK = /^(?:Immediate|FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq|QueryReq)/;

/**
 * What Node knows of a socket and tells nobody: whether its reader has paused, what an encrypted one has sent and received beneath the
 * encryption, and whether it knows that the other end has ended.
 */
const internals = z.object({
	_handle: z
		.object({
			reading: z.boolean().optional(),
			_parent: z.object({ bytesRead: z.number(), bytesWritten: z.number() }).optional(),
		})
		.nullable(),
	_readableState: z.object({ ended: z.boolean() }),
});

/** The bytes that have passed through a socket, as the other end counts them. */
const bytesOf = (socket: Socket): Pick<Socket, 'bytesRead' | 'bytesWritten'> =>
	internals.parse(socket)._handle?._parent ?? socket;

/** Whether what the other end does wakes somebody here. */
function listens(socket: Socket): boolean {
	if (socket.destroyed) return false;
	const { _handle: handle, _readableState: state } = internals.parse(socket);
	return !state.ended && handle?.reading === true;
}

/** Whether something is on its way from one end of a connection to the other. */
const delivers = (from: Socket, to: Socket): boolean =>
	listens(to) &&
	(from.destroyed || from.writableFinished || bytesOf(from).bytesWritten > bytesOf(to).bytesRead);

const withSocket = z.object({ socket: z.instanceof(Socket) });
/** `instanceof Function` would not know Node's own: jest has globals of its own. */
const method = z.object({
	value: z.custom<(...given: unknown[]) => unknown>((value) => typeof value === 'function'),
});

const prototype = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** What unpacks works in another thread, of which Node tells nothing. */
class Unpacking {
	private readonly working = new Set<Transform>();
	private readonly base = prototype.parse(Object.getPrototypeOf(Object.getPrototypeOf(Unzip.prototype)));
	private readonly original = Object.getOwnPropertyDescriptor(this.base, '_transform');

	open(): void {
		const { working, base, original } = this;
		const { value: transform } = method.parse(original);
		Object.defineProperty(base, '_transform', {
			...original,
			value(this: Transform, chunk: unknown, encoding: unknown, done: TransformCallback): unknown {
				working.add(this);
				const end = () => working.delete(this);
				this.once('close', end);
				const next: TransformCallback = (...given) => {
					end();
					this.off('close', end);
					done(...given);
				};
				return Reflect.apply(transform, this, [chunk, encoding, next]);
			},
		});
	}

	close(): void {
		Object.defineProperty(this.base, '_transform', { ...this.original });
	}

	/** Whether one is at work, and does not wait for its reader. */
	isBusy(): boolean {
		return [...this.working].some(
			(stream) => !stream.destroyed && stream.readableLength < stream.readableHighWaterMark,
		);
	}
}

/**
 * What is on its way between the sockets of this process, counted byte by byte. Both ends of each connection are here, so nothing
 * has to be guessed: what was written and not yet read, or closed without the other end knowing, is under way. What a reader has
 * no wish for, because it has paused, is not.
 */
export class Traffic {
	private readonly clients = new Map<Socket, Socket | null>();
	/** Those of servers, and the ports of both ends, which Node forgets when a socket has ended: a small answer may end it at once. */
	private readonly waiting = new Map<Socket, Pick<Socket, 'localPort' | 'remotePort'>>();
	private readonly original = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect');
	private readonly unpacking = new Unpacking();

	/** Begins to take note of sockets that are opened. */
	open(): void {
		const { original, clients } = this;
		const { value: connect } = method.parse(original);
		// Node's own channel for sockets of clients has none of those that are encrypted from the start.
		Object.defineProperty(Socket.prototype, 'connect', {
			...original,
			value(this: Socket, ...given: unknown[]): unknown {
				clients.set(this, null);
				return Reflect.apply(connect, this, given);
			},
		});
		subscribe('net.server.socket', this.onServer);
		this.unpacking.open();
	}

	/** Ends that. */
	close(): void {
		Object.defineProperty(Socket.prototype, 'connect', { ...this.original });
		unsubscribe('net.server.socket', this.onServer);
		this.unpacking.close();
	}

	/** Whether a socket, a file or the name of a host keeps somebody busy. */
	isBusy(): boolean {
		this.pair();
		for (const [client, server] of this.clients) {
			if (client.destroyed && server?.destroyed !== false) this.clients.delete(client);
			else if (client.connecting) return true;
			else if (server === null ? !client.destroyed : delivers(client, server) || delivers(server, client))
				return true;
		}
		return this.unpacking.isBusy() || process.getActiveResourcesInfo().some((type) => WORK.test(type));
	}

	private pair(): void {
		const isComplete = ![...this.clients.values()].includes(null);
		for (const [server, { localPort, remotePort }] of this.waiting) {
			for (const [client, other] of this.clients) {
				if (other !== null || client.localPort !== remotePort || client.remotePort !== localPort) continue;
				this.clients.set(client, server);
				this.waiting.delete(server);
			}
			if (server.destroyed && isComplete) this.waiting.delete(server);
		}
	}

	private readonly onServer = (message: unknown): void => {
		const { socket } = withSocket.parse(message);
		const { localPort, remotePort } = socket;
		this.waiting.set(socket, { localPort, remotePort });
	};
}
