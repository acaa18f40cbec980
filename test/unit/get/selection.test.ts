import { read, projectOf } from '../given/answers';
import { checkSelection, clipOutput, whyNoClips } from '../../../nodes/Clip/get/rules/selection';
import { problemsIn } from '../../../nodes/Clip/lib/checked';
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

describe('the clips of a project', () => {
	const projectWith = (...viralScores: unknown[]) =>
		projectOf(read('query', { code: 2000, videos: viralScores.map((viralScore) => ({ viralScore })) }));
	const project = projectWith('9', '10', null, '0', '8');
	const ranks = (minViralScore: number | null, limit: number | null) =>
		clipOutput(project, { minViralScore, limit }, 'clips').map(({ rank }) => rank);

	it('come out all, also those without a score, when nothing is asked for', () =>
		expect(ranks(null, null)).toEqual([1, 2, 3, 4, 5]));

	it('come out from a score on, and then those without one do not', () => {
		expect(ranks(0, null)).toEqual([1, 2, 3, 4]);
		expect(ranks(9, null)).toEqual([1, 2]);
	});

	it('come out up to a limit, the best ones', () => {
		expect(ranks(null, 2)).toEqual([1, 2]);
		expect(ranks(8, 2)).toEqual([1, 2]);
		expect(ranks(null, 99)).toHaveLength(5);
	});

	it('come out within their project, whose count is theirs', () => {
		const [only, ...others] = clipOutput(project, { minViralScore: 9, limit: null }, 'project');
		expect(others).toEqual([]);
		expect(only).toMatchObject({ projectId: '7', clipCount: 2, clips: [{ rank: 1 }, { rank: 2 }] });
	});

	it.each([
		[projectWith('3', '4.5'), 'has 2 clips, but none passes the filters: the best viral score is 4.5.'],
		[projectWith(null), 'has 1 clip, but it does not pass the filters.'],
		[projectWith(), "is ready, but has no clips. With 'Keywords', none is returned when nothing matches."],
	])('do not come out for a reason: %#', (empty, reason) => {
		expect(whyNoClips(empty)).toBe(`Project 7 ${reason}`);
	});
});
