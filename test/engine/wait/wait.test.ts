import { canPause } from '../../../nodes/Clip/n8n/platform';
import { sleep } from 'n8n-workflow';
import { get, itemsOf, MINUTE, useBench, wait } from '../bench/support';

const evaluation: { mode?: 'evaluation' } = { mode: 'evaluation' };

describe('Wait', () => {
	const bench = useBench();

	it('returns one ready project for each item, in order', async () => {
		const items = itemsOf({ projectId: await bench.project() }, { projectId: await bench.project() });
		const result = await bench.clip(wait, { items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			items.map(({ json }, item) => [json.projectId, 'ready', { item }]),
		);
	});

	it('asks once for a project that stands in several items', async () => {
		const projectId = await bench.finished();
		const { items } = await bench.clip(wait, { items: itemsOf({ projectId }, { projectId }) });
		expect(items).toHaveLength(2);
		expect(bench.questions()).toHaveLength(1);
	});

	it('waits for each item as long as it says, also where several are of one project', async () => {
		const projectId = await bench.project();
		const items = itemsOf({ projectId, most: 1 }, { projectId, most: 60 });
		const options = { waitMode: 'inProcess', maxWait: '={{ $json.most }}' };
		const settings = { onError: 'continueRegularOutput' } as const;
		const result = await bench.clip({ ...wait, options }, { items, settings });
		const ends = result.items.map(({ json }) => ('error' in json ? 'failed' : json.status));
		expect(ends).toEqual(['failed', 'ready']);
	});

	it('names the project as a field of its error, for error workflows', async () => {
		const projectId = await bench.project();
		const { error } = await bench.clip({ ...wait, projectId, options: { maxWait: 1 } });
		const details = { projectId, outcome: 'timedOut' };
		expect(error?.context).toMatchObject({ projectId, itemIndex: 0, details });
	});

	it('ends for all items as soon as one project has failed', async () => {
		const failed = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		const slow = await bench.project();
		const { error } = await bench.clip(wait, { items: itemsOf({ projectId: failed }, { projectId: slow }) });
		expect(error?.description).toContain(`${slow} (item 1)`);
		expect(bench.questions()).toHaveLength(2);
	});

	it.each([
		['Wait', wait],
		['Get', get],
	])('asks for the other projects while the answer for one does not come: %s', async (_name, node) => {
		const [hung, other] = [await bench.project(), await bench.project()];
		const match = { projectId: hung };
		bench.fail({ on: 'query', times: 9, match, fault: { kind: 'hang' } });
		const options = { waitMode: 'inProcess', pollInterval: 10, maxWait: 2 };
		const settings = { onError: 'continueRegularOutput' } as const;
		const items = itemsOf({ projectId: hung }, { projectId: other });
		const result = await bench.clip({ ...node, options }, { items, settings });
		const ends = result.items.map(({ json }) => ('error' in json ? 'failed' : 'ready'));
		expect([...new Set(ends)]).toEqual(['failed', 'ready']);
		const asked = bench
			.questions()
			.filter(({ path }) => path.endsWith(other))
			// The first queries for all come before each is waited for by itself.
			.slice(1);
		const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
		expect(Math.max(...pauses)).toBeLessThan(15_000);
	});

	it.each([
		['a day while the execution is paused', wait, canPause ? 1_440 : 120],
		['two hours while it keeps running', { ...wait, options: { waitMode: 'inProcess' } }, 120],
		['two hours in Get', get, 120],
		['two hours where it cannot be paused', wait, 120, evaluation],
		['as long as Max Wait says, paused', { ...wait, options: { maxWait: 180 } }, 180],
		['as long as Max Wait says, running', { ...get, options: { maxWait: 180 } }, 180],
	])('waits %s', async (_long, parameters, minutes, run = {}) => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-endless' });
		const began = Date.now();
		const { outcome } = await bench.clip({ ...parameters, projectId }, run);
		expect(outcome).toBe('timedOut');
		expect(Math.round((Date.now() - began) / (10 * MINUTE)) * 10).toBe(minutes);
		const times = bench.questions().map(({ at }) => at);
		expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeLessThan(
			15 * MINUTE,
		);
	});

	it.each([
		['in mid-question', {}, 500, 30],
		['between two questions', { waitMode: 'inProcess' }, 1_500, 1],
	])(
		'stops within a second when somebody stops it %s, and asks no more',
		async (_when, options, after, seconds) => {
			const projectId = await bench.project();
			bench.fail({ on: 'query', fault: { kind: 'delay', seconds } });
			const began = Date.now();
			const onStart = (stop: () => void) => void sleep(after).then(stop);
			const { error } = await bench.clip({ ...wait, projectId, options }, { onStart });
			expect(Date.now() - began).toBeLessThan(after + 1_000);
			// A query that was broken off says nothing of the project.
			expect(error?.description).not.toContain('The last answer');
			expect(error?.description).not.toContain('Reason:');
			expect(bench.questions()).toHaveLength(1);
		},
	);

	it('asks for no other project any more once one has failed, in the process, too', async () => {
		const failed = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		const slow = await bench.project();
		const items = itemsOf({ projectId: slow }, { projectId: failed });
		bench.fail({
			on: 'query',
			match: { projectId: failed },
			fault: { kind: 'code', code: 5000, errMsg: 'busy' },
		});
		const options = { waitMode: 'inProcess', pollInterval: 30 };
		const { outcome } = await bench.clip({ ...wait, options }, { items });
		expect(outcome).toBe('failed');
		const asked = bench.questions().length;
		await sleep(10 * MINUTE);
		expect(bench.questions()).toHaveLength(asked);
	});

	it.each([
		['Wait, in the process', { ...wait, options: { waitMode: 'inProcess' } }],
		['Wait, paused', wait],
		['Get', get],
	])('asks for ten projects at once at most: %s', async (_operation, node) => {
		const ids = await Promise.all(Array.from({ length: 25 }, async () => await bench.project()));
		bench.fail({ on: 'query', times: 999, fault: { kind: 'delay', seconds: 2 } });
		await bench.clip(node, { items: itemsOf(...ids.map((projectId) => ({ projectId }))) });
		const times = bench.questions().map(({ at }) => at);
		const together = times.map((from) => times.filter((at) => at >= from && at < from + 1_500).length);
		expect(Math.max(...together)).toBe(10);
	});
});
