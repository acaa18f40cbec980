import { Door } from './door';
import type { NodeRun } from './harness';
import { credentialFor, useBench } from './support';
import { create, MINUTE, numbered, paidIn, videos } from './videos';

const goingOn = { settings: { onError: 'continueRegularOutput' } } satisfies Partial<NodeRun>;

describe('A batch that the pace holds back', () => {
	const bench = useBench();
	const ledger = () => bench.simulator().ledger;
	const paid = () => paidIn(bench);
	const ids = () => paid().map(({ projectId }) => projectId);

	it('is submitted while its run is paused, three a minute, in order, and each project is linked to its item', async () => {
		const { items, parked, executions, error, hints } = await bench.clip(create, { items: numbered(12) });
		expect([error, parked, executions, hints]).toEqual([undefined, true, 3, []]);
		expect(items.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			ids().map((projectId, item) => [projectId, 'ready', { item }]),
		);
		const moments = ledger().map(({ at }) => at);
		const most = Math.max(
			...moments.map((at) => moments.filter((other) => other >= at && other < at + MINUTE).length),
		);
		expect([moments.length, most]).toEqual([12, 3]);
		expect(paid().map(({ rawBody }) => /v\d+/.exec(rawBody)?.[0])).toEqual(
			Array.from({ length: 12 }, (_, index) => `v${index}`),
		);
	});

	it('comes out as soon as the last video is submitted when nobody waits for clips', async () => {
		const { items, parked } = await bench.clip({ ...create, waitForClips: false }, { items: numbered(4) });
		expect(parked).toBe(true);
		expect(items.map(({ json }) => [json.projectId, json.status])).toEqual(
			ids().map((projectId) => [projectId, 'processing']),
		);
		expect(bench.questions()).toEqual([]);
	});

	it('is not asked for in the moment in which it was submitted: the service may not know the project yet', async () => {
		const { error } = await bench.clip(create, { items: numbered(5) });
		expect(error).toBeUndefined();
		for (const { projectId, at } of paid()) {
			const asked = bench.questions().find(({ path }) => path.endsWith(`/${projectId}`))?.at ?? 0;
			expect(asked - at).toBeGreaterThanOrEqual(30_000);
		}
	});

	it('keeps to the pace of the account over several runs', async () => {
		await Promise.all(
			[1, 2, 3].map(async (run) => await bench.clip(create, { items: videos(`a${run}`, `b${run}`) })),
		);
		const moments = ledger().map(({ at }) => at);
		expect(moments.filter((at) => at < (moments[0] ?? 0) + MINUTE)).toHaveLength(3);
		expect(moments).toHaveLength(6);
	});

	it('counts Max Wait from the moment at which a video was accepted', async () => {
		const run = { ...create, waitOptions: { maxWait: 4 } };
		const { items, error } = await bench.clip(run, { items: numbered(15) });
		expect(error).toBeUndefined();
		expect(items.every(({ json }) => json.status === 'ready')).toBe(true);
		expect((ledger().at(-1)?.at ?? 0) - (ledger()[0]?.at ?? 0)).toBeGreaterThan(4 * MINUTE);
	});

	it('comes back when the service says so, and holds no worker meanwhile', async () => {
		const headers = { 'retry-after': '300' };
		const fault = { kind: 'status', status: 429, headers } as const;
		bench.simulator().faults.add({ on: 'create', phase: 'before', fault });
		const { items, parked } = await bench.clip(create, { items: videos('a', 'b') });
		expect([parked, items.map(({ json }) => json.status)]).toEqual([true, ['ready', 'ready']]);
		expect(paid()).toHaveLength(2);
		expect((paid()[0]?.at ?? 0) - (bench.simulator().requests[0]?.at ?? 0)).toBeGreaterThan(5 * MINUTE - 1);
	});

	it('ends the run with the first video that is refused, and names the projects that it has', async () => {
		const items = videos('a', 'b', 'c', 'sim-no-minutes', 'd');
		const { error } = await bench.clip(create, { items });
		expect(error?.message).toBe(
			'The account does not have enough processing minutes left for this video [item 3]',
		);
		expect(error?.description).toContain('code 4007');
		for (const projectId of ids()) expect(error?.description).toContain(projectId);
		expect(paid()).toHaveLength(3);
	});

	it('gives each refused video an error item when the node goes on', async () => {
		const items = videos('a', 'b', 'c', 'sim-no-minutes', 'd');
		const result = await bench.clip(create, { items, ...goingOn });
		expect(result.items.map(({ json }) => json.status ?? json.error)).toEqual([
			'ready',
			'ready',
			'ready',
			'The account does not have enough processing minutes left for this video [item 3]',
			'ready',
		]);
	});

	it('says that it is unknown when the answer of the service is lost', async () => {
		const match = { videoUrlIncludes: 'v3' };
		bench.simulator().faults.add({ on: 'create', phase: 'after', match, fault: { kind: 'reset' } });
		const { items } = await bench.clip(create, { items: numbered(5), ...goingOn });
		expect(items[3]?.json).toMatchObject({
			error: 'It is unknown whether the project was created [item 3]',
			details: { outcome: 'unknownWhetherCreated' },
		});
		expect(ledger()).toHaveLength(5);
	});

	it.each(['losesOne', 'failsOne'] as const)(
		'is submitted once, and whole, when n8n loses the poller (%s)',
		async (trouble) => {
			const { items, error } = await bench.clip(create, { items: numbered(9), trouble });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.status)).toEqual(items.map(() => 'ready'));
			expect([ledger().length, new Set(ids()).size]).toEqual([9, 9]);
		},
	);

	it('is not sent when the credential is gone, and says so', async () => {
		const credentials = {
			get baseUrl() {
				if (paid().length === 3) throw new Error('The credential does not exist');
				return bench.simulator().baseUrl;
			},
			apiKey: bench.simulator().apiKey,
			headerName: bench.simulator().headerName,
		};
		const { error } = await bench.clip(create, { items: numbered(4), credentials });
		expect(error?.message).toContain('The credential does not exist');
		for (const projectId of ids()) expect(error?.description).toContain(projectId);
	});

	it('is submitted in the process where the run cannot be paused, and says so', async () => {
		const { items, hints, parked } = await bench.clip(create, { items: numbered(4), trouble: 'refuses' });
		expect(parked).toBe(false);
		expect(items.map(({ json }) => json.status)).toEqual(items.map(() => 'ready'));
		expect(hints.join(' ')).toContain('kept running');
		expect(hints.join(' ')).toContain('to keep to the limits of the service');
	});

	it('waits in the process for what is due within seconds', async () => {
		const { origin, baseUrl } = bench.simulator();
		const door = await Door.to(origin);
		door.openAfter(3);
		const credentials = {
			...credentialFor(bench.simulator()),
			baseUrl: baseUrl.replace(origin, door.origin),
		};
		const wishes = { ...create, waitForClips: false };
		const { parked } = await bench.clip(wishes, { items: videos('a'), credentials });
		await door.close();
		expect([parked, paid().length]).toEqual([false, 1]);
	});
});

describe('A project leaves its trace beside the execution', () => {
	const bench = useBench();

	it.each([
		['when nobody waits', { waitForClips: false }],
		['in a paused run', {}],
		['in Keep It Running', { waitMode: 'inProcess' }],
	])('%s', async (_when, more) => {
		const { run } = await bench.clip({ ...create, ...more }, { items: videos('a', 'b') });
		const ids = bench.simulator().ledger.map(({ projectId }) => projectId);
		expect(run.data.resultData.metadata).toEqual({ clipProjects: [...ids].reverse().join(', ') });
	});

	it('as many as there is room for, the latest first', async () => {
		const pace = { submissionOptions: { submissionsPerMinute: 600 }, waitForClips: false };
		const { run } = await bench.clip({ ...create, ...pace }, { items: numbered(100) });
		const { clipProjects = '' } = run.data.resultData.metadata ?? {};
		expect(clipProjects.length).toBeLessThanOrEqual(512);
		const ids = bench.simulator().ledger.map(({ projectId }) => projectId ?? '');
		expect(clipProjects.split(', ')).toEqual(ids.reverse().slice(0, clipProjects.split(', ').length));
	});
});

describe('A manual run', () => {
	const bench = useBench();

	it.each([
		['manual', true],
		['webhook', false],
	] as const)('tells to pin the output of a paid submission: %s', async (mode, tells) => {
		const { hints } = await bench.clip({ ...create, waitForClips: false }, { items: videos('a'), mode });
		expect(hints.some((hint) => hint.startsWith('Pin the output of this node'))).toBe(tells);
	});
});
