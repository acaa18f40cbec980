/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it; luxon is what n8n gives to Code nodes */
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow } from '../../tools/host/workflow';

type Rows = readonly object[];
const parameters = z.object({
	jsCode: z.string().optional(),
	columns: z.object({ value: z.record(z.unknown()) }).optional(),
});
const items = z.array(z.object({ json: z.record(z.unknown()) }));

/** The parameters of a node of the recipe. */
function nodeOf(part: string, name: string): z.infer<typeof parameters> {
	const file = exampleFiles().find((one) => one.includes(`podcast-to-approved-shorts-${part}`)) ?? '';
	return parameters.parse(readWorkflow(file).nodes.find((node) => node.name === name)?.parameters);
}

/** What a Code node gives at some time, when the nodes before it have given these rows. */
function given(part: string, name: string, at: string, nodes: Readonly<Record<string, Rows>>) {
	const itemsOf = (rows: Rows = []) => ({
		all: () => rows.map((json) => ({ json })),
		first: () => ({ json: rows[0] }),
	});
	const context = {
		$: (node: string) => itemsOf(nodes[node]),
		$input: itemsOf(nodes.input),
		$now: DateTime.fromISO(at, { zone: 'UTC' }),
		DateTime,
	};
	const made: unknown = runInNewContext(`(() => {${String(nodeOf(part, name).jsCode)}})()`, context);
	// What comes from another context has other prototypes.
	return items.parse(JSON.parse(JSON.stringify(made))).map(({ json }) => json);
}

/** What a node writes into a column for an item. */
function written(
	part: string,
	name: string,
	column: string,
	$json: object,
	nodes: Readonly<Record<string, Rows>> = {},
): unknown {
	const expression = String(nodeOf(part, name).columns?.value[column]);
	const $ = (node: string) => ({ first: () => ({ json: nodes[node]?.[0] }) });
	return runInNewContext(expression.replace(/^=\{\{([^]*)\}\}$/, '$1'), { $json, $ });
}

describe('What is posted is not posted again:', () => {
	it.each([
		['youtu.be/abc', true],
		['https://youtu.be/abc', true],
		['www.tiktok.com/@me/video/1', true],
		['yes', true],
		['perhaps: no answer', false],
		['failed: quotaExceeded', false],
		['queued: 17', false],
		['', false],
		['  ', false],
		[null, false],
	])('%j counts as posted: %p', (text, isPosted) => {
		for (const column of ['youtube', 'tiktok']) {
			expect(written('3', 'Take Clip', column, { [column]: text })).toBe(isPosted ? text : '');
		}
	});
});

describe('A show whose slots nobody understands stops no other show:', () => {
	const show = { slots: '18:00', zone: 'UTC', createdAt: '2026-01-01T00:00:00Z', chat: 'chat' };
	const odd = { ...show, show: 'Odd' };
	const shows = [
		{ ...odd, slots: '6 pm' },
		{ ...odd, slots: '24:00, 9:77, noon' },
		{ ...show, show: 'Good' },
	];
	const rows = ['Odd', 'Good'].map((name, id) => ({ id, show: name, title: name, status: 'approved' }));

	it('its clips are not posted, those of others are', () => {
		const next = given('3', 'Next Clip', '2026-03-02T18:05:00Z', { Shows: shows, input: rows });
		expect(next).toEqual([expect.objectContaining({ show: 'Good', id: 1 })]);
	});

	it('a slot that is understood beside one that is not is kept', () => {
		const both = [{ ...odd, slots: '6 pm, 18:00,' }];
		const next = given('3', 'Next Clip', '2026-03-02T18:05:00Z', { Shows: both, input: rows });
		expect(next).toEqual([expect.objectContaining({ show: 'Odd' })]);
	});

	it('the page says when the clips of others are posted', () => {
		const [last] = given('2', 'What Comes Next', '2026-03-02T12:00:00Z', {
			...{ Shows: shows, 'Approved Clips': rows, 'Keep Decision': rows, Decisions: rows },
		});
		expect(last?.text).toContain('Odd: number 1 in the row of Odd. no slot');
		expect(last?.text).toContain('Good: number 1 in the row of Good. Mon 2 Mar, 18:00');
	});

	it('it is told in the morning, with the empty slots of others', () => {
		const Morning = [...new Set(shows.map((one) => one.show))].map((name) => ({ row: { show: name } }));
		const lines = given('4', 'Empty Slots', '2026-03-02T08:00:00Z', { Shows: shows, Morning });
		expect(lines.map(({ line }) => line)).toEqual([
			'Odd: its slots (6 pm) or its time zone (UTC) are not understood.',
			'Odd: its slots (24:00, 9:77, noon) or its time zone (UTC) are not understood.',
			'Good: no clip on Sun, 18:00, nothing was approved.',
		]);
	});
});

describe('A clip that goes to one platform only', () => {
	const at = '2026-03-02T18:20:00Z';
	const clip = { id: 1, account: 'main', takenAt: '2026-03-02T18:05:00Z', status: 'queued' };
	const after = (row: object, answer: object) =>
		given('3', 'Upload-Post Says', at, { Settings: [clip], 'Open Clips': [row], input: [answer] });
	const success = { results: { tiktok: { success: true, post_url: 'https://www.tiktok.com/@me/video/1' } } };

	it('is posted when that one has it, and lost where n8n ended before', () => {
		const queued = { ...clip, tiktok: 'queued: 17' };
		expect(after(queued, success)).toMatchObject([{ status: 'posted', youtube: '' }]);
		const posting = { ...clip, status: 'posting', takenAt: '2026-03-02T16:05:00Z' };
		expect(after(posting, {})).toMatchObject([{ status: 'perhaps' }]);
	});
});

describe('The form of a show', () => {
	it.each([
		['', undefined, 5],
		['', 3, 3],
		['0', 3, 0],
		['7', 3, 7],
		['1 a week', undefined, 1],
		['many', undefined, 5],
	])('with %j as most episodes a week, where the row has %p, keeps %i', (entered, kept, expected) => {
		const value = written(
			'0',
			'Keep Show',
			'perWeek',
			{ perWeek: kept },
			{ 'Add a Show': [{ perWeek: entered }] },
		);
		expect(value).toBe(expected);
	});
});

describe('The next episode', () => {
	const next = (perWeek: number | null) =>
		given('1', 'Next Episode', '2026-03-02T08:00:00Z', {
			Shows: [{ show: 'Harbour', perWeek }],
			input: [{ id: 1, show: 'Harbour', status: 'new' }],
		});

	it('is taken up to the most of a week, or five where nobody says; 0 stops the show', () => {
		expect([next(1), next(null), next(0)].map((taken) => taken.length)).toEqual([1, 1, 0]);
	});
});

describe('The morning line', () => {
	const show = { show: 'Harbour', zone: 'UTC', perWeek: 2, lookedAt: '2026-03-02T07:50:00Z' };
	const episode = (id: number, more: object) => ({
		...{ id, show: 'Harbour', status: 'new', createdAt: '2026-03-01T00:00:00Z' },
		...more,
	});
	const summary = (perWeek: number) =>
		given('4', 'Morning', '2026-03-02T08:00:00Z', {
			Shows: [{ ...show, perWeek }],
			'Open Episodes': [
				...[episode(1, {}), episode(2, {}), episode(3, { cause: 'outage' })],
				...[episode(4, { createdAt: '2026-03-02T07:30:00Z' }), episode(5, { status: 'clipping' })],
			],
		})[0]?.line;

	it('tells a row of no show to whoever has its account, and nobody else', () => {
		const lines = ['main', 'second'].map((account) =>
			given('4', 'Morning', '2026-03-02T08:00:00Z', {
				Settings: [{ account }],
				Shows: [show],
				'Open Episodes': [
					episode(1, { show: 'Harbor', title: 'by hand' }),
					episode(2, { show: 'Tides', title: 'of another', account: 'second' }),
				],
			}).map(({ line }) => String(line)),
		);
		const isTold = (title: string) =>
			lines.map((ofAccount) => ofAccount.some((line) => line.includes(title)));
		expect([isTold('by hand'), isTold('of another')]).toEqual([
			[true, false],
			[false, true],
		]);
	});

	it('says how many episodes wait since the week is full', () => {
		expect(summary(2)).toMatch(/ Episodes that wait, at most 2 a week: 2\.$/);
		expect(summary(0)).toContain('at most 0 a week');
	});
});
