import {
	checkAmount,
	checkCount,
	type Checked,
	checkOption,
	checkSwitch,
	problemsIn,
} from '../../../nodes/Clip/lib/checked';
import { like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';

const option = (value: unknown) => checkOption('a', value, ['clips', 'project']);
const amount = (value: unknown) => checkAmount('a', value, 'minutes', 9);
const count = (value: unknown) => checkCount('a', value, 9);
const aSwitch = (value: unknown) => checkSwitch('a', value);

type Check = (value: unknown) => Checked<unknown>;

it.each<[what: string, Check, taken: unknown[], read: unknown[], refused: unknown[]]>([
	[
		'one of clips, project',
		option,
		['clips', ' project\u200b'],
		['clips', 'project'],
		['Clips', '', undefined],
	],
	['a number of minutes above 0 and at most 9', amount, [' 0.5 ', 9], [0.5, 9], [0, -1, 9.5, 'x', true]],
	['a whole number from 1 to 9', count, [1, '9'], [1, 9], [0, 10, 1.5, 'x', true]],
	['true or false', aSwitch, [1, 'false'], [true, false], [2, 'x', undefined]],
])(
	'A parameter that must be %s is nothing else: field and rule are named',
	(what, check, taken, read, refused) => {
		expect(taken.map(check)).toEqual(read.map((value) => ({ ok: true, value })));
		const problem = { field: 'a', rule: like(new RegExp(`^must be ${what}, but is .`)) };
		for (const value of [...refused, ...ODD_VALUES])
			expect(problemsIn([check(value), check(taken[0]), check(value)])).toEqual([problem, problem]);
	},
);
