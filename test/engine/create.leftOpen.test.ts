import { contextOf, processedItems } from './harness';
import { useBench } from './support';
import { after, create, videos } from './videos';

const submitted = { ...create, waitForClips: false };
const HOUR = 60 * 60_000;

describe('A video whose earlier submission was left without a result', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	it.each([
		['sent at once', ['again']],
		['held back by the pace', ['a', 'b', 'c', 'again']],
	])('is told in the log of n8n when it is %s', async (_when, marks) => {
		bench.simulator().faults.add({
			on: 'create',
			phase: 'after',
			match: { videoUrlIncludes: '/again' },
			fault: { kind: 'reset' },
		});
		await bench.clip(submitted, { items: videos('again') });
		await after(HOUR);
		const warned: string[] = [];
		const { logger } = contextOf({ parameters: {}, credentials: {} });
		jest.spyOn(logger, 'warn').mockImplementation((message) => void warned.push(message));
		await bench.clip(submitted, { items: videos(...marks) });
		jest.restoreAllMocks();
		expect(warned.filter((message) => message.includes('no known result'))).toHaveLength(1);
	});
});
