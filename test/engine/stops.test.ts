import { useBench } from './support';
import { create, numbered } from './videos';

describe('A paused execution', () => {
	const bench = useBench();
	const ids = () => bench.simulator().ledger.map(({ projectId }) => projectId ?? '');

	it('whose status check somebody stops ends with the error of n8n, and names its projects beside it', async () => {
		const { error, run } = await bench.clip(create, {
			items: numbered(2),
			onPause: (_, stop) => stop('check'),
		});
		expect(error?.message).toBe('The execution was cancelled manually');
		expect(run.status).toBe('error');
		for (const id of ids()) expect(run.data.resultData.metadata?.clipProjects).toContain(id);
	});

	it('that somebody stops leaves no status check behind, and asks no more', async () => {
		let left: () => unknown[] = () => [];
		await bench.clip(create, {
			items: numbered(2),
			onPause: (_, stop, waiting) => {
				left = waiting;
				stop('run');
			},
		});
		expect(left()).toEqual([]);
		expect(bench.questions()).toEqual([]);
	});
});
