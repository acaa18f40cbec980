import { z } from 'zod/v3';
import { hintTexts } from '../../../nodes/Clip/problems/notices';
import { selectionParameters } from '../../../nodes/Clip/get/get.parameters';
import { jsonsOfProject, selectClips } from '../../../nodes/Clip/get/rules/selection';
import { SIMPLE_FIELDS } from '../../../nodes/Clip/get/rules/compact';
import { projectOf, read } from '../given/answers';
import { like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';
import { readBy } from '../given/parameters';

/** Filters as an expression may give them. */
const check = (filters: object) => readBy(z.object(selectionParameters), filters);

describe('The filters of Get', () => {
	it.each([
		['left out', undefined, undefined, undefined, undefined],
		['empty cells of a sheet', '', ' ', undefined, undefined],
		['texts', '8.5', '3', 8.5, 3],
		['the lowest there are', 0, 1, 0, 1],
		['the highest there are', 10, 1000, 10, 1000],
	])('may be %s', (_what, score, most, minViralScore, limit) => {
		const value = { minViralScore, limit };
		expect(check({ minViralScore: score, limit: most })).toEqual({ ok: true, value });
	});

	it.each<[string, RegExp, unknown[]]>([
		['minViralScore', /^must be a number from 0 to 10\nIt is ./, [-0.1, 10.1, 'high', true]],
		['limit', /^must be a whole number of at least 1\nIt is ./, [0, -1, 1.5, 'all', true]],
	])('refuse what is no %s, naming field and rule', (field, rule, values) => {
		for (const value of [...values, ...ODD_VALUES])
			expect(check({ [field]: value })).toEqual({ ok: false, problems: [{ field, rule: like(rule) }] });
	});
});

describe('the clips of a project', () => {
	const projectWith = (...viralScores: unknown[]) =>
		projectOf(read('query', { code: 2000, videos: viralScores.map((viralScore) => ({ viralScore })) }));
	const project = projectWith('9', '10', null, '0', '8');

	it.each([
		['all, also those without a score, when nothing is asked for', undefined, undefined, [1, 2, 3, 4, 5]],
		['from a score on, and then those without one do not', 0, undefined, [1, 2, 3, 4]],
		['from a score on', 9, undefined, [1, 2]],
		['up to a limit, the best ones', 8, 2, [1, 2]],
		['up to a limit that is not reached', undefined, 99, [1, 2, 3, 4, 5]],
	])('come out %s, or within their project, whose count is theirs', (_which, minViralScore, limit, ranks) => {
		const wanted = selectClips(project.clips ?? [], { minViralScore, limit });
		const clips = jsonsOfProject(project, wanted, { output: 'clips', simplify: false });
		expect(clips.map(({ rank }) => rank)).toEqual(ranks);
		const whole = jsonsOfProject(project, wanted, { output: 'project', simplify: true });
		expect(whole).toEqual([{ ...project, clips, clipCount: ranks.length }]);
		const simple = jsonsOfProject(project, wanted, { output: 'clips', simplify: true });
		expect(simple.map(({ rank }) => rank)).toEqual(ranks);
		for (const clip of simple) expect(Object.keys(clip)).toEqual(SIMPLE_FIELDS);
	});

	it('are none as long as the project is processing', () => {
		expect(projectOf(read('query', { code: 1000 })).clips).toBeUndefined();
	});

	it('do not come out for a reason, also where none has a score', () => {
		expect(hintTexts.whyNoClips(projectWith(null, null))).toMatch(/^[^:]* 7 [^:]*2[^:]*$/);
	});
});
