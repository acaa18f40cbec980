import type { Answer } from '../../../nodes/Clip/service/rules/answer';
import {
	concludeRound,
	dueProjects,
	carrying,
	missRound,
	type PausedWait,
	readPausedWait,
	startWatching,
	type WatchedItem,
} from '../../../nodes/Clip/wait/rules/pausedWait';
import { read } from '../given/answers';

const EXECUTION = { id: '1', since: 0 };
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

const waitOf = (watched: WatchedItem[]): PausedWait => ({
	execution: EXECUTION,
	watched,
	stopsAtFailure: true,
	jsons: [{ projectId: '1', status: 'processing' }],
});

/** A wait that nobody has checked, as a workflow may hold it that somebody made up. */
const unchecked = (projectId: string, pollInterval = 30_000) => ({
	...waitOf([]),
	watched: watching(projectId).map((item) => ({ ...item, policy: { ...POLICY, pollInterval } })),
});

describe('The wait of a paused execution', () => {
	it('asks for each project once in a status check, however many items wait for it', () => {
		expect(dueProjects(watching('1', '2', '1'), 0)).toEqual(['1', '2']);
	});

	it('asks for a project again after its own interval only', () => {
		const { watched } = round(watching('1', '2'), { '1': PROCESSING }, 1_000);
		expect(dueProjects(watched, 30_999)).toEqual(['2']);
		expect(dueProjects(watched, 31_000)).toEqual(['1', '2']);
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
		expect(round(before, {}, 5_000)).toEqual({ ended: new Map(), watched: before });
	});

	it('is as patient with a project as the most patient item that waits for it', () => {
		const items = [
			{ itemIndex: 0, projectId: '1', policy: { pollInterval: 60_000, maxWait: 60_000 } },
			{ itemIndex: 1, projectId: '1', policy: { pollInterval: 30_000, maxWait: 600_000 } },
		];
		for (const { policy } of startWatching(items, 0)) expect(policy).toEqual(POLICY);
	});

	it('breaks off after five status checks in which nothing could be asked', () => {
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

	it('is the same after it was stored, also beside a failure', () => {
		const { watched } = round(watching('1'), { '1': read('query', '', 503) }, 1_000);
		const wait = waitOf(watched);
		expect(readPausedWait(JSON.parse(JSON.stringify(carrying(wait))))).toEqual(wait);
	});

	it.each([
		undefined,
		null,
		{},
		{ ...waitOf([]), watched: [{}] },
		{ execution: EXECUTION, watched: [] },
		'wait',
		unchecked('../query'),
		unchecked('1', 1),
	])('is not read from %j', (stored) => {
		expect(readPausedWait(stored)).toBeNull();
		expect(readPausedWait({ clipPausedWait: stored })).toBeNull();
	});
});
