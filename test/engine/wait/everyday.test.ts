import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { NodeRun } from '../bench/harness';
import { useStorage } from '../bench/storage';
import { get, create, getFiles, itemsOf, MINUTE, numbered, useBench, videos } from '../bench/support';

describe('Everyday', () => {
	const bench = useBench();
	const storage = useStorage();
	const jsonsOf = (items: ReadonlyArray<{ json: object }>) =>
		itemsOf(...items.map(({ json }) => ({ ...json })));

	it('a link becomes its three best clips with their files: Create, Get', async () => {
		const created = await bench.clip(create, { items: videos('a') });
		const best = { ...getFiles, filters: { limit: 3 } };
		const { items, error } = await bench.clip(best, { items: jsonsOf(created.items) });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		for (const { binary, json } of items) {
			expect((await storage.bytesOf(binary?.data)).length).toBe(json.fileSize);
		}
		expect(bench.ids()).toHaveLength(1);
	});

	it('a Stop of a paused execution leaves nothing behind that waits or asks', async () => {
		let left: () => unknown[] = () => ['not paused'];
		await bench.clip(create, {
			items: videos('a', 'b'),
			onPause: (n8n) => {
				left = () => n8n.paused;
				n8n.stop('run');
			},
		});
		expect(left()).toEqual([]);
		expect([bench.questions(), bench.ids().length]).toEqual([[], 2]);
	});

	it('a Stop of the status check ends the execution with the error of n8n, and executing again is free', async () => {
		const { error, run } = await bench.clip(create, {
			items: videos('a', 'b'),
			onPause: (n8n) => n8n.stop('check'),
		});
		expect([run.status, error?.message]).toEqual(['error', 'The execution was cancelled manually']);
		const { items } = await bench.clip(create, { items: videos('a', 'b'), mode: 'manual' });
		expect(items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(bench.paid()).toHaveLength(2);
	});
});

describe('An everyday batch', () => {
	const bench = useBench({ submissionLimits: { perMinute: 3, perHour: 20 } });

	/** The most that any span of this length holds. */
	const mostWithin = (moments: readonly number[], span: number): number =>
		Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + span).length));

	it('of more videos than an hour takes comes out in order, at the pace of the service, with nothing to set', async () => {
		const { items, error, paused, executions } = await bench.clip(create, { items: numbered(22) });
		expect([error, paused, executions]).toEqual([undefined, true, 2]);
		const { ledger } = bench.simulator();
		expect(ledger.map(({ code, rawBody }) => [code, /v\d+/.exec(rawBody)?.[0]])).toEqual(
			numbered(22).map((_, index) => [2000, `v${index}`]),
		);
		expect(items.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			ledger.map(({ projectId }, item) => [projectId, 'ready', { item }]),
		);
		const moments = ledger.map(({ at }) => at);
		expect(mostWithin(moments, MINUTE)).toBeLessThanOrEqual(3);
		expect(mostWithin(moments, 60 * MINUTE)).toBeLessThanOrEqual(20);
	});

	it('of a node that executes once pays for the first video only', async () => {
		const { items } = await bench.clip(create, { items: videos('a', 'b'), settings: { executeOnce: true } });
		expect([items.length, bench.paid().length]).toEqual([1, 1]);
	});
});

describe('An everyday Retry', () => {
	const bench = useBench();
	const retry = async (goesOnFrom: IRunExecutionData) =>
		await bench.clip(create, { mode: 'retry', goesOnFrom });

	it('of a clipping that failed gives the same error each time, and does not pay again', async () => {
		const first = await bench.clip(create, { items: videos('sim-clipping-fails') });
		const second = await retry(first.run.data);
		const third = await retry(second.run.data);
		expect(bench.ids()).toHaveLength(1);
		for (const { error, outcome } of [first, second, third]) {
			expect(outcome).toBe('failed');
			expect(error?.description).toContain(bench.ids()[0]);
		}
	});

	it('after a Stop goes on with the project, which Get waits for, and does not pay again', async () => {
		let stored = '[]';
		const onPause: NodeRun['onPause'] = (n8n) => ({ data: stored } = n8n.stop('run'));
		await bench.clip(create, { items: videos('a'), onPause });
		const retried = await retry(z.custom<IRunExecutionData>().parse(parse(stored)));
		expect(retried.items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		const clips = await bench.clip({ ...get, projectId: bench.ids()[0] });
		expect(clips.items.length).toBeGreaterThan(1);
		expect(bench.ids()).toHaveLength(1);
	});

	it('after Max Wait gives the project as much time again, and does not pay again', async () => {
		const patience = { ...create, options: { waitMode: 'inProcess', maxWait: 1 } };
		const first = await bench.clip(patience, { items: videos('a') });
		expect(first.outcome).toBe('timedOut');
		const second = await bench.clip(patience, { mode: 'retry', goesOnFrom: first.run.data });
		expect(second.items.map(({ json }) => [json.projectId, json.status])).toEqual([
			[bench.ids()[0], 'ready'],
		]);
		expect(bench.ids()).toHaveLength(1);
	});
});
