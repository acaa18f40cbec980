import type { INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

const MINUTE = 60_000;

describe('Clip Trigger, when several or very many call', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });
	beforeEach(() => processedItems.clear());

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
		await bench.trigger({ projectId }, { mode: 'webhook', parameters: { options }, ...more });
	const many = (count: number, idOf: (index: number) => string) =>
		Array.from({ length: count }, async (_, index) => await deliver(idOf(index)));
	const asked = (projectId: string) =>
		bench.questions().filter(({ path }) => path.endsWith(`/${projectId}`)).length;
	const askedAtLeast = async (projectId: string, times: number) => {
		while (asked(projectId) < times) await sleep(50);
	};
	/** Lets all answers take a while; gives what tells the shortest time between two questions. */
	const slowly = (projectId: string) => {
		bench
			.simulator()
			.faults.add({ on: 'query', times: 1000, match: { projectId }, fault: { kind: 'delay', seconds: 4 } });
		return () => {
			const times = bench.questions().map(({ at }) => at);
			return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
		};
	};

	it('asks once for each project that nobody has heard of, and starts nothing else', async () => {
		const runs = await Promise.all(many(300, (index) => `made-up-${index}`));
		expect(runs.reduce((sum, { executions }) => sum + executions, 0)).toBe(300);
		expect(bench.questions()).toHaveLength(300);
		for (const { items, error } of runs) expect([items, error]).toEqual([[], undefined]);
	});

	it.each([
		['a page with HTTP 404', { kind: 'status', status: 404, body: '<html></html>' }],
		['a page', { kind: 'status', status: 400, body: 'Bad Request' }],
		['a code that nobody knows', { kind: 'code', code: 7777, errMsg: 'no' }],
	] as const)('takes %s for a no after five questions', async (_what, fault) => {
		bench.simulator().faults.add({ on: 'query', times: 100, fault });
		await deliver('made-up');
		expect(asked('made-up')).toBe(5);
	});

	it('asks a few times at most for a hundred calls at once, and gives each clip once', async () => {
		const projectId = await bench.finished();
		const runs = await Promise.all(many(100, () => projectId));
		expect(asked(projectId)).toBeLessThanOrEqual(5);
		const [one, ...none] = [...runs].sort((a, b) => b.items.length - a.items.length);
		expect(one?.items.length).toBeGreaterThan(1);
		for (const { items, hints, error } of none) {
			expect([items, error]).toEqual([[], undefined]);
			expect(hints.join()).toContain('have started this workflow before');
		}
	});

	it('asks on for the others when one of three executions is stopped, even in mid-question', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', times: 1, fault: { kind: 'delay', seconds: 40 } });
		let stop: () => void = () => undefined;
		const stopped = deliver(projectId, {}, { onStart: (stopIt) => (stop = stopIt) });
		await askedAtLeast(projectId, 1);
		const others = many(2, () => projectId);
		await sleep(2_000);
		stop();
		expect((await stopped).items).toEqual([]);
		bench.simulator().finish(projectId);
		const counts = (await Promise.all(others)).map(({ items }) => items.length);
		expect(counts.filter((count) => count > 0)).toHaveLength(1);
	});

	it.each([3, 7])(
		'does not stop an execution for another one that is stopped after %s s',
		async (seconds) => {
			const projectId = await bench.finished();
			slowly(projectId);
			const first = deliver(projectId);
			await askedAtLeast(projectId, 1);
			await sleep(1_000);
			let stop: () => void = () => undefined;
			const stopped = deliver(projectId, {}, { onStart: (stopIt) => (stop = stopIt) });
			await sleep(500);
			const third = deliver(projectId);
			await sleep((seconds - 1.5) * 1_000);
			stop();
			const [one, , three] = await Promise.all([first, stopped, third]);
			expect([one.error, three.error]).toEqual([undefined, undefined]);
		},
	);

	it('waits for each execution as long as it wants, and not longer', async () => {
		const projectId = await bench.project();
		const began = Date.now();
		const minutes = await Promise.all(
			[10, 2].map(async (maxWait) => {
				const { error } = await deliver(projectId, { maxWait });
				expect(error?.message).toContain('Not ready after');
				return (Date.now() - began) / MINUTE;
			}),
		);
		expect(minutes[0]).toBeGreaterThan(9.9);
		expect(minutes[1]).toBeLessThan(4);
	});

	it('asks at once for a call that comes while others wait, and ends their waiting, too', async () => {
		const projectId = await bench.project();
		const first = deliver(projectId);
		await askedAtLeast(projectId, 8);
		// The next question of the first one comes in more than a minute.
		await sleep(15_000);
		bench.simulator().finish(projectId);
		const called = Date.now();
		const both = await Promise.all([first, deliver(projectId)]);
		expect(Date.now() - called).toBeLessThan(5_000);
		expect(both.filter(({ items }) => items.length > 1)).toHaveLength(1);
	});

	it('waits for ten projects at once: another one is asked once, and its error says how to start again', async () => {
		const projectIds = await Promise.all(Array.from({ length: 11 }, async () => await bench.project()));
		const [late = '', ...ten] = projectIds;
		const running = ten.map(async (projectId) => await deliver(projectId));
		for (const projectId of ten) await askedAtLeast(projectId, 2);
		const { error } = await deliver(late);
		expect(asked(late)).toBe(1);
		expect(error?.message).toContain(`Not ready yet: project ${late}`);
		expect(error?.description).toContain('checks 10 other projects already');
		expect(error?.description).toContain(
			`send the body {"projectId":"${late}"} to the URL of the trigger by POST`,
		);
		expect(error?.context).toMatchObject({ projectId: late });
		// A project that is ready is not waited for, and a second execution for one of the ten waits with the first.
		bench.simulator().finish(late);
		const [again] = await Promise.all([deliver(late), deliver(ten[0] ?? '', { maxWait: 1 })]);
		expect(again.items.length).toBeGreaterThan(1);
		for (const projectId of ten) bench.simulator().finish(projectId);
		for (const { items } of await Promise.all(running)) expect(items.length).toBeGreaterThan(1);
		// All ten have ended, so that others can be waited for.
		const next = deliver(await bench.project(), { maxWait: 1 });
		expect((await next).error?.message).toContain('Not ready after 1 minute');
	});

	it('asks with its own key, however long others with another one wait', async () => {
		const projectId = await bench.project();
		const wrong = { ...bench.simulator(), apiKey: 'wrong' };
		const { baseUrl, apiKey, headerName } = wrong;
		const waiting = deliver(projectId);
		await askedAtLeast(projectId, 2);
		const { error } = await deliver(projectId, {}, { credentials: { baseUrl, apiKey, headerName } });
		expect(error?.message).toContain('rejected the API key');
		bench.simulator().finish(projectId);
		expect((await waiting).items.length).toBeGreaterThan(1);
	});
});
