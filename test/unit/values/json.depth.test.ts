import { readAnswer } from '../../../nodes/Clip/interface/answer';
import { isTooDeep } from '../../../nodes/Clip/values/json';
import { projectOf } from '../given/answers';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a field of the service', () => {
	it.each([0, 1, 50, 100])('may be nested %i levels deep', (levels) => {
		expect(isTooDeep(levels === 0 ? 'text' : JSON.parse(nested(levels)))).toBe(false);
	});

	it.each([102, 5_000, 200_000])('is not handed on when it is nested %i levels deep', (levels) => {
		const text = `{"code":2000,"extra":${nested(levels)},"videos":[{"videoId":1,"deep":${nested(levels)}}]}`;
		const project = projectOf(readAnswer('query', 200, text, '7'));
		expect(project.extra).toBe('(nested too deeply to be handed on)');
		expect(project.clips?.[0]?.deep).toBe('(nested too deeply to be handed on)');
		expect(project.clips?.[0]?.videoId).toBe('1');
	});
});
