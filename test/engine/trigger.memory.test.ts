import type { IDataObject } from 'n8n-workflow';
import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

describe('Clip Trigger, with a memory of duplicates', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	const deliver = async (call: IDataObject, more: Partial<NodeRun> = {}) =>
		await bench.trigger(call, { mode: 'webhook', ...more });
	/** Calls for a project of which the service says this next. */
	const deliverAnswer = async (answer: IDataObject & { projectId: string }, more: Partial<NodeRun> = {}) => {
		const body = JSON.stringify(answer);
		bench.simulator().faults.add({ on: 'query', times: 1, fault: { kind: 'body', body } });
		return await deliver({ projectId: answer.projectId }, more);
	};
	const serviceIsDown = (times: number) => {
		if (times === 0) return;
		bench.simulator().faults.add({ on: 'query', times, fault: { kind: 'status', status: 503 } });
	};

	it.each([0, 2])('leaves out what came before when the service is down for %s questions', async (times) => {
		const projectId = await bench.finished();
		expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		serviceIsDown(times);
		const { items, error } = await deliver({ projectId });
		expect([items, error]).toEqual([[], undefined]);
	});

	it('gives a clip once that is listed twice, and of a later call only what is new', async () => {
		const videosOf = async (...ids: string[]) => {
			const videos = ids.map((videoId, index) => ({ videoId, viralScore: 9 - index }));
			const { items } = await deliverAnswer({ code: 2000, projectId: '71', videos });
			return items.map(({ json }) => [json.videoId, json.viralScore]);
		};
		expect(await videosOf('a', 'b', 'a')).toEqual([
			['a', 9],
			['b', 8],
		]);
		expect(await videosOf('b', 'c', 'c', 'a')).toEqual([['c', 8]]);
	});

	describe('whose service takes many spellings for one project', () => {
		const spellings = (projectId: string) => [
			`0${projectId}`,
			`${projectId}-`,
			`${projectId}abc`,
			`000${projectId}_`,
		];

		it.each([0, 2])('gives each clip once, service down for %s questions', async (times) => {
			bench.simulator().configure({ idReading: 'lenient' });
			const projectId = await bench.finished();
			const other = await bench.finished();
			const [forged = '', ...others] = spellings(projectId);
			serviceIsDown(times);
			const first = await deliver({ projectId: forged });
			expect(first.items.length).toBeGreaterThan(1);
			for (const { json } of first.items) expect(json.projectId).toBe(projectId);
			for (const spelling of [...others, projectId]) {
				serviceIsDown(times);
				expect((await deliver({ projectId: spelling })).items).toEqual([]);
			}
			expect((await deliver({ projectId: other })).items.length).toBeGreaterThan(1);
		});
	});

	it('tells clips without IDs apart by what they are about', async () => {
		const deliverVideos = async (...titles: string[]) => {
			const videos = titles.map((title) => ({ title, viralScore: title.length }));
			const { items } = await deliverAnswer({ code: 2000, projectId: '72', videos });
			return items.map(({ json }) => json.title);
		};
		expect(await deliverVideos('one', 'three')).toEqual(['three', 'one']);
		expect(await deliverVideos('one', 'three', 'sixteen')).toEqual(['sixteen']);
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
			const { error } = await deliver({ projectId });
			expect(error?.message).toBe('database is locked');
			expect(error?.description).toContain(`project ${projectId}: use 'Get'`);
			processedItems.trouble = null;
			expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		});
	});
});
