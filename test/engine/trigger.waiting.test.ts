import { type INodeParameters, sleep } from 'n8n-workflow';
import type { FaultInput } from '../simulator';
import { type NodeRun } from './harness';
import { credentialFor, MINUTE, toErrorOutput, useBench } from './support';

describe('Clip Trigger, when the service cannot tell the clips yet', () => {
	const bench = useBench();

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const from = bench.questions().length;
		const result = await bench.trigger({ projectId }, { mode: 'webhook', parameters: { options }, ...more });
		const times = bench.questions().map(({ at }) => at);
		const own = times.slice(from);
		const pauses = own.slice(1).map((at, index) => at - (own[index] ?? 0));
		return { ...result, lasted: (own.at(-1) ?? 0) - (own[0] ?? 0), pauses };
	};
	const fail = (times: number, fault: FaultInput['fault'] = { kind: 'status', status: 503 }) =>
		bench.simulator().faults.add({ on: 'query', times, fault });

	it('asks again while the service is down, and gives the clips afterwards', async () => {
		const projectId = await bench.finished();
		fail(3);
		const { items, error, paused, executions } = await deliver(projectId, { limit: 2 });
		expect([error, paused, executions]).toEqual([undefined, false, 1]);
		expect(items.map(({ json }) => [json.projectId, json.rank])).toEqual([
			[projectId, 1],
			[projectId, 2],
		]);
	});

	it('asks again after ten seconds, then more and more slowly', async () => {
		const projectId = await bench.project();
		fail(9, { kind: 'body', body: `{"code":1000,"projectId":${projectId}}` });
		const { items, pauses } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		expect(pauses[0]).toBeLessThan(12_000);
		expect(pauses.at(-1)).toBeGreaterThan(MINUTE);
	});

	it('asks for a quarter of an hour, or as long as the user wants, and fails with the project ID', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const usual = await deliver(projectId);
		expect(usual.error?.message).toMatch(new RegExp(`Not ready after .*project ${projectId}`));
		expect(usual.error?.description).toContain("Use 'Wait' or 'Get'");
		const body = `send the body {"projectId":"${projectId}"} to the URL of the trigger by POST`;
		expect(usual.error?.description).toContain(body);
		expect(usual.error?.context).toMatchObject({ projectId });
		expect(usual.lasted).toBeGreaterThan(14 * MINUTE);
		const { errorItems, lasted } = await deliver(projectId, { maxWait: 2 }, toErrorOutput);
		expect(JSON.stringify(errorItems.map(({ json }) => json))).toContain(projectId);
		expect(lasted).toBeLessThan(4 * MINUTE);
	});

	it('asks again in a Retry of an execution that has failed', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const { error, run } = await deliver(projectId, { maxWait: 1 });
		expect(error?.description).toContain('retry this execution');
		bench.simulator().faults.clear();
		const { items } = await deliver(projectId, {}, { mode: 'retry', goesOnFrom: run.data });
		expect(items.length).toBeGreaterThan(1);
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});
});

describe('Clip Trigger, when several calls wait', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
		await bench.trigger({ projectId }, { mode: 'webhook', parameters: { options }, ...more });
	const asked = (projectId: string) =>
		bench.questions().filter(({ path }) => path.endsWith(`/${projectId}`)).length;
	const askedAtLeast = async (projectId: string, times: number) => {
		while (asked(projectId) < times) await sleep(50);
	};

	it('asks on for the others when one of three executions is stopped, even in mid-question', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', fault: { kind: 'delay', seconds: 40 } });
		let stop: () => void = () => undefined;
		const stopped = deliver(projectId, {}, { onStart: (stopIt) => (stop = stopIt) });
		await askedAtLeast(projectId, 1);
		const others = [deliver(projectId), deliver(projectId)];
		await sleep(2_000);
		stop();
		expect((await stopped).items).toEqual([]);
		bench.simulator().finish(projectId);
		const counts = (await Promise.all(others)).map(({ items }) => items.length);
		expect(counts.filter((count) => count > 0)).toHaveLength(1);
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
		expect(error?.description).toContain(`send the body {"projectId":"${late}"} to the URL of the trigger`);
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
		const waiting = deliver(projectId);
		await askedAtLeast(projectId, 2);
		const credentials = { ...credentialFor(bench.simulator()), apiKey: 'wrong' };
		const { error } = await deliver(projectId, {}, { credentials });
		expect(error?.message).toContain('rejected the API key');
		bench.simulator().finish(projectId);
		expect((await waiting).items.length).toBeGreaterThan(1);
	});
});
