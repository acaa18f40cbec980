/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Silence } from './silence';
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
	const traffic = new Traffic();
	let running: Promise<void> | undefined;
	let stop = false;
	beforeAll(() => traffic.open());
	afterAll(() => traffic.close());
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
		running = run(traffic, () => stop);
	});
	afterEach(async () => {
		stop = true;
		await running;
		jest.useRealTimers();
	});
}

async function run(traffic: Traffic, isOver: () => boolean): Promise<void> {
	const silence = new Silence();
	silence.open();
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
			silence.note();
			if (jest.getTimerCount() > 0) jest.advanceTimersToNextTimer();
			else await new Promise((resolve) => rest(resolve, 1));
		}
	} finally {
		silence.close();
	}
}
