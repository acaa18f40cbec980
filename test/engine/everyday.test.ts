import { fileAnswer, film, useFileHost } from './fileHost';
import { useStorage } from './storage';
import { get, wait, create, download, itemsOf, useBench, videos } from './support';

describe('Everyday', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	const jsonsOf = (items: ReadonlyArray<{ json: object }>) =>
		itemsOf(...items.map(({ json }) => ({ ...json })));

	it('a link becomes its three best clips with their files: Create, Get, Download', async () => {
		const created = await bench.clip(create, { items: videos('a') });
		const best = { ...get, filters: { limit: 3 } };
		const clips = await bench.clip(best, { items: jsonsOf(created.items) });
		expect(clips.items.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		const { items, error } = await bench.clip(download, { items: jsonsOf(clips.items) });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.videoId, pairedItem])).toEqual(
			clips.items.map(({ json }, item) => [json.videoId, { item }]),
		);
		for (const { binary, json } of items) {
			expect((await storage.bytesOf(binary?.data)).length).toBe(json.fileSize);
		}
		expect(bench.ids()).toHaveLength(1);
	});

	it('projects whose IDs were kept bring their clips later, by Get or by Wait and Get, and cost nothing more', async () => {
		await bench.clip({ ...create, waitForClips: false }, { items: videos('a', 'b') });
		const rows = itemsOf(...bench.ids().map((projectId) => ({ projectId })));
		const byGet = await bench.clip(get, { items: rows });
		const waited = await bench.clip(wait, { items: rows });
		const byBoth = await bench.clip(get, { items: jsonsOf(waited.items) });
		for (const { items } of [byGet, byBoth]) {
			const linked = items.map(({ json, pairedItem }) => [json.projectId, pairedItem]);
			expect(linked).toEqual(
				expect.arrayContaining(bench.ids().map((projectId, item) => [projectId, { item }])),
			);
			expect(new Set(linked.map((link) => JSON.stringify(link))).size).toBe(2);
		}
		expect(bench.ids()).toHaveLength(2);
	});

	it('a service that is down for some checks delays the clips, and no more', async () => {
		const { items, error } = await bench.clip(create, {
			items: videos('a'),
			onPause: () => {
				const fault = { kind: 'status', status: 503, body: 'busy' } as const;
				bench.simulator().faults.add({ on: 'query', times: 4, fault });
			},
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.projectId, json.status])).toEqual([[bench.ids()[0], 'ready']]);
		expect(bench.questions().length).toBeGreaterThan(4);
	});

	it('a key that stops working during a wait ends it with the project ID', async () => {
		const { error } = await bench.clip(create, {
			items: videos('a'),
			onPause: () => {
				const fault = { kind: 'code', code: 4001, errMsg: 'wrong key' } as const;
				bench.simulator().faults.add({ on: 'query', times: 99, fault });
			},
		});
		expect(error?.message).toContain('rejected the API key');
		expect(error?.description).toContain(bench.ids()[0]);
		expect(error?.context).toMatchObject({ projectId: bench.ids()[0] });
	});

	it('a credential that is deleted during a wait ends it with the project ID', async () => {
		let isDeleted = false;
		const { apiKey, headerName } = bench.simulator();
		const credentials = {
			get baseUrl() {
				if (isDeleted) throw new Error('The credential does not exist');
				return bench.simulator().baseUrl;
			},
			apiKey,
			headerName,
		};
		const onPause = () => void (isDeleted = true);
		const { error } = await bench.clip(create, { items: videos('a'), credentials, onPause });
		expect(`${error?.message} ${error?.description}`).toContain('The credential does not exist');
		expect(`${error?.message} ${error?.description}`).toContain(bench.ids()[0]);
	});

	it('a Stop of a paused execution leaves nothing behind that waits or asks', async () => {
		let left: () => unknown[] = () => ['not paused'];
		await bench.clip(create, {
			items: videos('a', 'b'),
			onPause: (_, stop, waiting) => {
				left = waiting;
				stop('run');
			},
		});
		expect(left()).toEqual([]);
		expect([bench.questions(), bench.ids().length]).toEqual([[], 2]);
	});

	it('a Stop of the status check ends the execution with the error of n8n, and its custom data name the projects', async () => {
		const { error, run } = await bench.clip(create, {
			items: videos('a', 'b'),
			onPause: (_, stop) => stop('check'),
		});
		expect([run.status, error?.message]).toEqual(['error', 'The execution was cancelled manually']);
		for (const projectId of bench.ids())
			expect(run.data.resultData.metadata?.clipProjects).toContain(projectId);
		expect(bench.ids()).toHaveLength(2);
	});

	it.each([
		['with its length announced', {}],
		['without a length', { length: null }],
	])(
		'a file whose transfer is interrupted each time is an error, and no part of it is kept: %s',
		async (_what, manners) => {
			const cuts = Array<number>(99).fill(70_000);
			const answer = fileAnswer(film(300_000), { ...manners, cuts });
			const videoUrl = host().serve('/x.mp4', answer);
			const { items, error } = await bench.clip(download, { items: itemsOf({ videoUrl }) });
			expect(items).toEqual([]);
			expect(error?.message).toContain('The download was interrupted');
			expect(host().requests).toHaveLength(3);
			expect(await storage.leftovers()).toEqual([]);
		},
	);
});
