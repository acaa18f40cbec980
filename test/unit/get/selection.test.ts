import { readClips } from '../../../nodes/Clip/interface/clip';
import { checkSelection, selectClips } from '../../../nodes/Clip/get/rules/selection';
import { problemsIn } from '../../../nodes/Clip/values/checked';
import { ODD_VALUES } from '../given/oddValues';
import { like } from '../given/matchers';

/** Filters as an expression may give them. */
const check = (filters: object) => {
	const given: Parameters<typeof checkSelection>[0] = {};
	return checkSelection(Object.assign(given, filters));
};

describe('checkSelection', () => {
	test.each<[object, object]>([
		[{}, { minViralScore: null, limit: null }],
		[
			{ minViralScore: '', limit: null },
			{ minViralScore: null, limit: null },
		],
		[
			{ minViralScore: '8.5', limit: '3' },
			{ minViralScore: 8.5, limit: 3 },
		],
		[
			{ minViralScore: 0, limit: 1 },
			{ minViralScore: 0, limit: 1 },
		],
		[
			{ minViralScore: 10, limit: 1000 },
			{ minViralScore: 10, limit: 1000 },
		],
	])('takes %j', (filters, value) => expect(check(filters)).toEqual({ ok: true, value }));

	test.each<[string, unknown]>([
		...ODD_VALUES,
		['a number below', -0.1],
		['a number above', 10.1],
		['a word', 'high'],
		['a boolean', true],
	])('refuses %s as minViralScore, naming field and rule', (_what, minViralScore) => {
		expect(problemsIn([check({ minViralScore })])).toEqual([
			{ field: 'minViralScore', rule: like(/^must be a number from 0 to 10, but is ./) },
		]);
	});

	test.each<[string, unknown]>([
		...ODD_VALUES,
		['zero', 0],
		['a negative number', -1],
		['a fraction', 1.5],
		['a word', 'all'],
		['a boolean', true],
	])('refuses %s as limit, naming field and rule', (_what, limit) => {
		expect(problemsIn([check({ limit })])).toEqual([
			{ field: 'limit', rule: like(/^must be a whole number of at least 1, but is ./) },
		]);
	});
});

describe('selectClips', () => {
	const all = readClips(
		['9', '10', null, '0', '8'].map((viralScore, videoId) => ({ videoId, viralScore })),
		{ projectId: '7', projectName: null },
	);
	const ranks = (minViralScore: number | null, limit: number | null) =>
		selectClips(all, { minViralScore, limit }).map(({ rank }) => rank);

	it('gives all clips, also those without a score, when nothing is asked for', () =>
		expect(ranks(null, null)).toEqual([1, 2, 3, 4, 5]));
	it('leaves out clips below the score, and those without one', () => {
		expect(ranks(0, null)).toEqual([1, 2, 3, 4]);
		expect(ranks(9, null)).toEqual([1, 2]);
	});
	it('gives the best ones up to the limit', () => {
		expect(ranks(null, 2)).toEqual([1, 2]);
		expect(ranks(8, 2)).toEqual([1, 2]);
		expect(ranks(null, 99)).toHaveLength(5);
	});
});
