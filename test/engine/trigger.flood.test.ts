import { sleep } from 'n8n-workflow';
import * as stores from '../../nodes/Clip/n8n/executions';
import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

const MINUTE = 60_000;

describe('Clip Trigger, when very many call', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });
	beforeEach(() => processedItems.clear());

	const deliver = async (projectId: string, more: Partial<NodeRun> = {}) =>
		await bench.trigger({ projectId }, { mode: 'webhook', ...more });
	const many = (count: number, idOf: (index: number) => string) =>
		Array.from({ length: count }, async (_, index) => await deliver(idOf(index)));
	const asked = (projectId: string) =>
		bench.questions().filter(({ path }) => path.endsWith(`/${projectId}`)).length;
	const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

	it('asks once for each project that nobody has heard of, and starts no helper', async () => {
		const runs = await Promise.all(many(300, (index) => `made-up-${index}`));
		expect(sum(runs.map(({ executions }) => executions))).toBe(300);
		expect(bench.questions()).toHaveLength(300);
		for (const { items, error } of runs) expect([items, error]).toEqual([[], undefined]);
	});

	it.each([
		['a page with HTTP 404', { kind: 'status', status: 404, body: '<html></html>' }],
		['a page', { kind: 'status', status: 400, body: 'Bad Request' }],
		['a code that nobody knows', { kind: 'code', code: 7777, errMsg: 'no' }],
	] as const)('takes %s for a no after five questions, without a helper', async (_what, fault) => {
		bench.simulator().faults.add({ on: 'query', times: 100, fault });
		const { executions, parked } = await deliver('made-up');
		expect([executions, parked, asked('made-up')]).toEqual([1, false, 5]);
	});

	it('asks once for a hundred calls at once, and says in the others why nothing comes out', async () => {
		const projectId = await bench.finished();
		const runs = await Promise.all(many(100, () => projectId));
		expect(asked(projectId)).toBe(1);
		const [one, ...none] = [...runs].sort((a, b) => b.items.length - a.items.length);
		expect(one?.items.length).toBeGreaterThan(1);
		for (const { items, hints, error } of none) {
			expect([items, error]).toEqual([[], undefined]);
			expect(hints.join()).toMatch(/^No items here: execution \d+ already checks project \d+/);
		}
	});

	it('asks again for a call that comes after the question was sent', async () => {
		const projectId = await bench.project();
		const body = JSON.stringify({ code: 4002, projectId, errMsg: 'clipping failed' });
		bench.simulator().faults.add({ on: 'query', times: 1, fault: { kind: 'delay', seconds: 30 } });
		bench.simulator().faults.add({ on: 'query', times: 1, fault: { kind: 'body', body } });
		const first = deliver(projectId);
		while (asked(projectId) === 0) await sleep(50);
		const second = await deliver(projectId);
		await first;
		expect(asked(projectId)).toBeGreaterThan(1);
		expect(second.hints.join()).toContain('could not clip');
	});

	it('does not let others answer for runs that must give everything', async () => {
		const projectId = await bench.finished();
		const parameters = { options: { ignoreDuplicates: false } };
		const runs = await Promise.all([
			deliver(projectId, { parameters }),
			deliver(projectId, { parameters }),
			deliver(projectId, { mode: 'retry' }),
			deliver(projectId, { mode: 'manual' }),
		]);
		for (const { items } of runs) expect(items.length).toBeGreaterThan(1);
	});

	it('parks one run for a hundred calls for a project under way', async () => {
		const projectId = await bench.project();
		const runs = await Promise.all(many(100, () => projectId));
		expect(sum(runs.map(({ executions }) => executions))).toBe(102);
		expect(asked(projectId)).toBeLessThanOrEqual(12);
	});

	it('asks for a project under way ever more slowly', async () => {
		const projectId = await bench.project();
		const { error, executions } = await deliver(projectId);
		expect([error?.message, executions]).toEqual([expect.stringContaining('Not ready after'), 3]);
		expect(asked(projectId)).toBeLessThanOrEqual(12);
	});

	it.each([
		['relies on a parked run that n8n says is waiting', 'Clip', 1],
		['relies on no parked run that has ended', null, 3],
	])('%s', async (_what, pausedIn, executions) => {
		const stored = { pausedIn, stopped: false, waitsForSeveral: false, memories: [] };
		const looksUp = jest
			.spyOn(stores, 'lookUp')
			.mockImplementation(async () => await Promise.resolve(stored));
		const projectId = await bench.project();
		const later: Array<ReturnType<typeof deliver>> = [];
		await deliver(projectId, { onParked: () => void later.push(deliver(projectId)) });
		const [second] = await Promise.all(later);
		looksUp.mockRestore();
		expect(second?.executions).toBe(executions);
	});

	it('delays a real project by less than a minute behind three hundred others', async () => {
		const projectId = await bench.finished();
		const began = Date.now();
		bench.simulator().faults.add({ on: 'query', times: 290, fault: { kind: 'delay', seconds: 1 } });
		const flood = many(300, (index) => `made-up-${index}`);
		const { items } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		expect(Date.now() - began).toBeLessThan(MINUTE);
		await Promise.all(flood);
	});

	it('does not let a sick service delay another account', async () => {
		const projectId = await bench.finished();
		const sick = await bench.finished();
		bench.simulator().faults.add({
			on: 'query',
			times: 50,
			match: { projectId: sick },
			fault: { kind: 'delay', seconds: 50 },
		});
		const { baseUrl, apiKey, headerName } = bench.simulator();
		const other = { baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), apiKey, headerName };
		const began = Date.now();
		const held = Array.from(
			{ length: 20 },
			async () => await deliver(sick, { credentials: other, mode: 'manual' }),
		);
		const { items } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		expect(Date.now() - began).toBeLessThan(MINUTE / 2);
		await Promise.all(held);
	});
});
