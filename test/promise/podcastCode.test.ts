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
function written(part: string, name: string, column: string, $json: object): unknown {
	const expression = String(nodeOf(part, name).columns?.value[column]);
	return runInNewContext(expression.replace(/^=\{\{([^]*)\}\}$/, '$1'), { $json });
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

	it('says how many episodes wait since the week is full', () => {
		expect(summary(2)).toMatch(/ Episodes that wait, at most 2 a week: 2\.$/);
		expect(summary(0)).toContain('at most 0 a week');
	});
});
