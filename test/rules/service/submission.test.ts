import { SUBMISSION_FIELDS } from '../../../nodes/Clip/create/create.operation';
import { holding, like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';
import { readSubmission } from '../given/parameters';

/** The parameters as the panel gives them when only a link was entered. */
const UNTOUCHED = {
	...{ videoUrl: 'https://youtu.be/abc', videoType: 'auto', ext: 'auto' },
	...{ preferLength: [0], lang: 'auto', ratioOfClip: 1 },
};

/** What then goes out. */
const MINIMUM = { videoUrl: 'https://youtu.be/abc', videoType: 2, preferLength: [0], lang: 'auto' };

/** What goes over the wire, as the service would read it; the problems where nothing does. */
const send = (changes: object, beside: object = {}): unknown => {
	const read = readSubmission({ ...UNTOUCHED, ...changes, ...beside });
	return read.ok ? JSON.parse(JSON.stringify(read.value)) : read.problems;
};

const custom = (customFields: unknown) => send({}, { customFields });

const SWITCHES = SUBMISSION_FIELDS.filter((name) => name.endsWith('Switch'));

/** What a user or an expression may give for a field, and what is then sent. */
const TAKEN: Array<[field: string, given: unknown[], sent: unknown]> = [
	['videoUrl', [' https://youtu.be/a\n', '\u200bhttps://youtu.be/a\u2060'], 'https://youtu.be/a'],
	['videoType', [4, ' 4 '], 4],
	['preferLength', [2, '2', [2], [2, '2']], [2]],
	['preferLength', [[4, '1', 2]], [1, 2, 4]],
	[
		'preferLength',
		['[1,2]', '[ 1 , 2 ]', '["1","2"]', "['2', '1']", '1,2', '1, 2', '1;2', '1 2', '1|2'],
		[1, 2],
	],
	['preferLength', ['[0]', '[ "0" ]', ' 0\u200b', '0,0', ['[0]']], [0]],
	['lang', ['auto', 'Auto'], 'auto'],
	['lang', ['de', ' DE '], 'de'],
	['lang', ['pt-BR', 'PT-BR'], 'pt-BR'],
	['lang', ['zh-Hans-CN', 'ZH-Hans-CN'], 'zh-Hans-CN'],
	['ratioOfClip', [2, ' 2 '], 2],
	['templateId', [1, ' 1 '], 1],
	['templateId', [2 ** 53 - 1], 2 ** 53 - 1],
	['maxClipNumber', [1, '1'], 1],
	['maxClipNumber', [100], 100],
	['projectName', [7, '7'], '7'],
	['clipModel', ['clip_v2', ' clip_v2 '], 'clip_v2'],
	...SWITCHES.map((name): (typeof TAKEN)[number] => [name, [true, 1, 'TRUE', ' 1 '], 1]),
	...SWITCHES.map((name): (typeof TAKEN)[number] => [name, [false, 0, 'FALSE', '0'], 0]),
];

/** What breaks a field's own rule, beside {@link ODD_VALUES}. */
const REFUSED: Array<[field: string, rule: RegExp, values: unknown[]]> = [
	[
		'videoUrl',
		/^must be a link that starts with http/,
		[5, 'youtu.be/a', 'https:///a', ['https://youtu.be/a']],
	],
	[
		'videoType',
		/^must be one of the numbers of its list\nIt is .+\nThe list: 1 \(Remote Video File\), 2 \(YouTube\)/,
		[8, 0, 15, '2.0', 'Auto', true],
	],
	['ext', /^must be 3gp, avi, mov or mp4\nIt is /, ['mkv', 'mp4x', 'mp.4', 4, true, ['mp4']]],
	[
		'preferLength',
		/^must (hold|be)/,
		[[], null, '', '[]', 5, '12', [5], [1.5], [true], [1, 'x'], [1, null], [''], '1,5', '1-2', 'auto'],
	],
	['lang', /^must be auto or a language code/, ['', 'english', 'e', 'de_DE', 5, []]],
	[
		'ratioOfClip',
		/^must be one of the numbers of its list\nIt is .+\nThe list: 1 \(9:16 Vertical\)/,
		[0, 5, 1.5, '9:16', true, [2]],
	],
	['templateId', /^must be a whole number from 1 to 9007199254740991/, [0, -1, 'abc', '1.5', 2 ** 53, true]],
	['maxClipNumber', /^must be a whole number from 1 to 100/, [0, 101, -1, 1.5, '0', 'all', true]],
	['keywords', /^must be text/, [true, ['a']]],
	['projectName', /^must be text/, [true, ['a']]],
	['clipModel', /^must be one of clip_v1, clip_v2/, ['clip_v3', 'CLIP_V1', 1, true]],
	...SWITCHES.map((name): (typeof REFUSED)[number] => [name, /^must be true or false/, [2, -1, 'yes', [1]]]),
];

describe('a field of a submission', () => {
	it('that cannot be read in one of its parts is shown whole, once', () => {
		const rule = like(/\nIt is "Under 30 Seconds"\.\n.+ In an expression: \{\{ \[1, 2\] \}\}\.$/);
		expect(send({ preferLength: 'Under 30 Seconds' })).toEqual([{ field: 'preferLength', rule }]);
	});

	it('that takes text says how a list becomes one', () => {
		const rule = 'must be text (a list: {{ list.join(\', \') }})\nIt is ["a","b"].';
		expect(send({ keywords: ['a', 'b'] })).toEqual([{ field: 'keywords', rule }]);
	});

	it.each(['about {{ $json.topic }}', '{{ $json.topic }}'])(
		'that decides which clips are paid for is no expression that n8n has not evaluated: %s',
		(keywords) => {
			const rule = holding('holds an expression that n8n has not evaluated');
			expect(send({ keywords })).toEqual([{ field: 'keywords', rule }]);
		},
	);

	it.each([
		'null',
		'the part on [object Object]',
		'what {{ means',
		'what }} means',
		'}} before {{',
		'None of the jokes',
		'f(x) = {{x}',
	])('that names what clips are about may hold such words: %s', (keywords) =>
		expect(send({ keywords })).toEqual({ ...MINIMUM, keywords, keyword: keywords }),
	);

	it.each(TAKEN)('%s takes what is meant by %j, and is sent as %j', (name, given, sent) => {
		for (const value of given) expect(send({ [name]: value })).toEqual({ ...MINIMUM, [name]: sent });
	});

	it.each(REFUSED)('%s refuses what breaks its rule, naming field and rule: %s', (name, rule, values) => {
		for (const value of [...values, ...ODD_VALUES]) {
			const problem = { field: name, rule: like(rule) };
			expect([value, send({ [name]: value })]).toEqual([value, expect.arrayContaining([problem])]);
		}
	});

	it.each(REFUSED)('%s names the rule that it breaks in a line of a title: %s', (name, _rule, [value]) => {
		const problems = readSubmission({ ...UNTOUCHED, [name]: value });
		for (const { rule } of problems.ok ? [] : problems.problems) {
			const [line = ''] = rule.split('\n');
			expect(line.length).toBeLessThanOrEqual(90 - "'Max Clip Number' ".length);
		}
	});

	it('that is required is missing where it holds nothing that anybody sees', () => {
		for (const videoUrl of [undefined, null, '', ' \n', '\u200b\ufeff']) {
			expect(send({ videoUrl })).toEqual([{ field: 'videoUrl', rule: 'is missing' }]);
		}
	});

	it('is not sent when it is not set, and the four required ones always', () => {
		const optional = SUBMISSION_FIELDS.filter((name) => !['videoUrl', 'preferLength', 'lang'].includes(name));
		for (const name of optional) {
			for (const value of [undefined, null, '', ' \n', '\u200b'])
				expect(send({ [name]: value })).toEqual(MINIMUM);
		}
		expect(send({})).toEqual(MINIMUM);
	});

	it.each<[string, given: object, sent: object]>([
		['that is none is not sent', { hack: 1, keyword: 'x' }, {}],
		[
			'keywords is sent in both spellings, as it came',
			{ keywords: ' a\u200d\n\u200b' },
			{ keywords: ' a\u200d\n\u200b', keyword: ' a\u200d\n\u200b' },
		],
		['ext is not sent for any other kind, which does not need it', { ext: 'mp4' }, {}],
	])('%s', (_what, given, sent) => expect(send(given)).toEqual({ ...MINIMUM, ...sent }));
});

describe('a submission', () => {
	it('names every wrong field at once, without the query of a link, which may be a signature', () => {
		const videoUrl = 'h.example/a.mp4?Signature=SECRET';
		const problems = send({ videoUrl, preferLength: [9], maxClipNumber: 0, clipModel: 'x' });
		const fields = ['videoUrl', 'preferLength', 'clipModel', 'maxClipNumber'];
		expect(problems).toMatchObject(fields.map((field) => ({ field })));
		expect(JSON.stringify(problems)).not.toContain('SECRET');
	});

	it.each([[[0, 1]], [['2', '0']], [[0, 0, 4]], ['[0,1]'], ['2, 0']])(
		'does not combine 0 with other lengths: %j',
		(preferLength) => {
			const problem = { field: 'preferLength', rule: holding('cannot combine 0') };
			expect(send({ preferLength })).toEqual([problem]);
		},
	);

	it.each([
		['https://h.example/a.MOV?x=1', {}, { videoType: 1, ext: 'mov' }],
		['https://h.example/a', { ext: '.AVI' }, { videoType: 1, ext: 'avi' }],
		['https://h.example/a.mp4', { ext: 'mov' }, { videoType: 1, ext: 'mov' }],
		['https://vimeo.com/1', { videoType: 9 }, { videoType: 9 }],
		['https://vimeo.com/a.mp4', { videoType: 1 }, { videoType: 1, ext: 'mp4' }],
		['https://www.dropbox.com/s/1/a.mp4?dl=0', {}, { videoType: 13 }],
	])('of %s with %j is of the kind %j', (videoUrl, chosen, sent) => {
		expect(send({ videoUrl, ...chosen })).toEqual({ ...MINIMUM, videoUrl, ...sent });
	});

	it.each([
		['https://h.example/watch', {}, 'videoUrl', "choose 'File Extension'"],
		['https://h.example/a.mkv', { videoType: 1 }, 'ext', 'must be chosen'],
	])('is refused where the link does not tell its kind: %s with %j', (videoUrl, chosen, field, rule) => {
		expect(send({ videoUrl, ...chosen })).toEqual([{ field, rule: holding(rule) }]);
	});

	it.each([
		['other', 'ja', 'ja'],
		['other', ' PT-br ', 'pt-br'],
		['other\u200b', '\u200eja', 'ja'],
		['other', 'auto', 'auto'],
		['de', 'nonsense!', 'de'],
	])('in the language %s with the code %j is sent as %s', (lang, langCode, sent) => {
		expect(send({ lang }, { langCode })).toEqual({ ...MINIMUM, lang: sent });
	});

	it('in another language is refused when its code is none', () => {
		expect(send({ lang: 'other' })).toEqual([
			{ field: 'langCode', rule: "must be given when 'Language' is 'Other', e.g. ja" },
		]);
		for (const langCode of [...ODD_VALUES, undefined, ' ', 'japanese', 'other', 5, true]) {
			const problem = { field: 'langCode', rule: like(/^must be /) };
			expect(send({ lang: 'other' }, { langCode })).toEqual([problem]);
		}
	});
});

describe('custom fields', () => {
	it('pass as they came when the interface does not name them, IDs with all digits', () => {
		for (const nothing of [undefined, null, '', ' ', '{}', {}]) expect(custom(nothing)).toEqual(MINIMUM);
		const fields = { mood: { calm: [1, null, 'x'] }, constructor: 'c', langCode: 'x', nothing: null };
		expect(custom(fields)).toEqual({ ...MINIMUM, ...fields });
		expect(custom(`\ufeff${JSON.stringify(fields)}`)).toEqual({ ...MINIMUM, ...fields });
		expect(custom('{"id":12345678901234567890}')).toMatchObject({ id: '12345678901234567890' });
	});

	it.each([['[]'], ['null'], ['5'], ['{'], ["{'a':1}"], ['{"a":1}{"b":2}'], [[{}]], [0], [true]])(
		'must be a JSON object, which %j is not',
		(value) => {
			const problem = { field: 'customFields', rule: like(/^must be a JSON object, such as /) };
			expect(custom(value)).toEqual([problem]);
		},
	);

	it('are sent as JSON has them, and refused where JSON cannot express them', () => {
		const problem = { field: 'customFields', rule: like(/^must be a JSON object, such as /) };
		for (const value of ODD_VALUES) {
			for (const fields of [{ newField: value }, { deep: [value] }]) {
				let sent: unknown = [problem];
				try {
					sent = { ...MINIMUM, ...JSON.parse(JSON.stringify(fields)) };
				} catch {
					// What JSON says of it is not ours to repeat.
				}
				expect(custom(fields)).toEqual(sent);
			}
		}
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
