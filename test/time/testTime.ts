/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Socket } from 'node:net';
import { Traffic } from './traffic';

/** How many turns of Node's loop nobody must have worked for: what a socket has brought may be handed on over one of them. */
const CALM_TURNS = 2;

const turn = setImmediate;
const rest = setTimeout;

/**
 * Gives the tests of a file a time of their own: it stands still while anybody works, and jumps to the next timer when nobody
 * does. Node, engine, simulator and raw servers share it, and the silence of sockets is measured in it. So no outcome depends on
 * how fast the machine is. Whoever holds an answer back on purpose does so with a timer, or for ever: neither is work.
 */
export function useTestTime(): void {
	let running: Promise<void> | undefined;
	let stop = false;
	beforeEach(() => {
		jest.useFakeTimers({
			doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime', 'performance'],
		});
		// As in Node; a pause of a fraction would otherwise begin again and again without time going on.
		const { setTimeout: set } = globalThis;
		Object.assign(globalThis, {
			setTimeout: (work: (...given: unknown[]) => void, pause = 1, ...given: unknown[]) =>
				set(work, Math.max(1, Math.trunc(pause)), ...given),
		});
		stop = false;
		running = run(() => stop);
	});
	afterEach(async () => {
		stop = true;
		await running;
		jest.useRealTimers();
	});
}

async function run(isOver: () => boolean): Promise<void> {
	const traffic = new Traffic();
	traffic.open();
	const socketTimers = replaceSocketTimeouts(traffic);
	try {
		for (let calm = 0, busy = 0; !isOver(); ) {
			await new Promise((resolve) => turn(resolve));
			if (traffic.isBusy()) {
				calm = 0;
				// Whoever works that long needs the processor more than this loop does.
				if ((busy += 1) > 100) await new Promise((resolve) => rest(resolve, 1));
				continue;
			}
			busy = 0;
			if ((calm += 1) < CALM_TURNS) continue;
			calm = 0;
			socketTimers.note();
			if (jest.getTimerCount() > 0) jest.advanceTimersToNextTimer();
			else await new Promise((resolve) => rest(resolve, 1));
		}
	} finally {
		traffic.close();
		socketTimers.restore();
	}
}

/**
 * Measures the silence of sockets in the tests' own time.
 *
 * @param traffic - knows whose bytes have moved
 */
function replaceSocketTimeouts(traffic: Traffic) {
	const original = Object.getOwnPropertyDescriptor(Socket.prototype, 'setTimeout');
	if (original === undefined) throw new TypeError('Sockets have no time limit any more.');
	const watched = new Map<Socket, { timer: NodeJS.Timeout; activeAt: number }>();
	const forget = (socket: Socket) => {
		clearTimeout(watched.get(socket)?.timer);
		watched.delete(socket);
	};
	const watch = (socket: Socket, limit: number, activeAt: number): void => {
		const timer = setTimeout(
			() => {
				const since = watched.get(socket)?.activeAt ?? activeAt;
				forget(socket);
				if (socket.destroyed) return;
				if (Date.now() - since < limit) watch(socket, limit, since);
				else socket.emit('timeout');
			},
			activeAt + limit - Date.now(),
		);
		watched.set(socket, { timer, activeAt });
	};
	Object.defineProperty(Socket.prototype, 'setTimeout', {
		...original,
		value(this: Socket, limit: number, listener?: () => void) {
			forget(this);
			Object.assign(this, { timeout: limit });
			if (limit > 0) watch(this, limit, Date.now());
			if (listener === undefined) return this;
			return limit > 0 ? this.once('timeout', listener) : this.removeListener('timeout', listener);
		},
	});
	return {
		/** Takes note of who has been active until now. */
		note: () => {
			for (const [socket, entry] of watched) {
				if (socket.destroyed) forget(socket);
				else if (traffic.hasMoved(socket)) entry.activeAt = Date.now();
			}
		},
		restore: () => {
			Object.defineProperty(Socket.prototype, 'setTimeout', original);
		},
	};
}
