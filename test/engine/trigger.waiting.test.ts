import type { INodeParameters } from 'n8n-workflow';
import type { FaultInput } from '../simulator';
import { type NodeRun, processedItems } from './harness';
import { useBench } from './support';

const MINUTE = 60_000;
const DOWN = { kind: 'status', status: 503 } as const;

describe('Clip Trigger, when the service cannot tell the clips yet', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const from = bench.simulator().requests.length;
		const result = await bench.trigger({ projectId }, { parameters: { options }, ...more });
		const times = bench
			.simulator()
			.requests.slice(from)
			.map(({ at }) => at);
		return { ...result, times, pauses: times.slice(1).map((at, index) => at - (times[index] ?? 0)) };
	};
	const fail = (times: number, fault: FaultInput['fault'] = DOWN) =>
		bench.simulator().faults.add({ on: 'query', times, fault });
	const lasted = (times: number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);

	it.each<[string, FaultInput['fault']]>([
		['is down', DOWN],
		['takes no more calls', { kind: 'code', code: 4003, errMsg: 'too many requests' }],
		['breaks connections', { kind: 'reset' }],
	])('asks again while the service %s, and gives the clips afterwards', async (_what, fault) => {
		const projectId = await bench.finished();
		fail(3, fault);
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
		const tolerance = 1_500;
		for (const [index, pause] of pauses.slice(1).entries()) {
			expect(pause).toBeGreaterThan((pauses[index] ?? 0) - tolerance);
		}
	});

	it('asks for a quarter of an hour, or as long as the user wants, and fails with the project ID', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const usual = await deliver(projectId);
		expect(usual.error?.message).toContain(`Not ready after`);
		expect(usual.error?.message).toContain(`project ${projectId}`);
		expect(usual.error?.description).toContain("Use 'Wait' or 'Get'");
		expect(usual.error?.description).toContain(
			`send the body {"projectId":"${projectId}"} to the URL of the trigger by POST`,
		);
		expect(usual.error?.context).toMatchObject({ projectId });
		expect(lasted(usual.times)).toBeGreaterThan(14 * MINUTE);
		const short = await deliver(projectId, { maxWait: 2 });
		expect(lasted(short.times)).toBeLessThan(4 * MINUTE);
		const long = await deliver(projectId, { maxWait: 120 });
		expect(Math.max(...long.pauses)).toBeGreaterThan(5 * MINUTE);
	});

	it('asks again in a Retry of an execution that has failed', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const { error, run } = await deliver(projectId, { maxWait: 1 }, { mode: 'webhook' });
		expect(error?.description).toContain('retry this execution');
		bench.simulator().faults.clear();
		const { items } = await deliver(projectId, {}, { mode: 'retry', goesOnFrom: run.data });
		expect(items.length).toBeGreaterThan(1);
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('tells of a project that turns out to have failed only where that is wanted', async () => {
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		fail(1);
		expect((await deliver(projectId)).items).toEqual([]);
		fail(1);
		const { items } = await deliver(projectId, {}, { parameters: { event: 'readyOrFailed' } });
		expect(items.map(({ json }) => json)).toEqual([
			{ projectId, status: 'failed', code: '4002', message: 'clipping failed' },
		]);
	});

	it('ends without items for a project that turns out to be unknown', async () => {
		fail(1);
		const { items, error } = await deliver('99999999', {}, { parameters: { event: 'readyOrFailed' } });
		expect([items, error]).toEqual([[], undefined]);
	});

	it('gives the project with its clips in a list, when asked to', async () => {
		const projectId = await bench.finished();
		fail(1);
		const { items } = await deliver(projectId, { output: 'project', minViralScore: 8 });
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ projectId, status: 'ready' });
	});

	it('gives an error item when the node continues on fail', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const settings = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await deliver(projectId, { maxWait: 3 }, { settings });
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(1);
		expect(JSON.stringify(errorItems[0]?.json)).toContain(projectId);
	});
});
