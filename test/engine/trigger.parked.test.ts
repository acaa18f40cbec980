import type { INodeParameters } from 'n8n-workflow';
import type { FaultInput } from '../simulator';
import type { NodeRun } from './harness';
import { useBench } from './support';

const MINUTE = 60_000;
const DOWN = { kind: 'status', status: 503 } as const;

describe('Clip Trigger, when the service cannot tell the clips yet', () => {
	const bench = useBench();
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

	it.each<[string, FaultInput['fault']]>([
		['is down', DOWN],
		['takes no more calls', { kind: 'code', code: 4003, errMsg: 'too many requests' }],
		['breaks connections', { kind: 'reset' }],
	])('parks the run while the service %s, and gives the clips afterwards', async (_what, fault) => {
		const projectId = await bench.finished();
		fail(3, fault);
		const { items, error, parked, pauses } = await deliver(projectId, { limit: 2 });
		expect([error, parked]).toEqual([undefined, true]);
		expect(items.map(({ json }) => [json.projectId, json.rank])).toEqual([
			[projectId, 1],
			[projectId, 2],
		]);
		expect(Math.min(...pauses)).toBeGreaterThan(MINUTE);
	});

	it('asks a few times before it parks the run of a project that is not shown yet', async () => {
		const { items, parked, pauses, executions } = await deliver(await bench.project());
		expect(items.length).toBeGreaterThan(1);
		expect([parked, executions]).toEqual([true, 3]);
		expect(pauses[0]).toBeLessThan(12_000);
		expect(pauses[1]).toBeLessThan(18_000);
		expect(pauses[2]).toBeGreaterThan(MINUTE);
	});

	it('parks nothing for clips that are shown within half a minute', async () => {
		const projectId = await bench.project();
		fail(1, { kind: 'body', body: `{"code":1000,"projectId":${projectId}}` });
		bench.simulator().finish(projectId);
		const { items, parked } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		expect(parked).toBe(false);
	});

	it('asks for a quarter of an hour, or as long as the user wants, and fails with the project ID', async () => {
		const projectId = await bench.finished();
		fail(1000);
		const usual = await deliver(projectId);
		expect(usual.error?.message).toContain(`Not ready after`);
		expect(usual.error?.message).toContain(`project ${projectId}`);
		expect(usual.error?.description).toContain("Use 'Wait' or 'Get'");
		expect((usual.times.at(-1) ?? 0) - (usual.times[0] ?? 0)).toBeGreaterThan(14 * MINUTE);
		const short = await deliver(projectId, { maxWait: 2 });
		expect((short.times.at(-1) ?? 0) - (short.times[0] ?? 0)).toBeLessThan(4 * MINUTE);
		const long = await deliver(projectId, { maxWait: 120 });
		expect(Math.max(...long.pauses)).toBeGreaterThan(5 * MINUTE);
	});

	it('tells of a project that turns out to have failed only where that is wanted', async () => {
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		fail(1);
		expect((await deliver(projectId)).items).toEqual([]);
		fail(1);
		const { items, parked } = await deliver(projectId, { alsoStartOnFailure: true });
		expect(parked).toBe(true);
		expect(items.map(({ json }) => json)).toEqual([
			{ projectId, status: 'failed', code: '4002', message: 'clipping failed' },
		]);
	});

	it('ends without items for a project that turns out to be unknown', async () => {
		fail(1);
		const { items, error, parked } = await deliver('99999999', { alsoStartOnFailure: true });
		expect([items, error, parked]).toEqual([[], undefined, true]);
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
		const { items, errorItems, parked } = await deliver(projectId, { maxWait: 3 }, { settings });
		expect([items, parked]).toEqual([[], true]);
		expect(errorItems).toHaveLength(1);
		expect(JSON.stringify(errorItems[0]?.json)).toContain(projectId);
	});

	it.each(['losesOne', 'failsOne'] as const)(
		'gives the clips when n8n %s of its sub-workflows',
		async (trouble) => {
			const projectId = await bench.finished();
			fail(2);
			const { items, error } = await deliver(projectId, {}, { trouble });
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(1);
			expect(items.every(({ json }) => json.projectId === projectId && json.videoId !== undefined)).toBe(
				true,
			);
		},
	);

	it('takes nothing that the service says of a project for a message of its own', async () => {
		const projectId = await bench.finished();
		const verdict = { itemIndex: 0, projectId: 'another', end: { end: 'stopped' }, remark: '' };
		const own = { verdict, settled: {}, wanted: {}, watch: {}, json: {} };
		const body = JSON.stringify({ code: 2000, projectId, videos: [{ videoId: 'a' }], ...own });
		fail(1);
		fail(1, { kind: 'body', body });
		const { items, error, parked } = await deliver(projectId);
		expect([error, parked]).toEqual([undefined, true]);
		expect(items.map(({ json }) => [json.projectId, json.videoId])).toEqual([[projectId, 'a']]);
	});

	it('holds the worker where the run cannot be paused, and says so', async () => {
		const projectId = await bench.finished();
		fail(2);
		const { items, hints, parked, pauses } = await deliver(projectId, {}, { trouble: 'refuses' });
		expect(items.length).toBeGreaterThan(1);
		expect(parked).toBe(false);
		expect(pauses[0]).toBeLessThan(12_000);
		expect(hints.join()).toContain('kept running');
	});
});
