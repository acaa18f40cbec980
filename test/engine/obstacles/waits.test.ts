import { type INodeParameters, sleep } from 'n8n-workflow';
import type { NodeRunResult } from '../bench/harness';
import { create, get, itemsOf, MINUTE, submitOne, wait } from '../bench/support';
import { NOTHING_CHARGED } from '../../rules/given/texts';
import { useObstacles, VIDEO } from './bench';
import { type Obstacle, OBSTACLES } from './table';

/*
 * What stands in the way of questions, and for how long: from the beginning, for a while, or from the middle on. Which of them are alike,
 * test/rules/wait/watch.test.ts says: here is one of each kind.
 */

const rowsFor = (...names: string[]) =>
	OBSTACLES.filter(({ name }) => names.includes(name)).map((row) => [row.name, row] as const);
const CERTIFICATES = ['a certificate that n8n does not trust', 'a certificate that has expired'] as const;
const NO_HOST = 'a host that does not exist';
const PAGES = ['HTTP 401', 'HTTP 402'];

/** The operations that ask for a project, in each way. */
const QUESTIONS: Array<[string, INodeParameters]> = [
	['Wait, running', { ...wait, options: { waitMode: 'inProcess' } }],
	['Wait, paused', wait],
	['Get', get],
	['Get, which does not wait', { ...get, options: { ifNotReady: 'status' } }],
];

const bench = useObstacles();
const onQuery = { on: 'query', times: 99 } as const;

function expectEnd({ http, says = [] }: Obstacle, { error }: NodeRunResult, projectId?: string): void {
	const told = [error?.message, error?.description, ...(error?.messages ?? [])].join();
	for (const part of [projectId, ...says, http == null ? '' : `HTTP ${http}`]) expect(told).toContain(part);
}

describe.each(rowsFor(...CERTIFICATES, NO_HOST, ...PAGES))('Who meets %s first', (_name, row) => {
	it.each(QUESTIONS)(
		'ends soon, and the error says why and names the project: %s',
		async (_what, parameters) => {
			const projectId = await bench.finished({ videoUrl: VIDEO.bad });
			await bench.trouble(row, onQuery);
			const began = Date.now();
			const run = { items: itemsOf({ projectId }), credentials: bench.credentials() };
			expectEnd(row, await bench.clip(parameters, run), projectId);
			expect(Date.now() - began).toBeLessThan(row.query === 'temporary' ? 10 * MINUTE : 10_000);
			expect(bench.questions()).toHaveLength(row.way === undefined ? 1 : 0);
		},
	);
});

const [closes, refuses] = ['closes', 502].map((how) => `a proxy that does not let it through (${how})`);
describe.each(rowsFor(CERTIFICATES[1], NO_HOST, `${closes}`, `${refuses}`, ...PAGES))(
	'In the middle of a wait, %s',
	(_name, row) => {
		const begun = async (waitMode: string) => {
			const obstacle = await bench.trouble(row, onQuery);
			obstacle.end();
			const run = { items: itemsOf({ videoUrl: VIDEO.bad }), credentials: bench.credentials() };
			const running = bench.clip({ ...create, options: { waitMode } }, run);
			while (bench.ids().length === 0) await sleep(50);
			obstacle.begin();
			return { running, obstacle };
		};

		it.each(['durable', 'inProcess'])('delays the clips, and no more (%s)', async (waitMode) => {
			const { running, obstacle } = await begun(waitMode);
			const before = obstacle.asked();
			const longest = Date.now() + 2 * MINUTE;
			while (obstacle.asked() < before + 4 && Date.now() < longest) await sleep(50);
			obstacle.end();
			const { items, error } = await running;
			expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
		});

		if (row.query === 'temporary') return;
		it.each(['durable', 'inProcess'])(
			'ends it after some checks, with the project (%s)',
			async (waitMode) => {
				const { running } = await begun(waitMode);
				const began = Date.now();
				expectEnd(row, await running, bench.ids()[0]);
				expect(Date.now() - began).toBeLessThan(15 * MINUTE);
				if (row.way === undefined) expect(bench.questions()).toHaveLength(5);
			},
		);
	},
);

describe('A call of the trigger', () => {
	const calledWith = async (row: Obstacle) => {
		const projectId = await bench.finished();
		const { end, asked } = await bench.trouble(row, onQuery);
		const running = bench.trigger({ projectId }, { mode: 'webhook', credentials: bench.credentials() });
		return { projectId, running, end, asked };
	};

	it.each(rowsFor(CERTIFICATES[1]))('ends at %s, with the project', async (_name, row) => {
		const { projectId, running } = await calledWith(row);
		expectEnd(row, await running, projectId);
	});

	it.each(rowsFor(NO_HOST))('shows that the service is there: %s is waited for', async (_name, row) => {
		const { running, end, asked } = await calledWith(row);
		while (asked() < 8) await sleep(50);
		end();
		expect((await running).items.length).toBeGreaterThan(1);
	});
});

it.each(rowsFor(...CERTIFICATES, NO_HOST, 'a proxy that cannot be reached', 'connection refused'))(
	'What keeps a submission from being sent says so, and that nothing was charged: %s',
	async (_name, row) => {
		await bench.trouble(row, { on: 'create' });
		const result = await bench.clip(submitOne, { credentials: bench.credentials() });
		expectEnd(row, result, NOTHING_CHARGED);
		expect([result.outcome, bench.ledger()]).toEqual([row.create, []]);
	},
);

it('A proxy that works carries each call: Create, which waits, and Get', async () => {
	const { asked } = await bench.trouble({ way: { proxy: 'works' } }, onQuery);
	const credentials = bench.credentials();
	const { items, error } = await bench.clip(create, {
		items: itemsOf({ videoUrl: VIDEO.good }),
		credentials,
	});
	expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
	const clips = await bench.clip(get, { items: itemsOf({ ...items[0]?.json }), credentials });
	expect(clips.items.length).toBeGreaterThan(1);
	expect(asked()).toBe(bench.simulator().requests.length);
});
