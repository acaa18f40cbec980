/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { itemsOf, useBench } from './support';

const MINUTE = 60_000;
const create = { operation: 'create', videoUrl: '={{ $json.videoUrl }}' };
const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));
const numbered = (count: number) => videos(...Array.from({ length: count }, (_, index) => `v${index}`));
const after = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

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
