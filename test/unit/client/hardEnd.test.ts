import { untilHardEnd } from '../../../nodes/Clip/client/hardEnd';

const never = async () => await new Promise<string>(() => undefined);

describe('What has a hard end', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('ends there although the work is never settled', async () => {
		let hasLetGo = false;
		const ended = untilHardEnd(10_000, undefined, async (end) => {
			end.addEventListener('abort', () => (hasLetGo = true));
			return await never();
		});
		await jest.advanceTimersByTimeAsync(15_000);
		expect(await ended).toBeNull();
		expect(hasLetGo).toBe(true);
		await jest.advanceTimersByTimeAsync(5_000);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('ends with a stop, also with one that came before', async () => {
		const stop = new AbortController();
		const ended = untilHardEnd(10_000, stop.signal, never);
		stop.abort();
		expect(await ended).toBeNull();
		expect(await untilHardEnd(10_000, stop.signal, never)).toBeNull();
	});

	it('drops what the work throws at the end', async () => {
		const ended = untilHardEnd(
			10_000,
			undefined,
			async (end) =>
				await new Promise((_resolve, reject) => {
					end.addEventListener('abort', () => reject(new Error('cancelled')));
				}),
		);
		await jest.advanceTimersByTimeAsync(15_000);
		expect(await ended).toBeNull();
	});

	it('gives and throws what the work gives and throws before', async () => {
		expect(await untilHardEnd(10_000, undefined, async () => await Promise.resolve('done'))).toBe('done');
		const failing = async () => await Promise.reject(new Error('reset'));
		await expect(untilHardEnd(10_000, undefined, failing)).rejects.toThrow('reset');
	});
});
