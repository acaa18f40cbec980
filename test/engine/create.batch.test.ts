/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { sleep } from 'n8n-workflow';
import { contextOf, type NodeRun } from './harness';
import { create, goingOn, MINUTE, numbered, useBench, videos } from './support';

describe('A batch that the pace holds back', () => {
	const bench = useBench();

	it('comes out as soon as the last video is submitted when nobody waits for clips', async () => {
		const submitted = await bench.clip({ ...create, waitForClips: false }, { items: numbered(4) });
		const { items, paused, hints } = submitted;
		expect(paused).toBe(false);
		expect(hints).toEqual([expect.stringContaining('Submitting took 1 min longer')]);
		expect(items.map(({ json }) => [json.projectId, json.status])).toEqual(
			bench.ids().map((projectId) => [projectId, 'processing']),
		);
		expect(bench.questions()).toEqual([]);
	});

	it('counts Max Wait from the moment at which a video was accepted', async () => {
		const run = { ...create, options: { maxWait: 4 } };
		const { items, error } = await bench.clip(run, { items: numbered(16) });
		expect(error).toBeUndefined();
		expect(items.every(({ json }) => json.status === 'ready')).toBe(true);
		expect((bench.ledger().at(-1)?.at ?? 0) - (bench.ledger()[0]?.at ?? 0)).toBeGreaterThan(4 * MINUTE);
	});

	it('ends with the first video that is refused, whose error names what was never sent beside the projects that exist', async () => {
		const { error } = await bench.clip(create, { items: videos('a', 'sim-no-minutes', 'c', 'd') });
		expect(error?.message).toBe('The account does not have enough processing minutes left [item 1]');
		expect(error?.messages?.join()).toContain('code 4007');
		expect(error?.description).toContain(`${bench.ids()[0]} (item 0)`);
		expect(error?.description).toContain(
			'Videos that this execution did not submit: https://youtu.be/c (item 2), https://youtu.be/d (item 3).',
		);
	});

	it('ends between two submissions when somebody stops it', async () => {
		const stopped: NodeRun['onStart'] = (stop) => setTimeout(stop, 30_000);
		const { run } = await bench.clip(create, { items: numbered(7), onStart: stopped });
		await sleep(10 * MINUTE);
		expect(bench.paid()).toHaveLength(3);
		expect(run.data.resultData.metadata?.clipProjects?.split(', ').sort()).toEqual(bench.ids().sort());
	});

	it('tells in the log of n8n until when a video waits, and why, and each project at once', async () => {
		const logged: string[] = [];
		const { logger } = contextOf({ parameters: {}, credentials: {} });
		jest.spyOn(logger, 'info').mockImplementation((message) => void logged.push(message));
		await bench.clip({ ...create, waitForClips: false }, { items: numbered(4) });
		jest.restoreAllMocks();
		const waits = logged.filter((message) => message.includes('v3 waits until'));
		expect(waits).toEqual([expect.stringMatching(/Z: the service accepts 3 videos a minute and 20 an hour/)]);
		for (const projectId of bench.ids()) {
			expect(logged.filter((message) => message.startsWith(`Created project ${projectId} `))).toHaveLength(1);
		}
	});
});

describe('A batch that would take longer than Max Rate Limit Wait', () => {
	const bench = useBench();
	const within = (maxRateLimitWait: number) => ({
		...create,
		waitForClips: false,
		options: { maxRateLimitWait },
	});

	it.each([
		['forty videos', 75, 41, 40],
		['six videos', 1, 7, 6],
		['three videos', 0, 4, 3],
	])(
		'is refused before anything is sent, and %s are named as what fits',
		async (_what, minutes, wanted, fits) => {
			const { error } = await bench.clip(within(minutes), { items: numbered(wanted) });
			expect(bench.simulator().requests).toEqual([]);
			expect(error?.message).toBe(
				`Only ${fits} of ${wanted} videos can be submitted within 'Max Rate Limit Wait' [item 0]`,
			);
			expect(error?.description).toContain('None of these videos was sent, so they cost nothing.');
			expect(error?.description).toContain(`at most ${fits} at once`);
		},
	);

	it.each([
		['as many as fit', numbered(6)],
		['the same videos several times', [...numbered(6), ...numbered(6)]],
	])('is another thing than %s', async (_what, items) => {
		const { error } = await bench.clip(within(1), { items });
		expect(error).toBeUndefined();
		expect(bench.paid()).toHaveLength(6);
	});

	it('counts what other executions have just sent', async () => {
		await bench.clip(within(0), { items: videos('a', 'b', 'c') });
		const { error } = await bench.clip(within(0), { items: videos('d') });
		expect(error?.message).toBe('No more submissions are possible at the moment');
		expect(error?.description).toMatch(/Try again after \d{4}-/);
		await sleep(MINUTE);
		expect((await bench.clip(within(0), { items: videos('d') })).error).toBeUndefined();
		expect(bench.paid()).toHaveLength(4);
	});

	it('gives each video that was submitted before its own result again, when the node goes on', async () => {
		const match = { videoUrlIncludes: '/b' };
		bench.simulator().faults.add({ on: 'create', phase: 'after', match, fault: { kind: 'reset' } });
		const { items } = await bench.clip(within(0), {
			items: videos('a', 'b', 'c'),
			rounds: [videos('a', 'b', 'd')],
			...goingOn,
		});
		const [a] = bench.ids();
		expect(items.map(({ json }) => json.projectId ?? json.error)).toEqual([
			a,
			'It is unknown whether the project was created [item 1]',
			'No more submissions are possible at the moment [item 2]',
		]);
	});
});

describe('A project leaves its trace beside the execution', () => {
	const bench = useBench();

	it.each([
		['when nobody waits', { waitForClips: false }],
		['in a paused run', {}],
		['in Keep It Running', { options: { waitMode: 'inProcess' } }],
	])('%s', async (_when, more) => {
		const { run } = await bench.clip({ ...create, ...more }, { items: videos('a', 'b') });
		const ids = bench.ledger().map(({ projectId }) => projectId);
		expect(run.data.resultData.metadata).toEqual({ clipProjects: [...ids].reverse().join(', ') });
	});

	it('as many as there is room for, the latest first', async () => {
		const pace = { options: { submissionsPerMinute: 600 }, waitForClips: false };
		const { run } = await bench.clip({ ...create, ...pace }, { items: numbered(100) });
		const { clipProjects = '' } = run.data.resultData.metadata ?? {};
		expect(clipProjects.length).toBeLessThanOrEqual(512);
		const ids = bench.ledger().map(({ projectId }) => projectId ?? '');
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
