import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

describe('Clip Trigger, with a memory of duplicates', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	const deliver = async (call: Record<string, string>, more: Partial<NodeRun> = {}) =>
		await bench.trigger(call, { mode: 'webhook', ...more });
	const serviceIsDown = (times: number) => {
		if (times === 0) return;
		bench.simulator().faults.add({ on: 'query', times, fault: { kind: 'status', status: 503 } });
	};

	it.each([0, 2])('leaves out what came before when the service is down for %s questions', async (times) => {
		const projectId = await bench.finished();
		expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		serviceIsDown(times);
		const { items, error, parked } = await deliver({ projectId });
		expect([items, error, parked]).toEqual([[], undefined, times > 0]);
	});

	it('remembers for calls at once what a parked run has delivered', async () => {
		const projectId = await bench.finished();
		serviceIsDown(2);
		const { items, parked } = await deliver({ projectId });
		expect([items.length > 1, parked]).toEqual([true, true]);
		expect((await deliver({ projectId })).items).toEqual([]);
	});

	it('gives a clip once that is listed twice, and of a later call only what is new', async () => {
		const videosOf = async (...ids: string[]) => {
			const videos = ids.map((videoId, index) => ({ videoId, viralScore: 9 - index }));
			const body = JSON.stringify({ code: 2000, projectId: '71', videos });
			const { items } = await deliver({ projectId: '71', body }, { parameters: { verify: false } });
			return items.map(({ json }) => [json.videoId, json.viralScore]);
		};
		expect(await videosOf('a', 'b', 'a')).toEqual([
			['a', 9],
			['b', 8],
		]);
		expect(await videosOf('b', 'c', 'c', 'a')).toEqual([['c', 8]]);
	});

	it.each(['manual', 'retry'] as const)('gives everything to a run of the mode %s', async (mode) => {
		const projectId = await bench.finished();
		const { items } = await deliver({ projectId });
		serviceIsDown(2);
		expect((await deliver({ projectId }, { mode })).items).toHaveLength(items.length);
	});

	describe('names the project, and says how to get its clips, when', () => {
		const credentials = { baseUrl: '', headerName: 'x', apiKey: 'y' };
		it.each<[string, Partial<NodeRun>, string]>([
			['the credential cannot be used', { credentials }, 'credential cannot be used'],
			['an option is wrong', { parameters: { options: { maxWait: 'soon' } } }, 'Max Wait'],
			[
				'an option cannot be worked out',
				{ parameters: { options: { limit: '={{ $("Nowhere").item.json.limit }}' } } },
				'exist',
			],
		])('%s', async (_what, more, reason) => {
			const projectId = await bench.finished();
			const { error } = await deliver({ projectId }, more);
			expect(error?.message).toContain(reason);
			expect(error?.description).toContain(`project ${projectId}: use 'Get'`);
			expect(error?.description).toContain(`{"projectId":"${projectId}"}`);
			const settings = { onError: 'continueErrorOutput' } as const;
			const { errorItems } = await deliver({ projectId }, { ...more, settings });
			expect(JSON.stringify(errorItems[0]?.json)).toContain(`project ${projectId}: use 'Get'`);
		});

		it.each([0, 2])('its memory is away, after the service was down for %s questions', async (times) => {
			const projectId = await bench.finished();
			processedItems.trouble = new Error('database is locked');
			serviceIsDown(times);
			const { error, parked } = await deliver({ projectId });
			expect([error?.message, parked]).toEqual(['database is locked', times > 0]);
			expect(error?.description).toContain(`project ${projectId}: use 'Get'`);
			processedItems.trouble = null;
			expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		});
	});
});
