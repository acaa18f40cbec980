import {
	checkAmount,
	checkCount,
	checkOption,
	checkSwitch,
	problemsIn,
	refuse,
} from '../../../nodes/Clip/lib/checked';
import { ODD_VALUES } from '../given/oddValues';
import { like } from '../given/matchers';

const WORDS = ['clips', 'project'] as const;

describe('checkOption', () => {
	test.each(WORDS)('takes %s', (word) => {
		expect(checkOption('output', word, WORDS)).toEqual({ ok: true, value: word });
	});

	test.each<[string, unknown]>([
		...ODD_VALUES,
		['another word', 'clip'],
		['another case', 'Clips'],
		['empty text', ''],
		['nothing', undefined],
	])('refuses %s, naming field and rule', (_what, value) => {
		const checked = checkOption('output', value, WORDS);
		expect(problemsIn([checked])).toEqual([
			{ field: 'output', rule: like(/^must be one of clips, project, but is ./) },
		]);
	});
});

describe('A parameter that takes a number, or true or false,', () => {
	it('takes what an expression may write for it', () => {
		expect(checkAmount('maxSize', ' 0.5 ', 'megabytes', 9)).toEqual({ ok: true, value: 0.5 });
		expect(checkCount('downloadsAtOnce', '9', 9)).toEqual({ ok: true, value: 9 });
		expect(checkSwitch('waitForClips', 'false')).toEqual({ ok: true, value: false });
	});

	test.each<[string, unknown]>([...ODD_VALUES, ['too little', 0], ['too much', 9.5], ['a word', 'x']])(
		'refuses %s, naming field and rule',
		(_what, value) => {
			expect(problemsIn([checkAmount('a', value, 'minutes', 9), checkCount('b', value, 9)])).toEqual([
				{ field: 'a', rule: like(/^must be a number of minutes above 0 and at most 9, but is ./) },
				{ field: 'b', rule: like(/^must be a whole number from 1 to 9, but is ./) },
			]);
			expect(problemsIn([checkSwitch('c', value === 0 ? 2 : value)])).toEqual([
				{ field: 'c', rule: like(/^must be true or false, but is ./) },
			]);
		},
	);
});

test('problemsIn gathers the problems of all checks in order', () => {
	const checks = [refuse('a', 'must be x'), { ok: true, value: 1 } as const, refuse('b', 'must be y')];
	expect(problemsIn(checks).map(({ field }) => field)).toEqual(['a', 'b']);
});
