import type { IDataObject } from 'n8n-workflow';
import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

describe('Clip Trigger, with a memory of duplicates', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	const deliver = async (call: IDataObject, more: Partial<NodeRun> = {}) =>
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
			const body = { code: 2000, projectId: '71', videos };
			const { items } = await deliver({ projectId: '71', body }, { parameters: { verify: false } });
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
		const FAILS = { videoUrl: 'https://youtu.be/sim-clipping-fails' };
		const alsoFailures = { parameters: { options: { alsoStartOnFailure: true } } };

		it.each([
			[true, 0],
			[true, 2],
			[false, 0],
			[false, 2],
		])('gives each clip once: named in answers %s, service down for %s questions', async (named, times) => {
			bench.simulator().configure({ idReading: 'lenient', namesProject: named });
			const projectId = await bench.finished();
			const other = await bench.finished();
			const [forged = '', ...others] = spellings(projectId);
			serviceIsDown(times);
			const first = await deliver({ projectId: forged });
			expect(first.items.length).toBeGreaterThan(1);
			if (named) for (const { json } of first.items) expect(json.projectId).toBe(projectId);
			for (const spelling of [...others, projectId]) {
				serviceIsDown(times);
				expect((await deliver({ projectId: spelling })).items).toEqual([]);
			}
			expect((await deliver({ projectId: other })).items.length).toBeGreaterThan(1);
		});

		it.each([0, 1])('gives a failure once under its own ID, down for %s questions', async (times) => {
			bench.simulator().configure({ idReading: 'lenient' });
			const projectId = await bench.finished(FAILS);
			const items = [];
			for (const spelling of [...spellings(projectId), projectId]) {
				serviceIsDown(times);
				items.push(...(await deliver({ projectId: spelling }, alsoFailures)).items);
			}
			expect(items.map(({ json }) => json.projectId)).toEqual([projectId]);
		});
	});

	it.each([
		[true, false],
		[false, true],
	])('gives a clip once when the first answer names its project %s, the second %s', async (first, second) => {
		const projectId = await bench.finished();
		bench.simulator().configure({ namesProject: first });
		expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		bench.simulator().configure({ namesProject: second });
		expect((await deliver({ projectId })).items).toEqual([]);
	});

	it('remembers nothing of further spellings of a project that no answer names', async () => {
		bench.simulator().configure({ idReading: 'lenient', namesProject: false });
		const projectId = await bench.finished();
		await deliver({ projectId });
		const known = [...processedItems.known];
		expect((await deliver({ projectId: `0${projectId}` })).items).toEqual([]);
		expect(processedItems.known).toEqual(known);
	});

	it('tells clips without IDs apart by what they are about', async () => {
		const deliverVideos = async (...titles: string[]) => {
			const videos = titles.map((title) => ({ title, viralScore: title.length }));
			const body = { code: 2000, projectId: '72', videos };
			const { items } = await deliver({ projectId: '72', body }, { parameters: { verify: false } });
			return items.map(({ json }) => json.title);
		};
		expect(await deliverVideos('one', 'three')).toEqual(['three', 'one']);
		expect(await deliverVideos('one', 'three', 'sixteen')).toEqual(['sixteen']);
	});

	it('forgets failures before it forgets a clip', async () => {
		const projectId = await bench.finished();
		await deliver({ projectId });
		const clips = processedItems.known;
		const fail = async (id: number) => {
			const body = { code: 4002, projectId: id, errMsg: 'clipping failed' };
			const parameters = { verify: false, options: { alsoStartOnFailure: true } };
			return (await deliver({ projectId: String(id), body }, { parameters })).items.length;
		};
		for (let id = 1; id <= 250; id += 1) expect(await fail(id)).toBe(1);
		expect(processedItems.known.slice(0, clips.length)).toEqual(clips);
		expect(processedItems.known).toHaveLength(clips.length + 200);
		expect(await fail(250)).toBe(0);
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

		it('its memory goes away between two writes, and the clips come with the next call', async () => {
			bench.simulator().configure({ namesProject: false });
			const projectId = await bench.finished();
			const record = processedItems.checkProcessedAndRecord.bind(processedItems);
			const broken = jest
				.spyOn(processedItems, 'checkProcessedAndRecord')
				.mockImplementationOnce(record)
				.mockRejectedValueOnce(new Error('database is locked'));
			const { error } = await deliver({ projectId });
			broken.mockRestore();
			expect(error?.message).toBe('database is locked');
			expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		});
	});
});
