/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { sleep } from 'n8n-workflow';
import type { NodeRun } from './harness';
import { create, goingOn, logged, MINUTE, numbered, useBench, videos } from './support';

describe('A batch that the pace holds back', () => {
	const bench = useBench();

	it('counts Max Wait from the moment at which a video was accepted', async () => {
		const run = { ...create, options: { maxWait: 4 } };
		const { items, error } = await bench.clip(run, { items: numbered(16) });
		expect(error).toBeUndefined();
		expect(items.every(({ json }) => json.status === 'ready')).toBe(true);
		expect((bench.ledger().at(-1)?.at ?? 0) - (bench.ledger()[0]?.at ?? 0)).toBeGreaterThan(4 * MINUTE);
	});

	it('ends between two submissions when somebody stops it, and says so', async () => {
		const { run, items } = await bench.clip(create, {
			items: numbered(4),
			onStart: (stop) => setTimeout(stop, 30_000),
			...goingOn,
		});
		await sleep(10 * MINUTE);
		expect(bench.paid()).toHaveLength(3);
		expect(run.data.resultData.metadata?.clipProjects?.split(', ').sort()).toEqual(bench.ids().sort());
		expect(items[3]?.json).toMatchObject({
			error: 'The execution was stopped before this video was submitted [item 3]',
			details: {
				outcome: 'stopped',
				description: expect.stringContaining('Nothing was sent for this video'),
			},
		});
	});

	it('tells in the log of n8n until when a video waits, and why, and each project at once', async () => {
		const log = logged('info');
		await bench.clip({ ...create, waitForClips: false }, { items: numbered(4) });
		const waits = log.filter((message) => message.includes('v3 waits until'));
		expect(waits).toEqual([expect.stringMatching(/Z: the service accepts 3 videos a minute and 20 an hour/)]);
		for (const projectId of bench.ids()) {
			expect(log.filter((message) => message.startsWith(`Created project ${projectId} `))).toHaveLength(1);
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

	it('is refused before anything is sent, and the error says how many fit', async () => {
		const { error } = await bench.clip(within(75), { items: numbered(41) });
		expect(bench.simulator().requests).toEqual([]);
		expect(error?.message).toBe(
			"Only 40 of 41 videos can be submitted within 'Max Rate Limit Wait' [item 0]",
		);
		expect(error?.description).toContain('None of these videos was sent, so they cost nothing.');
		expect(error?.description).toContain('at most 40 at once');
	});

	it('is another thing than the same videos several times', async () => {
		const { error } = await bench.clip(within(1), { items: [...numbered(6), ...numbered(6)] });
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
		expect(items.map(({ json }) => json.projectId ?? json.error)).toEqual([
			bench.ids()[0],
			'It is unknown whether the project was created: minutes may have been charged [item 1]',
			'No more submissions are possible at the moment [item 2]',
		]);
	});
});

describe('A submission', () => {
	const bench = useBench();

	it('leaves its project beside the execution: as many as there is room for, the latest first', async () => {
		const pace = { options: { submissionsPerMinute: 600 }, waitForClips: false };
		const { run } = await bench.clip({ ...create, ...pace }, { items: numbered(100) });
		const { clipProjects = '' } = run.data.resultData.metadata ?? {};
		const noted = clipProjects.split(', ');
		expect(clipProjects.length).toBeLessThanOrEqual(512);
		expect(noted.length).toBeGreaterThan(40);
		expect(noted).toEqual(bench.ids().reverse().slice(0, noted.length));
	});

	it('says in a hint what the person should know, unless the node pauses: n8n keeps no hint of it', async () => {
		const items = videos('a', 'b', 'a', 'c', 'd');
		const hintsOf = async (waitMode: string) => {
			const meanwhile: string[] = [];
			const onPause: NodeRun['onPause'] = ({ paused }) => {
				const runs = paused.map(({ run }) => run.data.resultData.runData.Clip?.at(-1));
				meanwhile.push(...runs.flatMap((run) => (run?.hints ?? []).map(({ message }) => message)));
			};
			const more = { items, mode: 'manual', onPause } as const;
			const { hints } = await bench.clip({ ...create, options: { waitMode } }, more);
			return [meanwhile, hints];
		};
		expect(await hintsOf('durable')).toEqual([[], []]);
		await sleep(60 * MINUTE);
		expect(await hintsOf('inProcess')).toEqual([
			[],
			[expect.stringContaining('Submitting took'), expect.stringContaining('Item 2 is the same video')],
		]);
	});
});
