import type { Problem } from '../../../nodes/Clip/lib/checked';
import { buildSubmission, SUBMISSION_FIELDS } from '../../../nodes/Clip/service/rules/submission';
import { holding, like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';

type Given = Parameters<typeof buildSubmission>[0];

/** The parameters as the panel gives them when only a link was entered. */
const UNTOUCHED = {
	...{ videoUrl: 'https://youtu.be/abc', videoType: 'auto', ext: 'auto' },
	...{ preferLength: [0], lang: 'auto', ratioOfClip: 1 },
};

/** What then goes out. */
const MINIMUM = { videoUrl: 'https://youtu.be/abc', videoType: 2, preferLength: [0], lang: 'auto' };

const build = (changes: object, beside: Omit<Given, 'fields'> = {}) => {
	const fields: Given['fields'] = { ...UNTOUCHED };
	return buildSubmission({ fields: Object.assign(fields, changes), ...beside });
};

/** What goes over the wire, as the service would read it; the problems where nothing does. */
const send = (changes: object, beside: Omit<Given, 'fields'> = {}): unknown => {
	const checked = build(changes, beside);
	return checked.ok ? JSON.parse(JSON.stringify(checked.value)) : checked.problems;
};

const problemsOf = (changes: object): Problem[] => {
	const checked = build(changes);
	return checked.ok ? [] : checked.problems;
};

const custom = (customFields: unknown) => send({}, { customFields });

const SWITCHES = SUBMISSION_FIELDS.filter((name) => name.endsWith('Switch'));
const switches = [true, 1, 'true', '1', false, 0, 'false', '0'];

/** The request table of the interface: what each field takes, and what then goes out where that is something else. */
const TAKEN: Array<[field: string, values: unknown[], sent?: unknown[]]> = [
	['videoUrl', [' https://youtu.be/a b\n'], ['https://youtu.be/a%20b']],
	['videoUrl', ['https://youtu.be/a?t=1&x=%2F']],
	['videoType', [2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]],
	['videoType', ['2', ' 14 '], [2, 14]],
	['preferLength', [[0], [1], [2], [3], [4], [2, 3], [1, 2, 3, 4]]],
	['preferLength', ['2', 3, ['1', 4], [2, 2]], [[2], [3], [1, 4], [2]]],
	['lang', ['auto', 'en', 'es', 'pt', 'fr', 'de', 'ru', 'ja', 'zh-Hant-TW']],
	['lang', [' DE '], ['de']],
	['ratioOfClip', [2, 3, 4, '4'], [2, 3, 4, 4]],
	['templateId', [184203, '184203'], [184203, 184203]],
	['maxClipNumber', [1, 50, 100, '100', ' 7 '], [1, 50, 100, 100, 7]],
	['projectName', ['Harbour', 'ein "Name" 🎬\nzwei', 7], ['Harbour', 'ein "Name" 🎬\nzwei', '7']],
	['clipModel', ['clip_v1', 'clip_v2']],
	...SWITCHES.map((name): (typeof TAKEN)[number] => [name, switches, [1, 1, 1, 1, 0, 0, 0, 0]]),
];

/** What breaks a field's own rule, beside {@link ODD_VALUES}. */
const REFUSED: Array<[field: string, rule: RegExp, values: unknown[]]> = [
	[
		'videoUrl',
		/^must be a link that starts with http/,
		[undefined, null, '', 5, true, [], 'youtu.be/a', 'https:///a'],
	],
	[
		'videoType',
		/^must be one of 1 \(Remote Video File\), 2 \(YouTube\)/,
		[8, '8', 0, 15, -1, '2.0', 'Auto', true],
	],
	['ext', /^must be one of 3gp, avi, mov, mp4/, ['mkv', 'mp', 'mp4x', 4, true, ['mp4']]],
	['preferLength', /^must (hold|be)/, [[], null, '', 5, -1, [5], [1.5], [true], [1, 'x'], '1,2', 'auto']],
	['lang', /^must be auto or a language code/, [undefined, '', 'english', 'e', 'AUTO', 'de_DE', 5, true, []]],
	['ratioOfClip', /^must be one of 1 \(9:16 Vertical\)/, [0, 5, -1, 1.5, '9:16', true, [2]]],
	['templateId', /^must be a whole number from 1 to 9007199254740991/, [0, -1, 'abc', '1.5', 2 ** 53, true]],
	['maxClipNumber', /^must be a whole number from 1 to 100/, [0, 101, -1, 1.5, '0', '101', 'all', true]],
	['keywords', /^must be text/, [true, ['a']]],
	['projectName', /^must be text/, [true, ['a']]],
	['clipModel', /^must be one of clip_v1, clip_v2/, ['clip_v3', 'CLIP_V1', 1, true]],
	...SWITCHES.map((name): (typeof REFUSED)[number] => [
		name,
		/^must be true or false/,
		[2, -1, 'yes', 'on', [1]],
	]),
];

describe('a field of a submission', () => {
	it.each(TAKEN)('%s takes what it may hold: %j', (name, values, sent = values) => {
		const bodies = sent.map((value) => ({ ...MINIMUM, [name]: value }));
		expect(values.map((value) => send({ [name]: value }))).toEqual(bodies);
	});

	it.each(REFUSED)('%s refuses everything else, naming field and rule: %s', (name, rule, values) => {
		for (const value of [...values, ...ODD_VALUES]) {
			const problems = problemsOf({ [name]: value });
			expect(problems).not.toEqual([]);
			for (const problem of problems) expect(problem).toEqual({ field: name, rule: like(rule) });
			expect(problems[0]?.rule).toMatch(/, but is .|: choose/);
		}
	});

	it.each(SUBMISSION_FIELDS.filter((name) => !['videoUrl', 'preferLength', 'lang'].includes(name)))(
		'%s is not sent when it is not set',
		(name) => {
			for (const value of [undefined, null, '', '  ']) expect(send({ [name]: value })).toEqual(MINIMUM);
		},
	);

	it('ext is not sent for any other kind, which does not need it', () => {
		expect(send({ ext: 'mp4' })).toEqual(MINIMUM);
	});

	it('keywords go out under both spellings', () => {
		expect(send({ keywords: 'a\nb' })).toEqual({ ...MINIMUM, keywords: 'a\nb', keyword: 'a\nb' });
	});
});

describe('a submission', () => {
	it('holds the four required fields alone when only a link was entered, or other parameters are not there', () => {
		expect(send({ hack: 1, keyword: 'x' })).toEqual(MINIMUM);
		expect(buildSubmission({ fields: { videoUrl: MINIMUM.videoUrl } })).toEqual({ ok: true, value: MINIMUM });
	});

	it('names every wrong field at once', () => {
		const problems = problemsOf({ videoUrl: 'x', preferLength: [9], maxClipNumber: 0, clipModel: 'x' });
		const fields = ['videoUrl', 'preferLength', 'maxClipNumber', 'clipModel'];
		expect(problems.map(({ field }) => field)).toEqual(fields);
	});

	it.each([[[0, 1]], [[1, 0]], [[0, 0, 4]], [['0', '2']]])(
		'does not combine 0 with other lengths: %j',
		(preferLength) => {
			const problem = { field: 'preferLength', rule: holding('cannot combine 0') };
			expect(problemsOf({ preferLength })).toEqual([problem]);
		},
	);

	it('does not show the query string of a refused link, which may be a signature', () => {
		const problems = problemsOf({ videoUrl: 'h.example/a.mp4?Signature=SECRET' });
		expect(JSON.stringify(problems)).not.toContain('SECRET');
	});
});

describe('the source of a submission', () => {
	it.each([
		['https://h.example/a.MOV?x=1', {}, { videoType: 1, ext: 'mov' }],
		['https://h.example/a', { ext: '.AVI' }, { videoType: 1, ext: 'avi' }],
		['https://h.example/a.mp4', { ext: 'mov' }, { videoType: 1, ext: 'mov' }],
		['https://vimeo.com/1', { videoType: 9 }, { videoType: 9 }],
		['https://vimeo.com/a.mp4', { videoType: 1 }, { videoType: 1, ext: 'mp4' }],
		['https://www.dropbox.com/s/1/a.mp4?dl=0', {}, { videoType: 13 }],
	])('of %s with %j is %j', (videoUrl, chosen, sent) => {
		expect(send({ videoUrl, ...chosen })).toEqual({ ...MINIMUM, videoUrl, ...sent });
	});

	it.each([
		['https://h.example/watch', {}, 'videoType', "Choose it in 'Additional Fields' > 'Video Type'"],
		['https://h.example/a.mkv', { videoType: 1 }, 'ext', 'must be chosen'],
	])('must be chosen where the link does not tell it: %s with %j', (videoUrl, chosen, field, rule) => {
		expect(problemsOf({ videoUrl, ...chosen })).toEqual([{ field, rule: holding(rule) }]);
	});
});

describe('another language', () => {
	it.each([
		['ja', 'ja'],
		[' PT-br ', 'pt-br'],
		['auto', 'auto'],
	])('is sent by its code: %j', (langCode, lang) => {
		expect(send({ lang: 'other' }, { langCode })).toEqual({ ...MINIMUM, lang });
		expect(send({ lang: 'de' }, { langCode: 'nonsense!' })).toEqual({ ...MINIMUM, lang: 'de' });
	});

	it('is refused when its code is none', () => {
		for (const langCode of [...ODD_VALUES, undefined, ' ', 'japanese', 'other', 5, true]) {
			const problem = { field: 'langCode', rule: like(/^must be /) };
			expect(send({ lang: 'other' }, { langCode })).toEqual([problem]);
		}
	});
});

describe('custom fields', () => {
	it.each([undefined, null, '', ' ', '{}', {}, ' { } '])('add nothing when they are %j', (value) => {
		expect(custom(value)).toEqual(MINIMUM);
	});

	it('must be a JSON object', () => {
		for (const value of [
			'[]',
			'null',
			'5',
			'{',
			"{'a':1}",
			'abc',
			'{"a":1}{"b":2}',
			[],
			[{}],
			5,
			0,
			true,
			false,
		]) {
			const problem = { field: 'customFields', rule: like(/^must be a JSON object, but is ./) };
			expect([value, custom(value)]).toEqual([value, [problem]]);
		}
	});

	it('do not crash, whatever they hold', () => {
		for (const value of ODD_VALUES) {
			expect(() => [custom(value), custom({ newField: value, deep: [value] })]).not.toThrow();
		}
	});

	it('pass as they came when the interface does not name them, IDs with all digits', () => {
		const fields = {
			mood: { calm: [1, null, 'x'] },
			constructor: 'c',
			toString: 1,
			langCode: 'x',
			nothing: null,
		};
		expect(custom(fields)).toEqual({ ...MINIMUM, ...fields });
		expect(custom(JSON.stringify(fields))).toEqual({ ...MINIMUM, ...fields });
		expect(custom('{"id":12345678901234567890}')).toMatchObject({ id: '12345678901234567890' });
	});

	it('are refused when they name what has a parameter of its own, whatever its spelling', () => {
		const rule = "must be set in its own field, not in 'Custom Fields (JSON)'";
		for (const field of SUBMISSION_FIELDS) {
			expect(custom({ newField: 1, [field]: null })).toEqual([{ field, rule }]);
		}
		const both = ['keywords', 'ext'].map((field) => ({ field, rule }));
		expect(custom('{"keyword":"tide","ext":"mov","keywords":"tide"}')).toEqual(both);
	});
});
