import { routesErrorDetails } from '../../nodes/Clip/n8n/host';
import type { INodeParameters } from 'n8n-workflow';
import { itemsOf, numbered, toErrorOutput, useBench, YOUTUBE } from './support';

const create = { operation: 'create', videoUrl: '={{ $json.videoUrl ?? "https://youtu.be/a" }}' };
const submitOnly = { ...create, waitForClips: false };

describe('Create', () => {
	const bench = useBench();

	it('returns the processing project at once when it does not wait', async () => {
		const { items } = await bench.clip(submitOnly);
		expect(items[0]?.json).toMatchObject({ status: 'processing', clipCount: 0 });
		expect(items[0]?.json).not.toHaveProperty('clips');
		expect(bench.simulator().requests).toHaveLength(1);
	});

	it('keeps an id above 2^53 exact', async () => {
		bench.simulator().configure({ idStyle: 'big' });
		const { items } = await bench.clip(create);
		expect(items[0]?.json.projectId).toBe(bench.ledger()[0]?.projectId);
		expect(Number.isSafeInteger(Number(items[0]?.json.projectId))).toBe(false);
	});

	describe('with On Error set to continue', () => {
		it('gives each item its own outcome, failed ones on the error output', async () => {
			const { items, errorItems } = await bench.clip(create, {
				...toErrorOutput,
				items: itemsOf(
					{ videoUrl: YOUTUBE },
					{ videoUrl: 'not a link' },
					{ videoUrl: 'https://youtu.be/sim-no-minutes' },
					{ videoUrl: 'https://youtu.be/sim-clipping-fails' },
				),
			});
			expect(items.map(({ json }) => json.status)).toEqual(['ready']);
			expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }, { item: 3 }]);
			const facts = ["'Video URL'", '4007', `Project ID: ${bench.ledger()[2]?.projectId ?? ''}`];
			for (const [index, fact] of facts.entries()) {
				expect(JSON.stringify(errorItems[index]?.json)).toContain(fact);
			}
			if (!routesErrorDetails) return;
			expect(errorItems.map(({ json }) => json.details)).toMatchObject([
				{ code: null, outcome: 'invalidParameter' },
				{ code: '4007', outcome: 'quota' },
				{ code: '4002', projectId: bench.ledger()[2]?.projectId },
			]);
		});
	});

	describe('never pays twice', () => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
		const twoVideos = itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'https://youtu.be/sim-no-minutes' });

		it('submits an accepted item once when Retry On Fail runs the node again', async () => {
			await bench.clip(create, { settings: retry, items: twoVideos });
			expect(bench.paid()).toHaveLength(1);
			expect(bench.ledger()).toHaveLength(1 + 3);
		});

		it('submits an item of unknown fate once, and says that it is unknown', async () => {
			bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
			const { error } = await bench.clip(submitOnly, { settings: retry });
			expect(bench.ledger()).toHaveLength(1);
			expect(error?.message).toBe('It is unknown whether the project was created');
			expect(error?.description).toContain('https://youtu.be/a, submitted at');
		});

		it('keeps to three a minute, and says so in a hint where the worker is held meanwhile', async () => {
			bench.simulator().configure({ submissionLimits: { perMinute: 3, perHour: 20 } });
			const held = { ...create, options: { waitMode: 'inProcess' } };
			const { items, error, hints } = await bench.clip(held, { items: numbered(7) });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.status)).toEqual(Array(7).fill('ready'));
			expect(bench.ledger().map(({ code }) => code)).toEqual(Array(7).fill(2000));
			expect(hints[0]).toContain('to keep to the limits of the service');
		});

		it('gives up on the rate limit after the time that the user allows, and says that nothing was charged', async () => {
			bench.simulator().configure({ submissionLimits: { perMinute: 1, perHour: 1 } });
			const { error } = await bench.clip(
				{ ...submitOnly, options: { maxRateLimitWait: 3 } },
				{ items: itemsOf({}, { videoUrl: YOUTUBE }) },
			);
			expect(error?.message).toBe('The service accepts no more requests at the moment [item 1]');
			expect(error?.description).toContain('No project was created and nothing was charged.');
			expect(error?.description).toContain('(item 0)');
		});

		it('comes back when a gateway says so', async () => {
			const headers = { 'retry-after': '50' };
			bench
				.simulator()
				.faults.add({ on: 'create', phase: 'before', fault: { kind: 'status', status: 429, headers } });
			const { error } = await bench.clip(submitOnly);
			expect(error).toBeUndefined();
			const [first, second] = bench.simulator().requests;
			const pause = (second?.at ?? 0) - (first?.at ?? 0);
			expect(pause).toBeGreaterThanOrEqual(50_000);
			expect(pause).toBeLessThan(75_000);
		});
	});
});

describe('Create with bad input', () => {
	const bench = useBench();
	// What each field takes, test/unit/service shows; here is one of each group of parameters.
	const cases: Array<[name: string, parameters: INodeParameters, rule: string]> = [
		[
			'an unknown host',
			{ videoUrl: 'https://example.com/watch' },
			"Choose it in 'Additional Fields' > 'Video Type'",
		],
		['custom fields in a list', { additionalFields: { customFields: '[1]' } }, 'JSON object'],
		[
			'a custom field that has a parameter',
			{ additionalFields: { customFields: '{"keyword":"sea"}' } },
			"'Keywords to Find' must be set in its own field, not in 'Custom Fields (JSON)'",
		],
		['no end', { options: { maxRateLimitWait: 1e9 } }, 'from 0 to 1440'],
		['other without a code', { lang: 'other', langCode: '={{ null }}' }, 'must be given'],
	];

	it.each(cases)('refuses %s before anything is sent', async (_name, parameters, rule) => {
		const { error } = await bench.clip({ operation: 'create', videoUrl: YOUTUBE, ...parameters });
		expect(error?.message).toContain(rule);
		expect(error?.description).toContain('Nothing was sent');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('sends no item at all when a later one breaks a rule', async () => {
		const { error } = await bench.clip(
			{ operation: 'create', videoUrl: '={{ $json.videoUrl }}' },
			{ items: itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'x' }) },
		);
		expect(error?.message).toContain('[item 1]');
		expect(bench.simulator().requests).toEqual([]);
	});
});
