/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { itemsOf, useBench } from './support';

const video = (mark: string) => ({ videoUrl: `https://youtu.be/${mark}` });

/** The last three of five are held back, and submitted by the poller. */
const perMinute = 2;
const create = {
	operation: 'create',
	videoUrl: '={{ $json.videoUrl }}',
	submissionOptions: { submissionsPerMinute: perMinute },
};
const five = itemsOf(...['one', 'two', 'three', 'four', 'five'].map(video));

describe('A paused run of which somebody stops', () => {
	const bench = useBench();
	const ids = () => bench.simulator().ledger.map(({ projectId }) => projectId ?? '');

	it('the poller ends with an error that names its projects, and the videos that were held back', async () => {
		const { error, run } = await bench.clip(create, {
			items: five,
			onParked: (_, stop) => stop('poller'),
		});
		const [one = '', two = ''] = ids();
		expect(ids()).toHaveLength(perMinute);
		expect(error?.message).toBe(`The waiting was stopped: project ${one} [item 0]`);
		expect(error?.description).toContain(`${two} (item 1)`);
		for (const [index, mark] of ['three', 'four', 'five'].entries()) {
			expect(error?.description).toContain(`${video(mark).videoUrl} (item ${index + perMinute})`);
		}
		expect(run.status).toBe('error');
	});

	it('the run gets none of its other videos submitted, also in the middle of a round', async () => {
		const match = { videoUrlIncludes: 'three' };
		bench
			.simulator()
			.faults.add({ on: 'create', match, phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(create, {
			items: five,
			onParked: (_, stop) => {
				setTimeout(function stopAfterThird() {
					if (ids().length > perMinute) stop('run');
					else setTimeout(stopAfterThird, 1);
				}, 1);
			},
		});
		expect(ids()).toHaveLength(perMinute + 1);
	});

	it('the run leaves no helper behind', async () => {
		let left: () => unknown[] = () => [];
		await bench.clip(create, {
			items: five,
			onParked: (_, stop, waiting) => {
				left = waiting;
				stop('run');
			},
		});
		expect(left()).toEqual([]);
		expect(ids()).toHaveLength(perMinute);
		expect(bench.questions()).toEqual([]);
	});

	it('the keeper ends with the words of n8n, and its poller ends, too', async () => {
		let left: () => unknown[] = () => [];
		const { error } = await bench.clip(create, {
			items: five,
			onParked: (_, stop, waiting) => {
				left = waiting;
				stop('keeper');
			},
		});
		expect(error?.message).toBe('The execution was cancelled manually');
		expect(left()).toEqual([]);
		expect(ids()).toHaveLength(perMinute);
	});
});
