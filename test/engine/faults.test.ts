import type { INodeParameters } from 'n8n-workflow';
import { type Cell, cells, errorsOf, leftBehind, type Told, TRIES, useFaultBench, VIDEO } from './faultBench';
import { FAULTS_IN_A_ROW, faultTable, type FaultRow, MARKED_KEY, SIGNATURE } from './faultTable';
import { useFastClock } from './fastClock';
import { itemsOf } from './support';

// A fault that the node does not get over must not cost the whole minute that a test may take.
jest.setTimeout(20_000);

/** The title that belongs to each outcome. */
const TITLES: Record<string, RegExp> = {
	authentication: /did not accept the API key/,
	failed: /refused to create|could not clip/,
	invalidRequest: /did not accept the (submission|question)|does not know this project/,
	quota: /not enough processing minutes/,
	rateLimited: /accepts no more submissions|answers no more questions/,
	sourceProblem: /cannot use (this|the) video/,
	temporary: /could not be (reached|asked)/,
	timedOut: /Not ready after/,
	unknownWhetherCreated: /It is unknown whether the project was created/,
	unreadable: /could not be read/,
};

/** The faulty item comes last where it ends the run, and first where n8n looks for a reason to run the node again. */
const inOrder = <T>({ onError }: Cell, good: T, bad: T): T[] =>
	onError === 'stopWorkflow' ? [good, bad] : [bad, good];
const badIndex = ({ onError }: Cell): number => (onError === 'stopWorkflow' ? 1 : 0);

const named = ({ onError, retryOnFail }: Cell): string =>
	`On Error ${onError}, Retry On Fail ${retryOnFail ? 'on' : 'off'}`;
const table = cells.map((cell) => [named(cell), cell] as const);
/** One run that stops without being tried again, and one that is tried again and has an error output. */
const slowTable = table.filter(([, { onError, retryOnFail }]) =>
	retryOnFail ? onError === 'continueErrorOutput' : onError === 'stopWorkflow',
);

/** How often the engine runs the node: again only after a failure that is definite, so that nothing was paid. */
const runs = ({ retryOnFail }: Cell, failed: boolean): number => (failed && retryOnFail ? TRIES : 1);

function expectTold(told: Told | undefined, cell: Cell, outcome: string, row: Partial<FaultRow>): void {
	expect(told).toBeDefined();
	expect(told?.title).toMatch(TITLES[outcome] ?? /no such outcome/);
	expect(told?.title).toContain(`[item ${badIndex(cell)}]`);
	expect(told?.itemIndex).toBe(badIndex(cell));
	for (const part of row.says ?? []) expect(told?.description).toContain(part);
	expect(told?.description.length).toBeLessThan(2_000);
	if (row.http !== undefined && outcome !== 'timedOut') expect(told?.httpCode).toBe(row.http);
	if (cell.onError === 'stopWorkflow') return;
	expect(told?.outcome).toBe(outcome);
	if (outcome !== 'timedOut') expect(told?.code).toBe(row.code ?? null);
}

describe('Faults', () => {
	useFastClock();
	const bench = useFaultBench();

	/** The prototype of everything is as it was, and no secret has come out. */
	const expectNoHarm = (result: Parameters<typeof leftBehind>[0]) => {
		expect({}).not.toHaveProperty('polluted');
		const left = leftBehind(result);
		expect(left).not.toContain(MARKED_KEY);
		expect(left).not.toContain(SIGNATURE);
		expect(bench.simulator().requests.map(({ path }) => path)).not.toContain('/elsewhere');
	};

	describe.each(faultTable.map((row) => [row.name, row] as const))('%s', (_name, row) => {
		const { create, query, fault, phase = 'after' } = row;

		if (create !== null) {
			describe('while a video is submitted', () => {
				it.each(table)('%s', async (_cell, cell) => {
					const times = create.outcome === 'accepted' ? FAULTS_IN_A_ROW : 99;
					if (fault !== 'refused') bench.fault({ on: 'create', phase, times, fault });
					const before = bench.simulator().ledger.length;
					const items = itemsOf(...inOrder(cell, { videoUrl: VIDEO.good }, { videoUrl: VIDEO.bad }));
					const result = await bench.run(
						{ operation: 'create', videoUrl: '={{ $json.videoUrl }}', waitForClips: false },
						items,
						cell,
						fault === 'refused',
					);

					const entries = bench.simulator().ledger.slice(before);
					const of = (word: string) => entries.filter(({ rawBody }) => rawBody.includes(word));
					const paid = (word: string) => of(word).filter(({ projectId }) => projectId !== null);
					const definite = create.outcome !== 'accepted' && create.outcome !== 'unknownWhetherCreated';
					expect(paid('good.mp4')).toHaveLength(1);
					expect(paid('faulty.mp4')).toHaveLength(create.created ? 1 : 0);
					expect(of('good.mp4')).toHaveLength(1);
					expect(of('faulty.mp4')).toHaveLength(create.sent * runs(cell, definite));

					const told = errorsOf(result, cell);
					if (create.outcome === 'accepted') {
						expect(told).toEqual([]);
						expect(result.items[badIndex(cell)]?.json.projectId).toBe(paid('faulty.mp4')[0]?.projectId);
					} else {
						expect(told).toHaveLength(1);
						expectTold(told[0], cell, create.outcome, row);
						if (cell.onError === 'stopWorkflow') {
							expect(told[0]?.description).toContain(String(paid('good.mp4')[0]?.projectId));
						} else expect(told[0]?.projectId).toBe(row.projectId ?? null);
						if (create.outcome === 'unknownWhetherCreated') {
							expect(told[0]?.description).toMatch(
								/It was not sent again.*cdn\.example\.com\/faulty\.mp4.*submitted at \d{4}-\d\d-\d\dT/s,
							);
						}
					}
					expectNoHarm(result);
				});
			});
		}

		if (query === null) return;
		const passing = row.slow ? 1 : FAULTS_IN_A_ROW;
		const final = query.outcome !== 'passes' && query.outcome !== 'atOnce';

		describe.each(['wait', 'get'])('during %s', (operation) => {
			const ask = async (cell: Cell, times: number, more: INodeParameters = {}) => {
				const good = await bench.project(VIDEO.good);
				const bad = await bench.project(VIDEO.bad);
				if (fault !== 'refused') bench.fault({ on: 'query', times, fault });
				const before = bench.simulator().requests.length;
				const result = await bench.run(
					{
						operation,
						projectId: '={{ $json.projectId }}',
						waitOptions: { pollInterval: 5 },
						...more,
					},
					itemsOf(...inOrder(cell, { projectId: good }, { projectId: bad })),
					cell,
					fault === 'refused',
				);
				const asked = (id: string) =>
					bench
						.simulator()
						.requests.slice(before)
						.filter(({ path }) => path.endsWith(`/${id}`)).length;
				expectNoHarm(result);
				return { result, good, bad, asked };
			};

			it.each(row.slow ? slowTable : table)('%s', async (_cell, cell) => {
				const { result, good, bad, asked } = await ask(cell, final ? 99 : passing);
				const told = errorsOf(result, cell);
				if (!final) {
					expect(told).toEqual([]);
					const projects = new Set(result.items.map(({ json }) => json.projectId));
					expect([...projects]).toEqual(inOrder(cell, good, bad));
					expect(asked(bad)).toBe(query.outcome === 'atOnce' || fault === 'refused' ? 1 : passing + 1);
					return;
				}
				expect(asked(bad)).toBe(runs(cell, true));
				expect(told).toHaveLength(1);
				expectTold(told[0], cell, query.outcome, { ...row, says: [...(row.says ?? []), bad] });
				if (cell.onError !== 'stopWorkflow') {
					expect(told[0]?.projectId).toBe(bad);
					expect(new Set(result.items.map(({ json }) => json.projectId))).toContain(good);
				}
			});

			if (final || query.outcome === 'atOnce' || fault === 'refused' || operation === 'get') return;

			it('says what came last when it stays', async () => {
				const cell: Cell = { onError: 'continueErrorOutput', retryOnFail: false };
				const { result, bad, asked } = await ask(cell, 99, {
					waitMode: 'inProcess',
					waitOptions: { pollInterval: 5, maxWait: 1 },
				});
				const told = errorsOf(result, cell);
				expect(asked(bad)).toBeGreaterThan(0);
				if (query.stays === 'ready') {
					expect(result.items[0]?.json).toMatchObject({ projectId: bad, status: 'ready', clipCount: 0 });
					return;
				}
				const outcome = query.stays ?? 'timedOut';
				expectTold(told[0], cell, outcome, { ...row, says: [...(row.says ?? []), bad] });
				expect(told[0]?.projectId).toBe(bad);
				if (query.stays === 'unreadable') expect(asked(bad)).toBe(5);
			});
		});
	});
});
