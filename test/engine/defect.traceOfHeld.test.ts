import { itemsOf, useBench } from './support';

const create = { operation: 'create', videoUrl: '={{ $json.videoUrl }}' };
const numbered = (count: number) => videos(...Array.from({ length: count }, (_, index) => `v${index}`));
const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));

describe('A project that the poller has submitted', () => {
	const bench = useBench();

	it('leaves its trace beside the run that waits for it', async () => {
		const { run } = await bench.clip(create, { items: numbered(9) });
		const ids = bench.simulator().ledger.map(({ projectId }) => projectId);
		expect(run.data.resultData.metadata).toEqual({
			clipProjectCount: '9',
			clipProjects: [...ids].reverse().join(', '),
		});
	});
});
