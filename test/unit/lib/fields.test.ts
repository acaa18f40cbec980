import { z } from 'zod/v3';
import { amount, aSwitch, count, oneOf, refuse, type Schema, together } from '../../../nodes/Clip/lib/fields';
import { like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';
import { readBy } from '../given/parameters';

const option = oneOf([{ value: 'clips' }, { value: 'project' }]);

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
		amount('minutes', 9),
		[' 0.5 ', 9],
		[0.5, 9],
		[0, -1, 9.5, 'x', true],
	],
	['a whole number from 1 to 9', count(9), [1, '9'], [1, 9], [0, 10, 1.5, 'x', true]],
	['true or false', aSwitch, [1, 'false'], [true, false], [2, 'x', undefined]],
])(
	'A parameter that must be %s is nothing else: field and rule are named',
	(what, schema, taken, read, refused) => {
		const named = z.object({ a: schema });
		const check = (value: unknown) => readBy(named, { a: value });
		expect(taken.map(check)).toEqual(read.map((a) => ({ ok: true, value: { a } })));
		const problem = { field: 'a', rule: like(new RegExp(`^must be ${what}, but is .`)) };
		for (const value of [...refused, ...ODD_VALUES]) {
			expect(check(value)).toEqual({ ok: false, problems: [problem] });
		}
	},
);

it('Schemas for the same values name all problems of all of them, and rules across fields wait until each field is right', () => {
	const across = jest.fn();
	const schema = together({
		one: z.object({ a: count(9) }),
		two: z.object({ b: aSwitch, c: count(9) }),
	}).transform(({ one, two }, context) => {
		across();
		return two.b ? one.a : refuse(context, 'must be on', 'b');
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
