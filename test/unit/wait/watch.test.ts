import type { Answer } from '../../../nodes/Clip/interface/answer';
import {
	concludeRound,
	dueProjects,
	missRound,
	nextRound,
	watch as watchSchema,
	startWatching,
	type WatchedItem,
} from '../../../nodes/Clip/wait/rules/watch';
import { read } from '../given/answers';

const RUN = { executionId: '1', since: 0 };
const POLICY = { pollInterval: 30_000, maxWait: 600_000 };
const PROCESSING = read('query', { code: 1000 });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const FAILED = read('query', { code: 4002 });

const watching = (...projectIds: string[]): WatchedItem[] =>
	startWatching(
		projectIds.map((projectId, itemIndex) => ({ itemIndex, projectId, policy: POLICY })),
		0,
	);

const round = (watched: WatchedItem[], answers: Record<string, Answer>, now: number) =>
	concludeRound(watched, new Map(Object.entries(answers)), now);

/** A watch that nobody has checked, as a workflow may hold it that somebody made up. */
const unchecked = (projectId: string, pollInterval = 30_000) => ({
	run: RUN,
	watched: watching(projectId).map((item) => ({ ...item, policy: { ...POLICY, pollInterval } })),
	stopsAtFailure: true,
});

describe('A watch over the projects of a parked execution', () => {
	it('asks for each project once in a round, however many items wait for it', () => {
		expect(dueProjects(watching('1', '2', '1'), 0)).toEqual(['1', '2']);
	});

	it('asks for a project again after its own interval only', () => {
		const { watched } = round(watching('1', '2'), { '1': PROCESSING }, 1_000);
		expect(dueProjects(watched, 30_999)).toEqual(['2']);
		expect(dueProjects(watched, 31_000)).toEqual(['2', '1']);
	});

	it('tells the items whose wait has ended from those that go on', () => {
		const { ended, watched } = round(
			watching('1', '2', '3', '1'),
			{ '1': READY, '2': PROCESSING, '3': FAILED },
			1_000,
		);
		expect([...ended].map(([item, { end }]) => [item, end])).toEqual([
			[0, 'ready'],
			[2, 'failed'],
			[3, 'ready'],
		]);
		expect(watched).toMatchObject([{ itemIndex: 1, askedAt: 1_000 }]);
	});

	it('lets items without an answer wait on', () => {
		const before = watching('1');
		const watched = before.map((item) => ({ ...item, dueSince: 5_000 }));
		expect(round(before, {}, 5_000)).toEqual({ ended: new Map(), watched });
		expect(round(watched, {}, 70_000)).toEqual({ ended: new Map(), watched });
		expect(round(watched, { '1': PROCESSING }, 70_000).watched[0]?.dueSince).toBeUndefined();
	});

	it('ends the wait of items whose time is up and that have had no turn for five minutes', () => {
		const [late] = watching('1');
		if (late === undefined) throw new TypeError('nothing is watched');
		const end = POLICY.maxWait;
		expect(round([{ ...late, dueSince: end - 299_000 }], {}, end).ended.size).toBe(0);
		expect(round([{ ...late, dueSince: end - 300_000 }], {}, end - 1).ended.size).toBe(0);
		const { ended, watched } = round([{ ...late, dueSince: end - 300_000 }], {}, end);
		expect(ended.get(0)).toEqual({ end: 'timedOut', waitedMs: end, lastFailure: null });
		expect(watched).toEqual([]);
		// After a standstill of n8n each of them asks once more.
		expect(round([late], {}, 10 * end).ended.size).toBe(0);
	});

	it('asks first for what was asked for longest ago', () => {
		const asked = (projectId: string, askedAt: number | null) =>
			watching(projectId).map((item) => ({ ...item, askedAt }));
		const watched = [...asked('1', 9_000), ...asked('2', 5_000), ...asked('3', null)];
		expect(dueProjects(watched, 100_000)).toEqual(['3', '2', '1']);
	});

	it('is as patient with a project as the most patient item that waits for it', () => {
		const items = [
			{ itemIndex: 0, projectId: '1', policy: { pollInterval: 60_000, maxWait: 60_000 } },
			{ itemIndex: 1, projectId: '1', policy: { pollInterval: 30_000, maxWait: 600_000 } },
		];
		for (const { policy } of startWatching(items, 0)) expect(policy).toEqual(POLICY);
	});

	it('wakes for the project that is due first', () => {
		const items = [
			{ itemIndex: 0, projectId: '1', policy: { ...POLICY, pollInterval: 300_000 } },
			{ itemIndex: 1, projectId: '2', policy: POLICY },
		];
		expect(nextRound({ watched: startWatching(items, 0) }, 0)).toMatchObject({
			earliest: 62_000,
			latest: 105_000,
		});
	});

	it('breaks off after five rounds in which nothing could be asked', () => {
		let watched = watching('1', '2');
		for (let missed = 1; missed < 5; missed += 1) {
			const next = missRound(watched, missed * 60_000, 'The credential is gone.');
			expect(next.ended.size).toBe(0);
			({ watched } = next);
		}
		const { ended } = missRound(watched, 300_000, 'The credential is gone.');
		expect([...ended]).toEqual(
			[0, 1].map((item) => [item, { end: 'broken', reason: 'The credential is gone.' }]),
		);
	});

	it('wakes for what is held back when that may go out', () => {
		const held = { items: [], until: 90_000, work: {} };
		expect(nextRound({ watched: [], held }, 0)).toEqual({
			earliest: 90_000,
			latest: 95_000,
			deadline: 195_000,
		});
	});

	it('is the same after it was stored, also beside a failure', () => {
		const { watched } = round(watching('1'), { '1': read('query', '', 503) }, 1_000);
		const watch = { run: RUN, watched, stopsAtFailure: true };
		expect(watchSchema.parse(JSON.parse(JSON.stringify(watch)))).toEqual(watch);
	});

	it.each([
		undefined,
		null,
		{},
		{ run: RUN, watched: [{}], stopsAtFailure: true },
		{ run: RUN, watched: [] },
		'watch',
		unchecked('../query'),
		unchecked('1', 1),
	])('is not read from %j', (stored) => {
		expect(watchSchema.safeParse(stored).success).toBe(false);
	});
});
