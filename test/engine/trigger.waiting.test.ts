import { type INodeParameters, sleep } from 'n8n-workflow';
import type { FaultInput } from '../simulator';
import { type NodeRun } from './harness';
import { credentialFor, MINUTE, toErrorOutput, useBench } from './support';

describe('Clip Trigger, when the service cannot tell the clips yet', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
		await bench.trigger({ projectId }, { mode: 'webhook', parameters: { options }, ...more });
	const fail = (times: number, fault: FaultInput['fault'] = { kind: 'status', status: 503 }) =>
		bench.simulator().faults.add({ on: 'query', times, fault });
	/** When the service was asked for a project. */
	const asked = (projectId: string) =>
		bench.questions().flatMap(({ path, at }) => (path.endsWith(`/${projectId}`) ? [at] : []));
	const askedAtLeast = async (projectId: string, times: number) => {
		while (asked(projectId).length < times) await sleep(50);
	};

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
		const projectId = await bench.finished();
		fail(9, { kind: 'body', body: `{"code":1000,"projectId":${projectId}}` });
		const { items } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		const times = asked(projectId);
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(pauses[0]).toBeLessThan(12_000);
		expect(pauses.at(-1)).toBeGreaterThan(MINUTE);
	});

	it('asks for a quarter of an hour, fails with the project ID, and asks again in a Retry', async () => {
		const projectId = await bench.finished();
		fail(1_000);
		const began = Date.now();
		const { error, run } = await deliver(projectId);
		expect(Date.now() - began).toBeGreaterThan(14 * MINUTE);
		expect(Date.now() - began).toBeLessThan(16 * MINUTE);
		expect(error?.message).toMatch(new RegExp(`Not ready after .*project ${projectId}`));
		for (const part of [
			"Use 'Wait' or 'Get'",
			`send the body {"projectId":"${projectId}"} to the URL of the trigger by POST`,
			'retry this execution',
		]) {
			expect(error?.description).toContain(part);
		}
		expect(error?.context).toMatchObject({ projectId });
		bench.simulator().faults.clear();
		const { items } = await deliver(projectId, {}, { mode: 'retry', goesOnFrom: run.data });
		expect(items.length).toBeGreaterThan(1);
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('asks for as long as the user wants, and the error output has the project ID', async () => {
		const projectId = await bench.finished();
		fail(1_000);
		const began = Date.now();
		const { errorItems } = await deliver(projectId, { maxWait: 2 }, toErrorOutput);
		expect(Date.now() - began).toBeLessThan(4 * MINUTE);
		expect(JSON.stringify(errorItems.map(({ json }) => json))).toContain(projectId);
	});

	it('asks on for the others when one of three executions is stopped, even in mid-question', async () => {
		const projectId = await bench.project();
		fail(1, { kind: 'delay', seconds: 40 });
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
		expect(asked(late)).toHaveLength(1);
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
		const next = await deliver(await bench.project(), { maxWait: 1 });
		expect(next.error?.message).toContain('Not ready after 1 minute');
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
