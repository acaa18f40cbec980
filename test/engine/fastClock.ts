/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */

/** Milliseconds of test time that pass in each real step; the node's longest nap is one of these. */
const STEP = 1_000;
const REAL_STEP = 5;

/**
 * Lets time run some hundred times faster for node, engine and simulator alike, while sockets stay real. Ends after each
 * test of the file.
 */
export function useFastClock(): void {
	let timer: NodeJS.Timeout;
	beforeEach(() => {
		const every = setInterval;
		jest.useFakeTimers({
			doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime', 'performance'],
		});
		timer = every(() => void jest.advanceTimersByTimeAsync(STEP), REAL_STEP);
	});
	afterEach(() => {
		jest.useRealTimers();
		clearInterval(timer);
	});
}
