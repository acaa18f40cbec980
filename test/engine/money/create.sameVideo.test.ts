import type { INodeExecutionData } from 'n8n-workflow';
import { endProcess } from '../../../nodes/Clip/create/recordsInProcess';
import type { NodeRunResult } from '../bench/harness';
import { create, goingOn, logged, outcomesOf, submitOnly, useBench, videos, YOUTUBE } from '../bench/support';

describe('The same video with the same settings', () => {
	const bench = useBench();
	const given = (items: readonly INodeExecutionData[]) => items.map(({ json }) => json.projectId);
	const outputs = ({ run }: NodeRunResult) =>
		(run.data.resultData.runData.Clip ?? []).map((task) => given(task.data?.main?.[0] ?? []));

	it('twice in a batch is one project: both items get it, each linked to its own', async () => {
		const { items } = await bench.clip(create, { items: videos('a', 'b', 'a') });
		const [a, b] = bench.ids();
		expect(bench.ids()).toHaveLength(2);
		expect(given(items)).toEqual([a, b, a]);
		expect(items.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
			[0, 1, 2].map((item) => ['ready', { item }]),
		);
		expect(items[0]?.json).not.toBe(items[2]?.json);
	});

	it('in a batch adds no hint, and no line to the log', async () => {
		const log = logged('info');
		const { hints } = await bench.clip(submitOnly, { items: videos('a', 'b', 'a') });
		expect([hints, log.filter((line) => line.includes('the same video'))]).toEqual([[], []]);
	});

	it('in a later round of a loop is one project', async () => {
		const result = await bench.clip(submitOnly, { items: videos('a'), rounds: [videos('a', 'b')] });
		const [a, b] = bench.ids();
		expect(bench.ids()).toHaveLength(2);
		expect(outputs(result)).toEqual([[a], [a, b]]);
	});

	it('in two calls of an agent at the same time is one project', async () => {
		const tool = { type: 'clipTool', items: videos('a', 'a') } as const;
		const { items, hints } = await bench.clip({ ...submitOnly, videoUrl: YOUTUBE }, tool);
		// An agent knows of calls, not of items.
		expect(hints).toEqual([]);
		expect(bench.ids()).toHaveLength(1);
		expect(given(items)).toEqual([bench.ids()[0], bench.ids()[0]]);
	});

	it.each([
		['', 'manual'],
		[", also in a Retry of which n8n has kept nothing, and in that one's Retry", 'retry'],
	] as const)('is sent again if the service has refused it, for it cost nothing%s', async (_when, mode) => {
		const items = videos('sim-no-minutes', 'sim-no-minutes');
		const { run } = await bench.clip(submitOnly, { items, mode, ...goingOn });
		expect([bench.simulator().ledger.length, bench.ids().length]).toEqual([2, 0]);
		await bench.clip(submitOnly, { items, mode: 'retry', remembers: run.data, ...goingOn });
		expect([bench.simulator().ledger.length, bench.ids().length]).toEqual([4, 0]);
	});

	it('gets the same error where it is unknown what came of it', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const { items } = await bench.clip(submitOnly, { items: videos('a', 'a'), ...goingOn });
		expect(outcomesOf(items)).toEqual(['unknownWhetherCreated', 'unknownWhetherCreated']);
		const [first, second] = items.map(({ json }) => JSON.stringify(json.error).replace(/\d\]"$/, ''));
		expect(first).toBe(second);
		expect(bench.ids()).toHaveLength(1);
	});
});

describe("n8n's Retry of an execution that crashed in mid-batch", () => {
	const bench = useBench();

	it('sends what was never sent, and ends with one error that lists the videos of which nobody knows what came', async () => {
		const match = (mark: string) => ({ videoUrlIncludes: `/${mark}` });
		for (const mark of ['a', 'b']) {
			const fault = { kind: 'reset' } as const;
			bench.fail({ on: 'create', phase: 'after', match: match(mark), fault });
		}
		await bench.clip(submitOnly, { items: videos('a', 'b'), ...goingOn });
		endProcess();
		// A table with the newest on top gives each video another place.
		const items = videos('c', 'a', 'b', 'd');
		const { error, outcome } = await bench.clip(submitOnly, { items, mode: 'retry' });
		const [, , c, d] = bench.ids();
		expect(bench.ids()).toHaveLength(4);
		expect(outcome).toBe('unknownWhetherCreated');
		expect(error?.message).toContain('[item 1]');
		expect(error?.description).toContain('https://youtu.be/a');
		expect(error?.description).toContain('https://youtu.be/b (item 2).');
		expect(error?.description).toContain(`${c} (item 0), ${d} (item 3)`);
	});
});
