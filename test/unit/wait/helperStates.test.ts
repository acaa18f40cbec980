import {
	carrying,
	type KeeperEvent,
	type KeeperState,
	keeperAfter,
	keeperState,
	type Message,
	pollerAfter,
	readMessage,
	type Task,
} from '../../../nodes/Clip/wait/rules/helperStates';
import { startWatching } from '../../../nodes/Clip/wait/rules/watch';

const policy = { pollInterval: 30_000, maxWait: 600_000 };
const taskOf = (...projectIds: string[]): Task => ({
	watch: {
		run: { executionId: '7', since: 0 },
		watched: startWatching(
			projectIds.map((projectId, itemIndex) => ({ itemIndex, projectId, policy })),
			0,
		),
		stopsAtFailure: true,
	},
	jsons: projectIds.map((projectId) => ({ projectId, status: 'processing' })),
});
const TASK = taskOf('1', '2');
const LATER = taskOf('2');
const held = { items: [{ itemIndex: 0, video: 'https://youtu.be/a' }], until: 5, work: {} };
const settled: Message = { kind: 'settled', jsons: [{ projectId: '1' }], wanted: undefined };

const HIRING: KeeperState = { name: 'hiring', task: TASK, pollers: 1 };
const KEEPING: KeeperState = { name: 'keeping', task: TASK, pollers: 1, poller: '9' };
const DONE: KeeperState = { name: 'done', message: settled };
const events: Record<KeeperEvent['name'], KeeperEvent> = {
	task: { name: 'task', task: TASK },
	hired: { name: 'hired', poller: '9' },
	notHired: { name: 'notHired', reason: 'n8n is full' },
	brought: { name: 'brought', message: settled },
	lost: { name: 'lost', task: LATER, reason: 'crashed' },
	stopped: { name: 'stopped', task: LATER },
};
const ended = (task: Task, by: 'loss' | 'stop', reason: string): KeeperState => ({
	name: 'done',
	message: { kind: 'ended', task, by, reason },
});

describe('A keeper', () => {
	it.each<[string, KeeperState | null, KeeperEvent, KeeperState | null]>([
		['starts a poller for its task', null, events.task, HIRING],
		['keeps the poller that was started', HIRING, events.hired, KEEPING],
		[
			'ends the wait when no poller can be started',
			HIRING,
			events.notHired,
			ended(TASK, 'loss', 'n8n is full'),
		],
		['hands on what the poller brings', KEEPING, events.brought, DONE],
		[
			'starts another poller with what a lost one knew last',
			KEEPING,
			events.lost,
			{ name: 'hiring', task: LATER, pollers: 2, fruitless: 0 },
		],
		[
			'starts another poller with its own task when nothing of the lost one is left',
			KEEPING,
			{ name: 'lost', task: null, reason: '' },
			{ name: 'hiring', task: TASK, pollers: 2, fruitless: 1 },
		],
		['ends the wait when a person stops the poller', KEEPING, events.stopped, ended(LATER, 'stop', '')],
	])('%s', (_what, state, event, next) => {
		expect(keeperAfter(state, event)).toEqual(next);
	});

	/** So many pollers there are, and so many losses in a row are believed. */
	const [MOST_POLLERS, LOSSES_BELIEVED] = [20, 5];
	const again = 'n8n lost the helper execution several times: crashed';

	it('gives up after many pollers, and says why', () => {
		const known = (at: number): Task => ({
			...TASK,
			watch: { ...TASK.watch, watched: TASK.watch.watched.map((item) => ({ ...item, askedAt: at })) },
		});
		const lost = (at: number): KeeperEvent => ({ name: 'lost', task: known(at), reason: 'crashed' });
		let state: KeeperState | null = KEEPING;
		for (let at = 1; at < MOST_POLLERS; at += 1) {
			state = keeperAfter(keeperAfter(state, lost(at)), events.hired);
			expect(state).toMatchObject({ name: 'keeping', pollers: at + 1 });
		}
		expect(keeperAfter(state, lost(99))).toEqual(ended(known(99), 'loss', again));
	});

	it('gives up sooner when none of them stores anything new: what the service says cannot be stored', () => {
		const nothing: KeeperEvent = { name: 'lost', task: null, reason: 'crashed' };
		let state: KeeperState | null = KEEPING;
		for (let lost = 1; lost < LOSSES_BELIEVED; lost += 1) {
			state = keeperAfter(keeperAfter(state, nothing), events.hired);
			expect(state).toMatchObject({ name: 'keeping', fruitless: lost });
		}
		expect(keeperAfter(state, nothing)).toEqual(ended(TASK, 'loss', again));
	});

	it('knows what cannot happen', () => {
		const possible = new Map<KeeperState | null, Array<KeeperEvent['name']>>([
			[null, ['task']],
			[HIRING, ['hired', 'notHired']],
			[KEEPING, ['brought', 'lost', 'stopped']],
			[DONE, []],
		]);
		for (const [state, names] of possible) {
			const happens = Object.values(events).filter((event) => keeperAfter(state, event) !== null);
			expect(happens.map(({ name }) => name)).toEqual(names);
		}
	});

	it.each([HIRING, KEEPING, DONE])('remembers its state over a restart of n8n: $name', (state) => {
		expect(keeperState.parse(JSON.parse(JSON.stringify(state)))).toEqual(JSON.parse(JSON.stringify(state)));
	});
});

describe('A poller', () => {
	it('waits as long as there is a project to ask for', () => {
		expect(pollerAfter({ name: 'asked', task: TASK })).toEqual({ name: 'waiting', task: TASK });
	});

	it('waits as long as there is a video to submit', () => {
		const task: Task = { ...TASK, watch: { ...TASK.watch, watched: [], held } };
		expect(pollerAfter({ name: 'asked', task })).toEqual({ name: 'waiting', task });
	});

	it('hands over what comes out when all is settled, with what a trigger wants of it', () => {
		const wanted = { output: 'clips' };
		const task: Task = { ...TASK, watch: { ...TASK.watch, watched: [], wanted } };
		expect(pollerAfter({ name: 'asked', task })).toEqual({
			name: 'done',
			message: { kind: 'settled', jsons: TASK.jsons, wanted },
		});
	});

	it('ends with what ends the whole run, or when the run has ended', () => {
		expect(pollerAfter({ name: 'endedBy', message: settled })).toEqual(DONE);
		expect(pollerAfter({ name: 'runEnded' })).toEqual({ name: 'done', message: { kind: 'left' } });
	});
});

describe('A message of a helper', () => {
	const error = { itemIndex: 1, message: 'm', description: 'd', httpCode: null };
	it.each<Message>([
		{ kind: 'task', task: { ...TASK, watch: { ...TASK.watch, held } } },
		{ kind: 'settled', jsons: [{ projectId: '1' }] },
		{ kind: 'verdict', verdict: { itemIndex: 0, projectId: '1', end: { end: 'stopped' }, remark: '' } },
		{ kind: 'told', error },
		{ kind: 'ended', task: TASK, by: 'stop', reason: '' },
		{ kind: 'left' },
	])("is the same after n8n's database: $kind", (message) => {
		expect(readMessage(JSON.parse(JSON.stringify(carrying(message))))).toEqual(message);
	});

	it.each([
		null,
		{},
		{ clipHelper: {} },
		{ clipHelper: { kind: 'task', task: {} } },
		{ ...carrying({ kind: 'left' }), projectId: '1' },
		{ error: 'The execution was cancelled manually' },
	])('is not read from %j', (other) => {
		expect(readMessage(other)).toBeNull();
	});
});
