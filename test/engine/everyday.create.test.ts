import { type NodeRun } from './harness';
import { isStatusCheck } from './pausingHost';
import { parse } from 'flatted';
import type { INodeParameters, IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { create, credentialFor, get, itemsOf, MINUTE, numbered, useBench, videos } from './support';

/** The most that any span of this length holds. */
const mostWithin = (moments: readonly number[], span: number): number =>
	Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + span).length));

describe('An everyday batch', () => {
	const bench = useBench({ submissionLimits: { perMinute: 3, perHour: 20 } });

	it.each([
		['of eight videos', 8],
		['of more videos than an hour takes', 22],
	])('%s comes out in order, at the pace of the service, with nothing to set', async (_what, count) => {
		const { items, error, paused, executions } = await bench.clip(create, { items: numbered(count) });
		expect([error, paused, executions]).toEqual([undefined, true, 2]);
		const { ledger } = bench.simulator();
		expect(ledger.map(({ code }) => code)).toEqual(ledger.map(() => 2000));
		expect(ledger.map(({ rawBody }) => /v\d+/.exec(rawBody)?.[0])).toEqual(
			numbered(count).map((_, index) => `v${index}`),
		);
		expect(items.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			ledger.map(({ projectId }, item) => [projectId, 'ready', { item }]),
		);
		const moments = ledger.map(({ at }) => at);
		expect(mostWithin(moments, MINUTE)).toBeLessThanOrEqual(3);
		expect(mostWithin(moments, 60 * MINUTE)).toBeLessThanOrEqual(20);
	});

	it('of a loop gives each of its rounds its own project', async () => {
		const [first = [], ...rounds] = numbered(4).map((item) => [item]);
		const { run, error } = await bench.clip(create, { items: first, rounds });
		expect(error).toBeUndefined();
		const outputs = run.data.resultData.runData.Clip?.map((task) => task.data?.main?.[0] ?? []) ?? [];
		const ids = bench.ids();
		expect(outputs.map((items) => items.map(({ json }) => [json.projectId, json.status]))).toEqual(
			ids.map((projectId) => [[projectId, 'ready']]),
		);
		expect(ids).toHaveLength(4);
	});

	it('of a node that executes once pays for the first video only', async () => {
		const { items } = await bench.clip(create, { items: videos('a', 'b'), settings: { executeOnce: true } });
		expect([items.length, bench.paid().length]).toEqual([1, 1]);
	});
});

describe('An everyday Retry', () => {
	const bench = useBench();
	const again = async (
		parameters: INodeParameters,
		goesOnFrom: IRunExecutionData,
		more: Partial<NodeRun> = {},
	) => await bench.clip(parameters, { mode: 'retry', goesOnFrom, ...more });

	it('of a clipping that failed gives the same error each time, and does not pay again', async () => {
		const first = await bench.clip(create, { items: videos('sim-clipping-fails') });
		const second = await again(create, first.run.data);
		const third = await again(create, second.run.data);
		expect(bench.ids()).toHaveLength(1);
		for (const { error } of [first, second, third]) {
			expect(error?.message).toContain('could not clip this video');
			expect(error?.description).toContain(bench.ids()[0]);
			expect(error?.description).toContain('submit it in a new execution');
		}
	});

	it('after a Stop goes on with the project, which Get waits for, and does not pay again', async () => {
		let stored: IRunExecutionData | undefined;
		await bench.clip(create, {
			items: videos('a'),
			onPause: (executions, stop) => {
				const own = executions.find(({ workflow }) => !isStatusCheck(workflow));
				stored = z.custom<IRunExecutionData>().parse(parse(own?.data ?? '[]'));
				stop('run');
			},
		});
		const retried = await bench.clip(create, { mode: 'retry', ...(stored && { goesOnFrom: stored }) });
		expect(retried.items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		const clips = await bench.clip(get, { items: retried.items.map(({ json }) => ({ json })) });
		expect(clips.items.length).toBeGreaterThan(1);
		expect(bench.ids()).toHaveLength(1);
	});

	it('after the key was corrected submits the video, once', async () => {
		const wrong = { ...credentialFor(bench.simulator()), apiKey: 'mistyped' };
		const first = await bench.clip(create, { items: videos('a'), credentials: wrong });
		expect(first.error?.message).toContain('rejected the API key');
		expect(bench.ids()).toEqual([]);
		const { items, error } = await again(create, first.run.data);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.projectId, json.status])).toEqual([[bench.ids()[0], 'ready']]);
		expect(bench.ids()).toHaveLength(1);
	});

	it('takes a link with a new signature for the same video', async () => {
		const link = (signature: string) =>
			`https://bucket.example.com/talk.mp4?Expires=1&Signature=${signature}`;
		await bench.clip(create, { items: itemsOf({ videoUrl: link('first') }) });
		await bench.clip(create, { items: itemsOf({ videoUrl: link('second') }), mode: 'retry' });
		expect(bench.ids()).toHaveLength(1);
	});
});
