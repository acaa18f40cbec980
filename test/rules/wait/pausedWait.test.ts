import type { Answer } from '../../../nodes/Clip/service/rules/answer';
import {
	readPausedWait,
	readCannotCheck,
	cannotCheckJson,
	serializePausedWait,
} from '../../../nodes/Clip/wait/rules/pausedWait';
import { beginWatches, type ItemToWatch, type WatchedItem } from '../../../nodes/Clip/wait/rules/watchedItem';
import { advanceWatches } from '../../../nodes/Clip/wait/poll';
import { read } from '../given/answers';

const POLICY = { pollInterval: 30_000, maxWait: 600_000 };
const PROCESSING = read('query', { code: 1000 });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const FAILED = read('query', { code: 4002 });

const watching = (projectIds: string[], policy = POLICY): WatchedItem[] =>
	beginWatches(
		projectIds.map((projectId, itemIndex) => ({
			itemIndex,
			projectId,
			account: { id: 'a' },
			waitSettings: policy,
		})),
		0,
		{ willPause: true },
	);

const round = (watched: WatchedItem[], answers: Record<string, Answer>) =>
	advanceWatches(
		watched,
		new Map(
			watched.flatMap(({ itemIndex, projectId }) => {
				const answer = answers[projectId];
				return answer === undefined ? [] : [[itemIndex, answer] as const];
			}),
		),
		1_000,
	);

const stored = (watched: WatchedItem[]) =>
	watched.map(({ itemIndex, projectId, watch }) => ({ itemIndex, projectId, watch }));

const waitOf = (watched: unknown) => ({
	...{
		version: 1,
		executionId: '1',
		accountSeal: 'a',
		continuesOnFail: false,
		audience: 'person' as const,
		watched,
	},
	jsons: [{ projectId: '1', status: 'processing' }],
	otherProjects: [],
});

describe('The wait of a paused execution', () => {
	it('asks for a project after its own interval only', () => {
		const { watched } = round(watching(['1', '2', '1']), { '1': PROCESSING });
		expect(watching(['1', '2']).map(({ watch }) => watch.nextQueryAt)).toEqual([30_000, 30_000]);
		expect(watched.map(({ watch }) => watch.nextQueryAt)).toEqual([31_000, 30_000, 31_000]);
	});

	it('tells the items whose wait has ended from those that go on, also without an answer', () => {
		const before = watching(['1', '2', '3', '1', '4']);
		const { ended, watched } = round(before, { '1': READY, '2': PROCESSING, '3': FAILED });
		const ends = ended.map((one) => ('problem' in one ? one.problem.code : one.project.status));
		expect(ends).toEqual(['ready', 'failed', 'ready']);
		expect(ended.map(({ itemIndex }) => itemIndex)).toEqual([0, 2, 3]);
		const seen = { nextQueryAt: 31_000, answerCount: 1, hasAnswered: true, mustBeKnown: true };
		expect(watched).toEqual([{ ...before[1], watch: { ...before[1]?.watch, ...seen } }, before[4]]);
	});

	it('has heard of the service where this execution has submitted the project', () => {
		const item = { itemIndex: 0, projectId: '1', account: { id: 'a' }, waitSettings: POLICY };
		const heard = (items: ItemToWatch[]) => beginWatches(items, 0, {}).map(({ watch }) => watch.hasAnswered);
		expect(heard([item, { ...item, mustBeKnown: true }])).toEqual([false, true]);
	});

	it.each([
		['a day while the execution is paused', true, 1_440],
		['two hours while it keeps running', false, 120],
	])('is patient for %s where nobody has entered for how long', (_how, isPaused, minutes) => {
		const items = [{ pollInterval: 30_000 }, { pollInterval: 30_000, maxWait: 60_000 }].map(
			(policy, itemIndex) => ({
				itemIndex,
				projectId: String(itemIndex),
				account: { id: 'a' },
				waitSettings: policy,
			}),
		);
		const waits = beginWatches(items, 0, { willPause: isPaused }).map(({ watch }) => watch.maxWait / 60_000);
		expect(waits).toEqual([minutes, 1]);
	});

	it('is as patient as before with another project, and with the same one of another account', () => {
		const own = { pollInterval: 60_000, maxWait: 60_000 };
		const otherProjects = [
			{ itemIndex: 1, projectId: '2', account: { id: 'a' }, waitSettings: POLICY },
			{ itemIndex: 2, projectId: '1', account: { id: 'b' }, waitSettings: POLICY },
		];
		const [first] = beginWatches(
			[{ itemIndex: 0, projectId: '1', account: { id: 'a' }, waitSettings: own }, ...otherProjects],
			0,
			{},
		);
		expect(first?.watch).toMatchObject(own);
	});

	it('says why a status check cannot do its work, and nothing else says so', () => {
		for (const reason of ['needsData', { n8n: 'no key' }] as const) {
			expect(cannotCheckJson(reason)).toEqual({ clipCannotCheck: reason });
			expect(readCannotCheck(JSON.parse(JSON.stringify(cannotCheckJson(reason))))).toEqual(reason);
		}
		for (const other of [
			undefined,
			null,
			{},
			'no key',
			{ clipPausedWait: waitOf([]) },
			{ clipCannotCheck: 5 },
		]) {
			expect(readCannotCheck(other)).toBeNull();
		}
	});

	it('is the same after it was stored, also beside a failure', () => {
		const { watched } = round(watching(['1']), { '1': read('query', '', 503) });
		const otherProjects = [
			{ itemIndex: 1, projectId: '2' },
			{ itemIndex: 0, projectId: '3' },
		];
		const wait = { ...waitOf(stored(watched)), otherProjects };
		const known = readPausedWait(JSON.parse(JSON.stringify({ clipPausedWait: wait })));
		expect(known && serializePausedWait(known)).toEqual({ clipPausedWait: wait });
	});

	it('begins at once, and briefly, where nobody waits', () => {
		const item = { itemIndex: 0, projectId: '1', account: { id: 'a' }, waitSettings: POLICY };
		const [one] = beginWatches([{ ...item, patience: 'brief', mustBeKnown: true }], 5_000, {});
		expect(one?.watch).toMatchObject({
			patience: 'brief',
			startedAt: 5_000,
			nextQueryAt: 5_000,
			mustBeKnown: true,
		});
	});

	it('lasts as long as the items say that wait, not those of the same project that ask briefly', () => {
		const item = { projectId: '1', account: { id: 'a' }, waitSettings: POLICY };
		const long = { ...POLICY, maxWait: 2 * POLICY.maxWait };
		const brief = { ...item, itemIndex: 0, patience: 'brief' as const, waitSettings: long };
		expect(beginWatches([brief, { ...item, itemIndex: 1 }], 0, {})[1]?.watch).toMatchObject(POLICY);
	});

	it('lasts a day while the execution is paused, two hours while it runs, where the user does not say', () => {
		const item = {
			itemIndex: 0,
			projectId: '1',
			account: { id: 'a' },
			waitSettings: { pollInterval: 30_000 },
		};
		const lasting = [{}, { willPause: true }].map((how) => beginWatches([item], 0, how)[0]?.watch.maxWait);
		expect(lasting).toEqual([7_200_000, 86_400_000]);
	});

	it.each(['person', 'personWithoutProject', 'caller', 'payerEachTime', 'operatorAfterPause'])(
		'is read back with its audience: %s',
		(audience) => {
			const wait = { ...waitOf(stored(watching(['1']))), audience };
			expect(readPausedWait({ clipPausedWait: wait })?.audience).toBe(audience);
			expect(readPausedWait({ clipPausedWait: { ...wait, version: 2 } })).toBeNull();
		},
	);

	// A workflow may hold a wait that somebody made up.
	it.each([
		...[undefined, null, {}, 'wait', { executionId: '1', watched: [] }, waitOf([{}])],
		...[
			waitOf(stored(watching(['../query']))),
			waitOf(stored(watching(['1'], { ...POLICY, pollInterval: 4_999 }))),
		],
	])('is not read from %j', (wait) => {
		expect(readPausedWait(wait)).toBeNull();
		expect(readPausedWait({ clipPausedWait: wait })).toBeNull();
	});
});
