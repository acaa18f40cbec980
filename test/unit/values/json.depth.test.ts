import fc from 'fast-check';
import { readAnswer } from '../../../nodes/Clip/interface/answer';
import { isJsonObject, LONGEST_TEXT, parseJson, sizeOfJson, toJson } from '../../../nodes/Clip/values/json';
import { projectOf } from '../given/answers';
import { holding } from '../given/matchers';
import { expectLinear, MANY } from '../given/linear';
import { anyJson } from '../given/texts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const REMARK = '(nested too deeply to be handed on)';

/** How deep a value is nested, counted without recursion. */
function depthOf(value: unknown): number {
	let level: unknown[] = [value];
	for (let depth = 0; ; depth += 1) {
		level = level.filter((entry) => typeof entry === 'object' && entry !== null);
		if (level.length === 0) return depth;
		level = level.flatMap((entry): unknown[] =>
			typeof entry === 'object' ? Object.values(entry ?? {}) : [],
		);
	}
}

describe('How deep a text of JSON is nested', () => {
	it.each([0, 1, 50, 100])('is none of our business at %i levels', (levels) => {
		const text = levels === 0 ? '"text"' : nested(levels);
		expect(sizeOfJson(text)).toBe('fits');
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	it.each([101, 3_000, 20_000, 100_000])('is bounded: %i levels are cut', (levels) => {
		expect(sizeOfJson(nested(levels))).toBe('tooDeep');
		expect(depthOf(parseJson(nested(levels)))).toBe(100);
		expect(toJson(parseJson(nested(levels)))).toContain(REMARK);
	});

	it.each(['[[[', `"${'['.repeat(500)}"`, `"\\"${'{'.repeat(500)}"`, `["\\\\",${nested(3)}]`])(
		'counts what stands between the strings only: %s',
		(text) => expect(sizeOfJson(text)).toBe('fits'),
	);

	it('leaves beside what is too deep all that is not', () => {
		const text = `{"a":1,"b":${nested(5_000)},"c":{"d":[2]},"__proto__":{"polluted":1}}`;
		const value = parseJson(text);
		expect(value).toMatchObject({ a: 1, c: { d: [2] } });
		expect(isJsonObject(value) && Object.getOwnPropertyNames(value)).toEqual(['a', 'b', 'c']);
	});

	it('is the same for keys and values of any kind', () => {
		fc.assert(
			fc.property(anyJson(), fc.integer({ min: 1, max: 300 }), (text, levels) => {
				const deep = `${'['.repeat(levels)}${text}${']'.repeat(levels)}`;
				expect(depthOf(parseJson(deep))).toBe(Math.min(levels + depthOf(parseJson(text)), 100));
			}),
		);
	});
});

describe('No field of an answer', () => {
	const fields = [
		...['videoId', 'title', 'viralScore', 'viralReason', 'relatedTopic', 'relatedTopics', 'transcript'],
		...['videoMsDuration', 'durationSeconds', 'videoUrl', 'clipEditorUrl', 'projectId', 'projectName', 'new'],
	];

	it.each(fields)('of a clip is handed on when it is nested too deeply: %s', (name) => {
		for (const levels of [150, 3_000, 100_000]) {
			const clip = `{"videoId":1,"title":"t","${name}":${nested(levels)}}`;
			const project = projectOf(readAnswer('query', 200, `{"code":2000,"videos":[${clip}]}`, '7'));
			expect(depthOf(project)).toBeLessThanOrEqual(101);
			expect(project.clipCount).toBe(1);
		}
	});

	it.each(['projectName', 'shareLink', 'new', 'status', 'clips', 'errMsg'])(
		'of a project is handed on when it is nested too deeply: %s',
		(name) => {
			const text = `{"code":2000,"${name}":${nested(3_000)},"videos":[{"videoId":1}]}`;
			expect(depthOf(projectOf(readAnswer('query', 200, text, '7')))).toBeLessThanOrEqual(101);
		},
	);
});

describe('What a text of JSON may hold', () => {
	const list = (entry: string, count: number) => `[${Array.from({ length: count }, () => entry).join(',')}]`;

	it('is 10,000 clips of thirteen fields', () => {
		const fields = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`field${index}`, index]));
		expect(sizeOfJson(`{"code":2000,"videos":${list(JSON.stringify(fields), 10_000)}}`)).toBe('fits');
	});

	it.each(['{}', '[]', '""', '0', 'null', '{"a":{}}', '"a\\"b"'])(
		'is bounded, whatever stands in it: %s',
		(entry) => {
			const text = list(entry, 150_001);
			expect(sizeOfJson(text)).toBe('tooMuch');
			expect(parseJson(text)).toBeUndefined();
		},
	);

	it('is bounded in letters, too', () => {
		expect(sizeOfJson(`"${'a'.repeat(LONGEST_TEXT)}"`)).toBe('tooMuch');
	});

	it('is said of an answer that holds too much', () => {
		const answer = readAnswer('query', 200, `{"code":2000,"videos":${list('{}', 300_000)}}`, '7');
		expect(answer).toMatchObject({
			outcome: 'temporary',
			serviceMessage: 'the answer holds more than any project can',
			projectId: '7',
			excerpt: holding('{"code":2000'),
		});
	});

	it.each([
		['backslashes', `"${'\\'.repeat(MANY)}"`],
		['quotes', '"'.repeat(MANY)],
		['escaped quotes', `"${'\\"'.repeat(MANY / 2)}`],
		['objects that are open', '{'.repeat(MANY / 2)],
	])('is told in linear time: %s', (_what, text) => {
		expectLinear(() => sizeOfJson(text));
	});
});
