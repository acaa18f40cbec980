import type { INodeParameters } from 'n8n-workflow';
import { type Cell, cells, errorsOf, type Told, TRIES, useFaultBench, VIDEO } from './faultBench';
import { type FaultRow, MARKED_KEY, type OnCreate, type OnQuery, SIGNATURE } from './faultTable';
import { create, itemsOf } from './support';

type Trouble = FaultRow['fault'];

/** How many calls in a row a fault hits that goes away. */
const IN_A_ROW = 2;

const code = (number: number): Trouble => ({
	kind: 'code',
	code: number,
	errMsg: `refused ${MARKED_KEY} https://cdn.example.com/a.mp4?Signature=${SIGNATURE}`,
});

const CODES: Array<[meaning: OnCreate & OnQuery, trouble: Trouble, code: string]> = [
	['authentication', code(4001), '4001'],
	['failed', code(4002), '4002'],
	['invalidRequest', code(4006), '4006'],
	['quota', code(4007), '4007'],
	['sourceProblem', code(4008), '4008'],
	['rateLimited', code(4003), '4003'],
];

/** One trouble for each meaning that an answer can have; which others have it, `faults.answers.test.ts` shows. */
const ON_CREATE: Array<[meaning: OnCreate, trouble: Trouble, code: string | null]> = [
	...CODES,
	['temporary', 'refused', null],
	['unknownWhetherCreated', { kind: 'reset' }, null],
];
const ON_QUERY: Array<[meaning: OnQuery, trouble: Trouble, code: string | null]> = [
	...CODES,
	['temporary', { kind: 'reset' }, null],
	['unreadable', code(7777), '7777'],
	['empty', { kind: 'body', body: '{"code":2000}' }, null],
];

/** The title that belongs to each outcome. */
const TITLES: Record<string, RegExp> = {
	authentication: /rejected the API key/,
	failed: /refused to create|could not clip/,
	invalidRequest: /rejected the submission|does not know this project/,
	quota: /not have enough processing minutes/,
	sourceProblem: /cannot use this video/,
	timedOut: /Not ready after/,
	unknownWhetherCreated: /It is unknown whether the project was created/,
	unreadable: /could not be read/,
};

/** The faulty item comes last where it ends the run, and first where n8n looks for a reason to run the node again. */
const inOrder = <T>({ onError }: Cell, good: T, bad: T): T[] =>
	onError === 'stopWorkflow' ? [good, bad] : [bad, good];
const badIndex = ({ onError }: Cell): number => (onError === 'stopWorkflow' ? 1 : 0);

const table = cells.map((cell) => {
	const { onError, retryOnFail } = cell;
	return [`On Error ${onError}, Retry On Fail ${retryOnFail ? 'on' : 'off'}`, cell] as const;
});

/** How often the engine runs the node: again only after a failure that is definite, so that nothing was paid. */
const runs = ({ retryOnFail }: Cell, failed: boolean): number => (failed && retryOnFail ? TRIES : 1);

function expectTold(told: Told | undefined, cell: Cell, outcome: string, rawCode: string | null): void {
	expect(told?.title).toMatch(TITLES[outcome] ?? /no such outcome/);
	expect(told?.title).toContain(`[item ${badIndex(cell)}]`);
	expect(told?.itemIndex).toBe(badIndex(cell));
	if (rawCode !== null) expect(told?.description).toContain('The service says: "refused ***');
	if (rawCode !== null && outcome !== 'timedOut') expect(told?.httpCode).toBe('200');
	if (cell.onError === 'stopWorkflow') return;
	expect([told?.outcome, told?.code]).toEqual([outcome, outcome === 'timedOut' ? null : rawCode]);
}

describe('A submission that meets', () => {
	const bench = useFaultBench();

	describe.each(ON_CREATE)('%s', (meaning, trouble, rawCode) => {
		const passes = meaning === 'rateLimited' || meaning === 'temporary';
		const unknown = meaning === 'unknownWhetherCreated';

		it.each(table)('%s', async (_cell, cell) => {
			const times = passes ? IN_A_ROW : 99;
			bench.trouble(trouble, { on: 'create', phase: unknown ? 'after' : 'before', times });
			const items = itemsOf(...inOrder(cell, { videoUrl: VIDEO.good }, { videoUrl: VIDEO.bad }));
			const result = await bench.run({ ...create, waitForClips: false }, items, cell);

			const sent = (word: string) => bench.ledger().filter(({ rawBody }) => rawBody.includes(word));
			const paid = (word: string) => sent(word).flatMap(({ projectId }) => projectId ?? []);
			expect(paid('good.mp4')).toHaveLength(1);
			expect(sent('good.mp4')).toHaveLength(1);
			expect(paid('faulty.mp4')).toHaveLength(passes || unknown ? 1 : 0);
			const told = errorsOf(result, cell);
			if (passes) {
				expect(sent('faulty.mp4')).toHaveLength(trouble === 'refused' ? 1 : IN_A_ROW + 1);
				expect(told).toEqual([]);
				expect(result.items[badIndex(cell)]?.json.projectId).toBe(paid('faulty.mp4')[0]);
				return;
			}
			expect(sent('faulty.mp4')).toHaveLength(runs(cell, !unknown));
			expect(told).toHaveLength(1);
			expectTold(told[0], cell, meaning, rawCode);
			if (cell.onError === 'stopWorkflow') expect(told[0]?.description).toContain(paid('good.mp4')[0]);
			else expect(told[0]?.projectId).toBeNull();
			if (!unknown) return;
			expect(told[0]?.description).toMatch(
				/It was not sent again.*cdn\.example\.com\/faulty\.mp4.*submitted at \d{4}-\d\d-\d\dT/s,
			);
		});
	});
});

describe.each(['wait', 'get'])('A question during %s that meets', (operation) => {
	const bench = useFaultBench();

	const ask = async (cell: Cell, trouble: Trouble, times: number, more: INodeParameters = {}) => {
		const good = await bench.finished({ videoUrl: VIDEO.good });
		const bad = await bench.finished({ videoUrl: VIDEO.bad });
		bench.trouble(trouble, { on: 'query', times });
		const options = { pollInterval: 5 };
		const parameters = { operation, projectId: '={{ $json.projectId }}', options, ...more };
		const items = itemsOf(...inOrder(cell, { projectId: good }, { projectId: bad }));
		const result = await bench.run(parameters, items, cell);
		const asked = bench.simulator().requests.filter(({ path }) => path.endsWith(`/${bad}`)).length;
		return { result, good, bad, asked, told: errorsOf(result, cell) };
	};

	describe.each(ON_QUERY)('%s', (meaning, trouble, rawCode) => {
		const passes = ['rateLimited', 'temporary', 'unreadable', 'empty'].includes(meaning);

		it.each(table)('%s', async (_cell, cell) => {
			const { result, good, bad, asked, told } = await ask(cell, trouble, passes ? IN_A_ROW : 99);
			const projects = [...new Set(result.items.map(({ json }) => json.projectId))];
			if (passes) {
				expect(told).toEqual([]);
				expect(projects).toEqual(inOrder(cell, good, bad));
				expect(asked).toBe(IN_A_ROW + 1);
				return;
			}
			expect(asked).toBe(runs(cell, true));
			expect(told).toHaveLength(1);
			expectTold(told[0], cell, meaning, rawCode);
			expect(told[0]?.description).toContain(bad);
			if (cell.onError === 'stopWorkflow') return;
			expect(told[0]?.projectId).toBe(bad);
			expect(projects).toContain(good);
		});

		if (!passes || operation === 'get') return;
		it('and says what came last when it stays', async () => {
			const cell = {
				onError: 'continueErrorOutput',
				retryOnFail: false,
				maxTries: 1,
				waitBetweenTries: 0,
			} as const;
			const patience = { options: { waitMode: 'inProcess', pollInterval: 5, maxWait: 1 } };
			const { result, bad, asked, told } = await ask(cell, trouble, 99, patience);
			if (meaning === 'empty') {
				expect(result.items[0]?.json).toMatchObject({ projectId: bad, status: 'ready', clipCount: 0 });
				return;
			}
			expectTold(told[0], cell, meaning === 'unreadable' ? meaning : 'timedOut', rawCode);
			expect(told[0]?.projectId).toBe(bad);
			if (meaning === 'unreadable') expect(asked).toBe(5);
			else expect(asked).toBeGreaterThan(5);
		});
	});
});
