import { ODD_VALUES } from '../given/oddValues';
import { MINIMUM, problemsOf, send } from '../given/wire';
import { like } from '../given/matchers';

const REMOTE = { videoUrl: 'https://h.example/talk', videoType: 1, ext: 'mov' };
const SWITCHES = [
	'removeSilenceSwitch',
	'subtitleSwitch',
	'emojiSwitch',
	'highlightSwitch',
	'autoBrollSwitch',
	'headlineSwitch',
];
const ON: Array<[unknown, unknown]> = [true, 1, 'true', '1'].map((value) => [value, 1]);
const OFF: Array<[unknown, unknown]> = [false, 0, 'false', '0'].map((value) => [value, 0]);
const same = (values: readonly unknown[]): Array<[unknown, unknown]> => values.map((value) => [value, value]);

/** The request table of the interface: what each field takes and what then goes out. */
const TAKEN: ReadonlyArray<readonly [string, ReadonlyArray<readonly [unknown, unknown]>]> = [
	['videoType', [...same([2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]), ['2', 2], [' 14 ', 14]]],
	[
		'preferLength',
		[
			...same([[0], [1], [2], [3], [4], [2, 3], [1, 2, 3, 4]]),
			['2', [2]],
			[3, [3]],
			[
				['1', 4],
				[1, 4],
			],
			[[2, 2], [2]],
		],
	],
	[
		'lang',
		[
			...same(['auto', 'en', 'es', 'pt', 'fr', 'de', 'ru', 'ja', 'pt-BR', 'fil', 'zh-Hant-TW']),
			['EN', 'en'],
			[' de ', 'de'],
		],
	],
	['ratioOfClip', [...same([2, 3, 4]), ['4', 4]]],
	['templateId', [...same([184203]), ['184203', 184203]]],
	['maxClipNumber', [...same([1, 50, 100]), ['100', 100], [' 7 ', 7]]],
	['projectName', [...same(['Harbour', 'ein "Name" 🎬\nzwei']), [7, '7']]],
	['clipModel', same(['clip_v1', 'clip_v2'])],
	...SWITCHES.map((name) => [name, [...ON, ...OFF]] as const),
];

describe.each(TAKEN)('%s', (name, values) => {
	test.each(values)('takes %j and sends %j', (value, sent) => {
		expect(send({ [name]: value })).toEqual({ ...MINIMUM, [name]: sent });
	});
});

describe.each([
	...[
		'videoType',
		'ratioOfClip',
		'templateId',
		'maxClipNumber',
		'keywords',
		'projectName',
		'clipModel',
		'ext',
	],
	...SWITCHES,
])('%s', (name) => {
	test.each([undefined, null, '', '  '])('is not sent when it is %j', (value) => {
		expect(send({ [name]: value })).toEqual(MINIMUM);
	});
});

describe('ext', () => {
	test.each([...same(['mp4', '3gp', 'avi', 'mov']), ['MP4', 'mp4'], ['.mov', 'mov'], [' avi ', 'avi']])(
		'takes %j for a remote file and sends %j',
		(ext, sent) => expect(send({ ...REMOTE, ext })).toEqual({ ...MINIMUM, ...REMOTE, ext: sent }),
	);

	it('is not sent for any other kind, which does not need it', () => {
		expect(send({ ext: 'mp4' })).toEqual(MINIMUM);
	});
});

describe('keywords', () => {
	test.each([['every answer about pricing'], ['日本語 🎬'], ['a\nb']])(
		'go out under both spellings: %j',
		(text) => expect(send({ keywords: text })).toEqual({ ...MINIMUM, keywords: text, keyword: text }),
	);
});

describe('videoUrl', () => {
	test.each([
		[' https://youtu.be/abc\n', 'https://youtu.be/abc'],
		['https://youtu.be/a b', 'https://youtu.be/a%20b'],
		['https://youtu.be/abc?t=1&x=%2F', 'https://youtu.be/abc?t=1&x=%2F'],
	])('takes %j and sends %j', (value, sent) =>
		expect(send({ videoUrl: value })).toEqual({ ...MINIMUM, videoUrl: sent }),
	);
});

/** Values of every JSON type that break the field's own rule. */
const REFUSED: ReadonlyArray<readonly [string, RegExp, readonly unknown[]]> = [
	[
		'videoUrl',
		/^must be a link that starts with http/,
		[
			undefined,
			null,
			'',
			5,
			true,
			[],
			['https://youtu.be/a'],
			'youtu.be/a',
			'ftp://h.example/a.mp4',
			'https:///a.mp4',
		],
	],
	[
		'videoType',
		/^must be one of 1 \(Remote Video File\), 2 \(YouTube\)/,
		[8, '8', 0, 15, -1, 2.5, '2.0', 'YouTube', 'Auto', true, [], [2]],
	],
	['ext', /^must be one of 3gp, avi, mov, mp4/, ['mkv', 'mp', 'mp4x', 4, true, [], ['mp4']]],
	[
		'preferLength',
		/^must (hold|be)/,
		[[], null, undefined, '', 5, -1, [5], [1.5], [true], [null], [[1]], [1, 'x'], '1,2', 'auto'],
	],
	[
		'lang',
		/^must be auto or a language code/,
		[undefined, null, '', 'english', 'e', 'AUTO', 'de_DE', 'de ', 5, true, []].filter(
			(value) => value !== 'de ',
		),
	],
	['ratioOfClip', /^must be one of 1 \(9:16 Vertical\)/, [0, 5, -1, 1.5, '9:16', true, false, [], [2]]],
	[
		'templateId',
		/^must be a whole number from 1 to 9007199254740991/,
		[0, -1, 1.5, 'abc', '1.5', 2 ** 53, true, []],
	],
	[
		'maxClipNumber',
		/^must be a whole number from 1 to 100/,
		[0, 101, -1, 1.5, '0', '101', '1.5', 'all', true, false, []],
	],
	['keywords', /^must be text/, [true, false, [], ['a']]],
	['projectName', /^must be text/, [true, false, [], ['a']]],
	['clipModel', /^must be one of clip_v1, clip_v2/, ['clip_v3', 'CLIP_V1', 1, true, []]],
	...SWITCHES.map((name) => [name, /^must be true or false/, [2, -1, 0.5, 'yes', 'on', [], [1]]] as const),
];

describe.each(REFUSED)('%s', (name, rule, values) => {
	test.each(values.map((value) => [value]))('refuses %j, naming field and rule', (value) => {
		const problems = problemsOf({ [name]: value });
		expect(problems).not.toBeNull();
		for (const problem of problems ?? []) {
			expect(problem).toEqual({ field: name, rule: like(rule) });
			expect(problem.rule).toMatch(/, but is .|: choose/);
		}
	});

	test.each(ODD_VALUES)('refuses %s without a crash', (_what, value) => {
		const fields = (problemsOf({ [name]: value }) ?? []).map(({ field }) => field);
		expect(new Set(fields)).toEqual(new Set([name]));
	});
});
