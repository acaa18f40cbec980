import type { INodeParameters } from 'n8n-workflow';
import { type Cell, cellOf, errorsOf, type Told, TRIES, useObstacles, VIDEO } from './bench';
import { type Obstacle, OBSTACLES } from './table';
import { create, itemsOf } from '../bench/support';

/** How many calls in a row a fault hits that goes away. */
const IN_A_ROW = 2;

const rowsFor = (call: 'create' | 'query', names: readonly string[]) =>
	OBSTACLES.filter(({ name }) => names.includes(name)).flatMap((row, index) => {
		const meaning = row[call];
		return meaning === null ? [] : [[meaning, row, index] as const];
	});

const CODES = ['code 4001', 'code 4002', 'code 4003', 'code 4005', 'code 4006 with HTTP 400', 'code 4007'];

/** One fault for each meaning that an answer can have; which others have it, calls.test.ts shows. */
const ON_CREATE = rowsFor('create', [...CODES, 'connection refused', 'connection reset']);
const ON_QUERY = rowsFor('query', [
	...CODES,
	...['connection reset', 'code 7777', 'code 2000 without a project ID'],
]);

/** The faulty item comes last where it ends the run, and first where n8n looks for a reason to run the node again. */
const inOrder = <T>({ onError }: Cell, good: T, bad: T): T[] =>
	onError === 'stopWorkflow' ? [good, bad] : [bad, good];
const badIndex = ({ onError }: Cell): number => (onError === 'stopWorkflow' ? 1 : 0);

const cells = [false, true].flatMap((retryOnFail) =>
	(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => {
		const name = `On Error ${onError}, Retry On Fail ${retryOnFail ? 'on' : 'off'}`;
		return [name, cellOf(onError, retryOnFail)] as const;
	}),
);

/** What n8n makes of a failure does not depend on which it is: all cells for one that is definite and one that is unknown, two for each other. */
const cellsOf = ({ name }: Obstacle, index: number) =>
	['code 4002', 'connection reset'].includes(name)
		? cells
		: cells.filter((_, at) => [index % 6, (index + 4) % 6].includes(at));

/** How often the engine runs the node: again only after a failure that is definite, so that nothing was paid. */
const runs = ({ retryOnFail }: Cell, failed: boolean): number => (failed && retryOnFail ? TRIES : 1);

function expectTold(told: Told | undefined, cell: Cell, outcome: string, { code, http }: Obstacle): void {
	expect(told?.title).toContain(`[item ${badIndex(cell)}]`);
	expect(told?.itemIndex).toBe(badIndex(cell));
	if (code !== undefined) expect(told?.description).toContain('refused ***');
	const stops = cell.onError === 'stopWorkflow';
	if (code !== undefined && outcome !== 'timedOut') {
		// The editor shows it as "Error code", and 200 is none: there stands the service's own.
		expect(told?.httpCode).toBe(String(stops && http === 200 ? code : http));
	}
	expect([told?.outcome, told?.code]).toEqual([outcome, (outcome !== 'timedOut' && code) || null]);
}

describe('A submission that meets', () => {
	const bench = useObstacles();

	describe.each(ON_CREATE)('%s', (meaning, row, index) => {
		const { phase = 'after' } = row;
		const passes = meaning === 'rateLimited' || meaning === 'temporary';
		const unknown = meaning === 'unknownWhetherCreated';

		it.each(cellsOf(row, index))('%s', async (_cell, cell) => {
			await bench.trouble(row, { on: 'create', phase, times: passes ? IN_A_ROW : 99 });
			const items = itemsOf(...inOrder(cell, { videoUrl: VIDEO.good }, { videoUrl: VIDEO.bad }));
			const result = await bench.run({ ...create, waitForClips: false }, items, cell);

			const sent = (word: string) => bench.ledger().filter(({ rawBody }) => rawBody.includes(word));
			const paid = (word: string) => sent(word).flatMap(({ projectId }) => projectId ?? []);
			expect(paid('good.mp4')).toHaveLength(1);
			expect(sent('good.mp4')).toHaveLength(1);
			expect(paid('faulty.mp4')).toHaveLength(passes || unknown ? 1 : 0);
			const told = errorsOf(result, cell);
			if (passes) {
				expect(sent('faulty.mp4')).toHaveLength(row.way !== undefined ? 1 : IN_A_ROW + 1);
				expect(told).toEqual([]);
				// A service that is away for a moment has nothing to do with limits.
				if (meaning === 'temporary') expect(result.hints).toEqual([]);
				expect(result.items[badIndex(cell)]?.json.projectId).toBe(paid('faulty.mp4')[0]);
				return;
			}
			expect(sent('faulty.mp4')).toHaveLength(runs(cell, !unknown));
			expect(told).toHaveLength(1);
			expectTold(told[0], cell, meaning, row);
			if (cell.onError === 'stopWorkflow') expect(told[0]?.description).toContain(paid('good.mp4')[0]);
			expect(told[0]?.projectId).toBeNull();
			if (!unknown) return;
			expect(told[0]?.description).toMatch(/cdn\.example\.com\/faulty\.mp4.*\d{4}-\d\d-\d\d \d\d:/s);
		});
	});
});

describe.each(['wait', 'get'])('A question during %s that meets', (operation) => {
	const bench = useObstacles();

	const ask = async (cell: Cell, row: Obstacle, times: number, more: INodeParameters = {}) => {
		const good = await bench.finished({ videoUrl: VIDEO.good });
		const bad = await bench.finished({ videoUrl: VIDEO.bad });
		await bench.trouble(row, { on: 'query', times });
		const parameters = {
			operation,
			projectId: '={{ $json.projectId }}',
			options: { pollInterval: 5, ...more },
		};
		const items = itemsOf(...inOrder(cell, { projectId: good }, { projectId: bad }));
		const result = await bench.run(parameters, items, cell);
		const asked = bench.questions().filter(({ path }) => path.endsWith(`/${bad}`)).length;
		return { result, good, bad, asked, told: errorsOf(result, cell) };
	};

	describe.each(ON_QUERY)('%s', (meaning, row, index) => {
		const passes = ['rateLimited', 'temporary', 'unreadable', 'empty'].includes(meaning);

		it.each(cellsOf(row, index))('%s', async (_cell, cell) => {
			const { result, good, bad, asked, told } = await ask(cell, row, passes ? IN_A_ROW : 99);
			const projects = [...new Set(result.items.map(({ json }) => json.projectId))];
			if (passes) {
				expect(told).toEqual([]);
				expect(projects).toEqual(inOrder(cell, good, bad));
				expect(asked).toBe(IN_A_ROW + 1);
				return;
			}
			expect(asked).toBe(runs(cell, true));
			expect(told).toHaveLength(1);
			expectTold(told[0], cell, meaning, row);
			expect(told[0]?.description).toContain(bad);
			expect(told[0]?.projectId).toBe(bad);
			if (cell.onError !== 'stopWorkflow') expect(projects).toContain(good);
		});

		if (!passes || operation === 'get') return;
		it('and says what came last when it stays', async () => {
			const cell = cellOf('continueErrorOutput', false);
			const { result, bad, asked, told } = await ask(cell, row, 99, { waitMode: 'inProcess', maxWait: 1 });
			if (meaning === 'empty') {
				expect(result.items[0]?.json).toMatchObject({ projectId: bad, status: 'ready', clipCount: 0 });
				return;
			}
			expectTold(told[0], cell, meaning === 'unreadable' ? meaning : 'timedOut', row);
			expect(told[0]?.projectId).toBe(bad);
			if (meaning === 'unreadable') expect(asked).toBe(5);
			else expect(asked).toBeGreaterThan(5);
		});
	});
});
