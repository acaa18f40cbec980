import { z } from 'zod/v3';
import {
	linkSchema,
	amountSchema,
	switchSchema,
	countSchema,
	choiceSchema,
	optionalSchema,
	brokenRulesOf,
	readWholeBetween,
	rejectValue,
	type Schema,
	combineSchemas,
} from '../../../nodes/Clip/lib/schemas';
import { like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';
import { readBy } from '../given/parameters';

const option = choiceSchema([{ value: 'clips' }, { value: 'project' }]);

it.each<[what: string, Schema<unknown>, taken: unknown[], read: unknown[], refused: unknown[]]>([
	[
		'one of clips, project',
		option,
		['clips', ' project\u200b'],
		['clips', 'project'],
		['Clips', '', undefined],
	],
	[
		'a number of minutes above 0 and at most 9',
		amountSchema('minutes', 9),
		[' 0.5 ', 9],
		[0.5, 9],
		[0, -1, 9.5, 'x', true],
	],
	['a whole number from 1 to 9', countSchema(9), [1, '9'], [1, 9], [0, 10, 1.5, 'x', true]],
	['true or false', switchSchema, [1, 'false'], [true, false], [2, 'x', undefined]],
])(
	'A parameter that must be %s is nothing else: field and rule are named',
	(what, schema, taken, read, refused) => {
		const named = z.object({ a: schema });
		const check = (value: unknown) => readBy(named, { a: value });
		expect(taken.map(check)).toEqual(read.map((a) => ({ ok: true, value: { a } })));
		const problem = { field: 'a', rule: like(new RegExp(`^must be ${what}\\nIt is .`)) };
		for (const value of [...refused, ...ODD_VALUES]) {
			expect(check(value)).toEqual({ ok: false, problems: [problem] });
		}
	},
);

it('Schemas for the same values name all problems of all of them, and rules across fields wait until each field is right', () => {
	const across = jest.fn();
	const schema = combineSchemas({
		one: z.object({ a: countSchema(9) }),
		two: z.object({ b: switchSchema, c: countSchema(9) }),
	}).transform(({ one, two }, context) => {
		across();
		return two.b ? one.a : rejectValue(context, 'must be on', 'b');
	});
	expect(readBy(schema, { a: 0, b: 'x', c: 10 })).toMatchObject({
		problems: [{ field: 'a' }, { field: 'b' }, { field: 'c' }],
	});
	expect(across).not.toHaveBeenCalled();
	expect(readBy(schema, { a: 1, b: false, c: 2 })).toEqual({
		ok: false,
		problems: [{ field: 'b', rule: 'must be on' }],
	});
	expect(readBy(schema, { a: 1, b: true, c: 2 })).toEqual({ ok: true, value: 1 });
});

it('A field that may be missing is absent where nothing is entered, or what means nothing', () => {
	const schema = z.object({ a: optionalSchema(readWholeBetween(1, 3), 'must be from 1 to 3', 2) });
	for (const a of [undefined, null, '', ' \u200b', 2, ' 2 ']) {
		expect(readBy(schema, { a })).toEqual({ ok: true, value: { a: undefined } });
	}
	expect(readBy(schema, { a: '3' })).toEqual({ ok: true, value: { a: 3 } });
	const problem = { field: 'a', rule: 'must be from 1 to 3\nIt is 4.' };
	expect(readBy(schema, { a: 4 })).toEqual({ ok: false, problems: [problem] });
});

describe('A link that people enter', () => {
	const named = z.object({ a: linkSchema() });
	const problemWith = (value: unknown) => {
		const read = readBy(named, { a: value });
		return read.ok ? read.value : read.problems;
	};

	it('is read as it was meant', () => {
		for (const entered of ['https://h.example/a', '\u200b https://h.example/a\n', '<https://h.example/a>']) {
			const a = { text: 'https://h.example/a', url: new URL('https://h.example/a') };
			expect(problemWith(entered)).toEqual({ a });
		}
	});

	it.each([
		[undefined, /^is missing$/],
		[' \u200b', /^is missing$/],
		[
			'h.example/a',
			/^must be a link that starts with http:\/\/ or https:\/\/ and names a host\nIt is "h\.example\/a"\.$/,
		],
		[5, /names a host\nIt is 5\.$/],
		[['https://h.example/a'], /names a host\nIt is \["https:\/\/h\.example\/a"\]\.$/],
		[['https://h.example/a', 'https://h.example/b'], /^must be one link, but holds several\nIt is \[.+\n.+/],
		[['a', 'b', 'c'], /^must be one link, but holds several/],
		['https://h.example/a https://h.example/b', /^must be one link, but holds several\nIt is "https.+\n.+/],
	])('is refused with its rule: %j', (value, rule) => {
		expect(problemWith(value)).toEqual([{ field: 'a', rule: like(rule) }]);
	});

	it('may have a rule of whoever asks for it', () => {
		const schema = z.object({ a: linkSchema(({ url }) => (url.port === '' ? null : 'has a port')) });
		expect(readBy(schema, { a: 'https://h.example/a' }).ok).toBe(true);
		const problem = { field: 'a', rule: 'has a port\nIt is "https://h.example:8443/a".' };
		expect(readBy(schema, { a: 'https://h.example:8443/a' })).toEqual({ ok: false, problems: [problem] });
	});
});

it('A problem is named after the innermost name of its field, not after its place in a list', () => {
	const read = z
		.object({ one: z.object({ list: z.array(countSchema(9)) }) })
		.safeParse({ one: { list: [1, 10] } });
	const broken = { rule: 'must be a whole number from 1 to 9', sentences: ['It is 10.'] };
	expect(read.success ? [] : brokenRulesOf(read.error)).toEqual([{ field: 'list', ...broken }]);
	const alone = countSchema(9).safeParse(10);
	expect(alone.success ? [] : brokenRulesOf(alone.error)).toEqual([{ field: '', ...broken }]);
});
