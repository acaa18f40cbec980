import { NOTHING_DONE } from '../../../nodes/Clip/problems/items';
import { routesErrorDetails } from '../../../nodes/Clip/n8n/platform';
import type { INodeParameters } from 'n8n-workflow';
import {
	failed,
	itemsOf,
	MINUTE,
	outcomesOf,
	toErrorOutput,
	useBench,
	videos,
	YOUTUBE,
} from '../bench/support';

/** The service accepts no more for the moment. */
const LIMITED = { kind: 'code', code: 4003, errMsg: 'slow down' } as const;

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

	it('links each project to its own item where it does not wait, and where it waits and keeps running', async () => {
		for (const parameters of [submitOnly, { ...create, options: { waitMode: 'inProcess' } }]) {
			const { items } = await bench.clip(parameters, { items: videos('a', 'b', 'c') });
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		}
	});

	it('keeps an id above 2^53 exact', async () => {
		bench.simulator().configure({ idStyle: 'big' });
		const { items } = await bench.clip(create);
		expect(items[0]?.json.projectId).toBe(bench.ledger()[0]?.projectId);
		expect(Number.isSafeInteger(Number(items[0]?.json.projectId))).toBe(false);
	});

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
		const facts = ["'Video URL'", '4007', `project ${bench.ledger()[2]?.projectId ?? ''}`];
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

	it('tries videos that the service turns away for the rate for two hours in all, then says that nothing was charged', async () => {
		bench.fail({ on: 'create', match: { videoUrlIncludes: '/b' }, times: 999, fault: LIMITED });
		const [began, items] = [Date.now(), videos('a', 'b', 'bb', 'bbb')];
		const run = await bench.clip(submitOnly, { items, ...toErrorOutput });
		expect(outcomesOf(run.errorItems)).toEqual(Array(3).fill(failed('rateLimited')));
		expect(run.items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(Date.now() - began).toBeGreaterThan(118 * MINUTE);
		expect(Date.now() - began).toBeLessThan(121 * MINUTE);
	});

	it('tries each for two hours where the service takes one in between', async () => {
		for (const videoUrlIncludes of ['/a', '/b']) {
			bench.fail({ on: 'create', match: { videoUrlIncludes }, times: 90, fault: LIMITED });
		}
		const { items, error } = await bench.clip(submitOnly, { items: videos('a', 'b') });
		expect([error, items.map(({ json }) => json.projectId)]).toEqual([undefined, bench.ids()]);
	});

	// What each field takes, test/rules/service shows; here is one of each group of parameters.
	it.each<[name: string, parameters: INodeParameters, rule: string]>([
		['an unknown host', { videoUrl: 'https://example.com/watch' }, "'Video URL'"],
		['custom fields in a list', { additionalFields: { customFields: '[1]' } }, "'Custom Fields (JSON)'"],
		[
			'a custom field that has a parameter',
			{ additionalFields: { customFields: '{"keyword":"sea"}' } },
			"'Keywords to Find'",
		],
		['other without a code', { lang: 'other', langCode: '={{ null }}' }, "'Language Code'"],
		['what is no switch', { waitForClips: '={{ "yes" }}' }, "'Wait Until Ready'"],
	])('refuses %s before anything is sent', async (_name, parameters, field) => {
		const { error, outcome } = await bench.clip({ operation: 'create', videoUrl: YOUTUBE, ...parameters });
		expect(outcome).toBe('invalidParameter');
		expect(error?.message).toContain(field);
		expect(error?.description).toContain(NOTHING_DONE.submit.money);
		expect(bench.simulator().requests).toEqual([]);
	});

	it('sends no item at all when a later one breaks a rule', async () => {
		const { error } = await bench.clip(create, { items: itemsOf({ videoUrl: YOUTUBE }, { videoUrl: 'x' }) });
		expect(error?.message).toContain('[item 1]');
		expect(bench.simulator().requests).toEqual([]);
	});
});
