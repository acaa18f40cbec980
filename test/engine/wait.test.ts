/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { get, itemsOf, useBench, wait } from './support';

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

	it.each(['the service could not clip the video', 'the time is over'])(
		'names the project as a field of its error, for error workflows, when %s',
		async (why) => {
			const fails = why.includes('clip');
			const projectId = fails
				? await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' })
				: await bench.project();
			const waitOptions = { maxWait: 1, pollInterval: 30 };
			const { error } = await bench.clip(
				{ ...wait, options: waitOptions },
				{ items: itemsOf({ projectId }) },
			);
			expect(error?.message).toMatch(fails ? /could not clip/ : /^Not ready after/);
			expect(error?.context).toMatchObject({ projectId, itemIndex: 0 });
		},
	);

	it.each([
		// In Wait, the first query for all comes before each is waited for by itself.
		['Wait', wait, 1],
		['Get', get, 0],
	])('asks for the other projects while the answer for one does not come: %s', async (_name, node, first) => {
		const [hung, other] = [await bench.project(), await bench.project()];
		bench
			.simulator()
			.faults.add({ on: 'query', times: 9, match: { projectId: hung }, fault: { kind: 'hang' } });
		const options = { waitMode: 'inProcess', pollInterval: 10, maxWait: 2 };
		const settings = { onError: 'continueRegularOutput' } as const;
		const items = itemsOf({ projectId: hung }, { projectId: other });
		const result = await bench.clip({ ...node, options }, { items, settings });
		const ends = result.items.map(({ json }) => ('error' in json ? 'failed' : 'ready'));
		expect([...new Set(ends)]).toEqual(['failed', 'ready']);
		const asked = bench
			.questions()
			.filter(({ path }) => path.endsWith(other))
			.slice(first);
		const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
		expect(Math.max(...pauses)).toBeLessThan(15_000);
	});

	it('stops within a second when the execution is stopped, and asks no more', async () => {
		const projectId = await bench.project();
		const asked = () => bench.questions().length;
		const began = Date.now();
		await bench.clip(wait, {
			items: itemsOf({ projectId }),
			onStart: (stop) => {
				setImmediate(function stopAfterFirstQuestion() {
					if (asked() === 0) setImmediate(stopAfterFirstQuestion);
					else stop();
				});
			},
		});
		expect(Date.now() - began).toBeLessThan(2_000);
		expect(asked()).toBe(1);
	});
});
