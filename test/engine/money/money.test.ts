/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { CORRECT_PARAMETER, NOTHING_DONE } from '../../../nodes/Clip/problems/items';
import { EACH_TIME_PAYS } from '../../../nodes/Clip/problems/advice';
import { otherProjects } from '../../rules/given/texts';
import { sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import { processedItems } from '../bench/harness';
import {
	MINUTE,
	create,
	get,
	goingOn,
	itemsOf,
	logged,
	numbered,
	submitOnly,
	toErrorOutput,
	useBench,
	videos,
} from '../bench/support';

/** The keys of a record: the content, two marks, 13 digits of the time, 11 of an ID of eight digits. */
const KEYS = 27;

describe('The money of the user', () => {
	const bench = useBench();
	const paidFor = (mark: string) =>
		bench.paid().filter(({ rawBody }) => rawBody.includes(`/${mark}"`)).length;

	it('is not spent on an item whose expression cannot be resolved, and the others come out', async () => {
		const waitForClips = '={{ $itemIndex > 0 ? $("Nope").first().json.x : false }}';
		const run = { items: videos('a', 'b'), ...toErrorOutput };
		const { items, errorItems } = await bench.clip({ ...create, waitForClips }, run);
		expect([items, errorItems].map((all) => all.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
		]);
		expect([paidFor('a'), bench.ledger().length]).toEqual([1, 1]);
	});

	it('is not spent on further videos after Stop, and nothing is written down for them', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, {
			items: videos('a', 'b'),
			onStart: (stop) => setTimeout(stop, 3_000),
		});
		await sleep(MINUTE);
		expect([paidFor('a'), paidFor('b'), processedItems.known.length]).toEqual([1, 0, KEYS]);
	});

	it('is not lost where somebody stops the execution while the service answers: the project is in the log', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 30 } });
		const [lines, warnings] = [logged('info'), logged('warn')];
		await bench.clip(submitOnly, {
			items: videos('a'),
			onStart: (stop) => setTimeout(stop, 3_000),
		});
		await sleep(MINUTE);
		const [projectId = 'none'] = bench.ids();
		expect(lines.filter((line) => line.startsWith(`Created project ${projectId} `))).toHaveLength(1);
		expect(warnings).toEqual([]);
	});

	it('is accounted for: a run that ends names the projects that it has, and how to get their clips for nothing', async () => {
		const { error, outcome } = await bench.clip(create, {
			items: videos('a', 'sim-no-minutes', 'c', 'd'),
		});
		expect(outcome).toBe('quota');
		// The execution has, though this item has not.
		expect(error?.context?.details).toMatchObject({ projectId: null, mayHavePaid: true });
		expect(error?.message).toContain('[item 1]');
		expect(error?.description).toContain('code 4007');
		expect(error?.description).toContain(otherProjects([{ projectId: bench.ids()[0] ?? '', itemIndex: 0 }]));
		expect(error?.description).not.toContain('https://youtu.be/');
	});

	it.each([
		['the node', submitOnly],
		['the node with Each Time', { ...submitOnly, options: { submitAgain: 'always' } }],
	])('may be spent again after the error of a later node: it says so of %s', async (_what, parameters) => {
		const { run } = await bench.clip(parameters, { items: videos('a') });
		const later = { ...get, projectId: bench.ids()[0] ?? '', filters: { limit: -1 } };
		const { error } = await bench.clip(later, { remembers: run.data });
		expect(error?.context?.details).toMatchObject({ outcome: 'invalidParameter', mayHavePaid: true });
		const isWarned = error?.description?.includes(EACH_TIME_PAYS);
		expect(isWarned).toBe(parameters !== submitOnly);
	});

	it('is not called unspent in a Retry that does not come to its videos', async () => {
		const { error } = await bench.clip({ ...submitOnly, lang: 'no language' }, { mode: 'retry' });
		expect(error?.description).toContain(NOTHING_DONE.submitInRetry.meaning);
	});

	it('is not spent again by Retry On Fail when the input of a paused node has changed', async () => {
		const parameters = {
			operation: 'create',
			videoUrl: "={{ $('Before').item.json.videoUrl }}",
			additionalFields: { projectName: '={{ $json.videoUrl ?? "none" }}' },
		};
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
		const { items, executions } = await bench.clip(parameters, {
			items: videos('sim-too-short', 'good'),
			settings: { ...retry, ...goingOn.settings },
		});
		expect([bench.paid().length, executions]).toEqual([1, 2]);
		expect(items.map(({ json }) => json.status ?? 'failed')).toEqual(['failed', 'ready']);
	});
});

describe('An error after something was paid', () => {
	const bench = useBench();

	it.each([
		['is there a second time', [videos('a', 'sim-no-minutes', 'a')]],
		['an earlier round of a loop has sent', [videos('b'), videos('sim-no-minutes', 'b')]],
	])('names the project of a video that %s', async (_what, [items, ...rounds]) => {
		const { error } = await bench.clip(submitOnly, { items, rounds });
		expect(error?.description).toContain(bench.ids()[0]);
	});

	it('names a video to which a Retry did not come: the execution that it repeats may have sent it', async () => {
		await bench.clip(submitOnly, { items: videos('b') });
		const { error } = await bench.clip(submitOnly, { items: videos('sim-no-minutes', 'b'), mode: 'retry' });
		expect(error?.description).toContain('https://youtu.be/b (item 1)');
	});

	it.each([
		['a batch is too large', numbered(41)],
		['a link is none', itemsOf({ videoUrl: 'nope' })],
	])('names the projects of earlier rounds of a loop where %s', async (_what, round) => {
		const { error } = await bench.clip(submitOnly, { items: videos('b'), rounds: [round] });
		expect(bench.ids()).toHaveLength(1);
		expect(error?.description).toContain(otherProjects([{ projectId: bench.ids()[0] ?? '', itemIndex: 0 }]));
	});

	it.each([
		['a project', {}],
		['a project, or it is unknown', { on: 'create', phase: 'after', fault: { kind: 'reset' } } as const],
	])(
		'is not spent again after a round with a bad link, where an earlier one has made %s',
		async (_what, fault) => {
			if ('on' in fault) bench.fail(fault);
			const rounds = [itemsOf({ videoUrl: 'nope' })];
			const { errorItems } = await bench.clip(submitOnly, { items: videos('b'), rounds, ...toErrorOutput });
			const { description } = z.object({ description: z.string() }).parse(errorItems[0]?.json.details);
			expect(description).toContain(NOTHING_DONE.submit.money);
			expect(description).toContain(CORRECT_PARAMETER);
		},
	);

	it('is not said to be spent where a first round has a bad link: it may be executed again', async () => {
		const { error } = await bench.clip(submitOnly, { items: itemsOf({ videoUrl: 'nope' }) });
		expect(error?.description).toContain(CORRECT_PARAMETER);
	});

	it('names the projects of earlier rounds of a loop where a project fails while the execution is paused', async () => {
		const rounds = [videos('sim-clipping-fails')];
		const { error } = await bench.clip(create, { items: videos('b'), rounds });
		const [first = '', failed = ''] = bench.ids();
		expect(error?.context?.projectId).toBe(failed);
		expect(error?.description).toContain(`${first} (item 0)`);
	});

	it('names the projects of the execution that is retried, after a parameter was changed for the worse', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a', 'sim-no-minutes') });
		const bad = { ...submitOnly, additionalFields: { templateId: 'abc' } };
		const items = videos('a', 'b');
		const { error } = await bench.clip(bad, { items, mode: 'retry', remembers: first.run.data });
		expect(error?.description).toContain(bench.ids()[0]);
	});
});
