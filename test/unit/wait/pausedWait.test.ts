import type { Answer } from '../../../nodes/Clip/service/rules/answer';
import {
	carrying,
	concludeRound,
	dueProjects,
	missRound,
	readPausedWait,
	startWatching,
	type WatchedItem,
} from '../../../nodes/Clip/wait/rules/pausedWait';
import { read } from '../given/answers';

const POLICY = { pollInterval: 30_000, maxWait: 600_000 };
const PROCESSING = read('query', { code: 1000 });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const FAILED = read('query', { code: 4002 });

const watching = (projectIds: string[], policy = POLICY): WatchedItem[] =>
	startWatching(
		projectIds.map((projectId, itemIndex) => ({ itemIndex, projectId, policy })),
		0,
	);

const round = (watched: WatchedItem[], answers: Record<string, Answer>) =>
	concludeRound(watched, new Map(Object.entries(answers)), 1_000);

const waitOf = (watched: unknown) => ({
	...{ execution: { id: '1', since: 0 }, stopsAtFailure: true, watched },
	jsons: [{ projectId: '1', status: 'processing' }],
	others: [],
});

describe('The wait of a paused execution', () => {
	it('asks for each project once in a status check, and again after its own interval only', () => {
		const before = watching(['1', '2', '1']);
		const { watched } = round(before, { '1': PROCESSING });
		expect([29_999, 30_000].map((now) => dueProjects(before, now))).toEqual([[], ['1', '2']]);
		expect([30_999, 31_000].map((now) => dueProjects(watched, now))).toEqual([['2'], ['1', '2']]);
	});

	it('tells the items whose wait has ended from those that go on, also without an answer', () => {
		const before = watching(['1', '2', '3', '1', '4']);
		const { ended, watched } = round(before, { '1': READY, '2': PROCESSING, '3': FAILED });
		const ends = [...ended].map(([item, { end }]) => `${item}: ${end}`);
		expect(ends).toEqual(['0: ready', '2: failed', '3: ready']);
		expect(watched).toEqual([{ ...before[1], askedAt: 1_000 }, before[4]]);
	});

	it('is as patient with a project as the most patient item that waits for it', () => {
		const impatient = { pollInterval: 60_000, maxWait: 60_000 };
		const items = [impatient, POLICY].map((policy, itemIndex) => ({ itemIndex, projectId: '1', policy }));
		expect(startWatching(items, 0).map(({ policy }) => policy)).toEqual([POLICY, POLICY]);
	});

	it('breaks off after five status checks in which nothing could be asked, or at Max Wait', () => {
		const reason = 'The credential is gone.';
		let watched = watching(['1', '2']);
		for (let missed = 1; missed < 5; missed += 1) {
			const next = missRound(watched, missed * 60_000, reason);
			expect(next.ended.size).toBe(0);
			({ watched } = next);
		}
		const broken = [0, 1].map((item) => [item, { end: 'broken', reason }]);
		expect([...missRound(watched, 300_000, reason).ended]).toEqual(broken);
		expect([...missRound(watching(['1', '2']), POLICY.maxWait, reason).ended]).toEqual(broken);
	});

	it('is the same after it was stored, also beside a failure', () => {
		const { watched } = round(watching(['1']), { '1': read('query', '', 503) });
		const wait = readPausedWait(JSON.parse(JSON.stringify({ clipPausedWait: waitOf(watched) })));
		expect(wait).toEqual(waitOf(watched));
		expect(wait && carrying(wait)).toEqual({ clipPausedWait: waitOf(watched) });
	});

	// A workflow may hold a wait that somebody made up.
	it.each([
		...[undefined, null, {}, 'wait', { execution: { id: '1', since: 0 }, watched: [] }, waitOf([{}])],
		...[waitOf(watching(['../query'])), waitOf(watching(['1'], { ...POLICY, pollInterval: 4_999 }))],
	])('is not read from %j', (wait) => {
		expect(readPausedWait(wait)).toBeNull();
		expect(readPausedWait({ clipPausedWait: wait })).toBeNull();
	});
});
