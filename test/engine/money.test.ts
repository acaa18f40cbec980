/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { create, itemsOf, submitOnly, useBench, videos, wait } from './support';

describe('The money of the user', () => {
	const bench = useBench();

	it.each([
		['a value that is no switch', '={{ "yes" }}'],
		['an expression that cannot be resolved', '={{ $("Nope").first().json.x }}'],
	])('is not spent when Wait for Clips is %s', async (_name, waitForClips) => {
		const { error } = await bench.clip({ ...create, waitForClips }, { items: videos('a') });
		expect(error).toBeDefined();
		expect(bench.ledger()).toEqual([]);
	});

	it('is not spent on further videos after Stop', async () => {
		const fault = { kind: 'delay', seconds: 1 } as const;
		bench.simulator().faults.add({ on: 'create', phase: 'after', times: 3, fault });
		await bench.clip(submitOnly, {
			items: videos('a', 'b', 'c'),
			onStart: (stop) => {
				setTimeout(function stopAfterFirst() {
					if (bench.paid().length === 0) setTimeout(stopAfterFirst, 1);
					else stop();
				}, 1);
			},
		});
		expect(bench.paid().length).toBeLessThan(3);
	});

	it('is accounted for: a run that ends names the projects that it has, and says not to submit them again', async () => {
		const { error } = await bench.clip(submitOnly, {
			items: videos('a', 'sim-no-minutes'),
		});
		expect(error?.description).toContain(`${bench.ids()[0]} (item 0)`);
		expect(error?.description).toContain('Do not submit their videos again');
	});
});

describe('Secrets', () => {
	const bench = useBench();

	it('in the link of a video stay out of errors', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const videoUrl = 'https://user:hunter2@cdn.example.com/a.mp4?Signature=abc';
		const { error } = await bench.clip(submitOnly, { items: itemsOf({ videoUrl }) });
		expect(error?.description).toContain('cdn.example.com/a.mp4');
		expect(error?.description).not.toMatch(/hunter2|abc/);
	});
});

describe('Messages', () => {
	const bench = useBench();

	it('come for each item when an expression of one of them cannot be resolved', async () => {
		const projectId = await bench.finished();
		const { items, errorItems } = await bench.clip(
			{ operation: 'get', projectId: '={{ $json.bad ? $("Nope").first().json.x : $json.projectId }}' },
			{ items: itemsOf({ projectId }, { bad: true }), settings: { onError: 'continueErrorOutput' } },
		);
		expect(items.length).toBeGreaterThan(1);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});
});

describe('Retry On Fail', () => {
	const bench = useBench();

	it('does not pay again when the input of a paused node has changed', async () => {
		const { items, executions } = await bench.clip(
			{
				operation: 'create',
				videoUrl: "={{ $('Before').item.json.videoUrl }}",
				additionalFields: { projectName: '={{ $json.title ?? "none" }}' },
			},
			{
				items: itemsOf(
					{ videoUrl: 'https://youtu.be/sim-too-short', title: 'a' },
					{ videoUrl: 'https://youtu.be/good', title: 'b' },
				),
				settings: {
					retryOnFail: true,
					maxTries: 3,
					waitBetweenTries: 1_000,
					onError: 'continueRegularOutput',
				},
			},
		);
		expect(bench.paid()).toHaveLength(1);
		expect(executions).toBe(2);
		expect(items.map(({ json }) => json.status ?? 'failed')).toEqual(['failed', 'ready']);
	});
});

describe('Patience', () => {
	const bench = useBench();

	it('ends at the limit, however long the interval', async () => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-endless' });
		const began = Date.now();
		const { error } = await bench.clip(
			{ ...wait, options: { pollInterval: 3600, maxWait: 2 } },
			{ items: itemsOf({ projectId }) },
		);
		expect(error?.message).toContain('Not ready after 2 minutes');
		expect(Date.now() - began).toBeLessThan(4 * 60_000);
	});

	it('is that of the more patient item when two wait for the same project', async () => {
		const projectId = await bench.project();
		const { items, error } = await bench.clip(
			{ ...wait, options: { maxWait: '={{ $json.maxWait }}' } },
			{ items: itemsOf({ projectId, maxWait: 120 }, { projectId, maxWait: 1 }) },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual(items[1]?.json);
		expect(items[0]?.json).not.toBe(items[1]?.json);
	});

	it('ends for all items as soon as one project has failed', async () => {
		const failed = await bench.project({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		const slow = await bench.project();
		bench.simulator().finish(failed);
		const before = bench.simulator().requests.length;
		const { error } = await bench.clip(wait, { items: itemsOf({ projectId: failed }, { projectId: slow }) });
		expect(error?.description).toContain(`${slow} (item 1)`);
		expect(bench.simulator().requests.length - before).toBe(2);
	});

	it('holds for "finished, no clips" also when Get does not wait', async () => {
		const projectId = await bench.finished();
		const empty = { kind: 'body', body: '{"code":2000,"videos":[]}' } as const;
		bench.simulator().faults.add({ on: 'query', times: 2, fault: empty });
		const { items } = await bench.clip({ operation: 'get', projectId, options: { ifNotReady: 'status' } });
		expect(items.length).toBeGreaterThan(1);
	});
});
