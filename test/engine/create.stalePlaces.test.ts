import { useBench } from './support';
import { after, create, MINUTE, numbered, videos } from './videos';

describe('A batch that has ended before all of it was submitted', () => {
	const bench = useBench();
	const waitedForNew = async () => {
		await after(2 * MINUTE);
		const began = Date.now();
		await bench.clip({ ...create, waitForClips: false }, { items: videos('new') });
		return (bench.simulator().ledger.at(-1)?.at ?? 0) - began;
	};

	it('holds up nobody after a Stop', async () => {
		await bench.clip(create, { items: numbered(50), onParked: (_, stop) => stop('run') });
		expect(await waitedForNew()).toBeLessThan(2 * MINUTE);
	});

	it('holds up nobody after a refusal that has ended the run', async () => {
		const items = [...videos('a', 'b', 'c', 'sim-no-minutes'), ...numbered(46)];
		await bench.clip(create, { items });
		expect(await waitedForNew()).toBeLessThan(2 * MINUTE);
	});
});
