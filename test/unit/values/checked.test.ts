import { checkOption, problemsIn, refuse } from '../../../nodes/Clip/values/checked';
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

test('problemsIn gathers the problems of all checks in order', () => {
	const checks = [refuse('a', 'must be x'), { ok: true, value: 1 } as const, refuse('b', 'must be y')];
	expect(problemsIn(checks).map(({ field }) => field)).toEqual(['a', 'b']);
});
