import { ODD_VALUES } from '../given/oddValues';
import { MINIMUM, problemsOf, send } from '../given/wire';
import { holding, like } from '../given/matchers';

const custom = (customFields: unknown, changes = {}) => send(changes, { customFields });

describe('custom fields', () => {
	test.each([undefined, null, '', ' ', '{}', {}, ' { } '])('add nothing when they are %j', (value) => {
		expect(custom(value)).toEqual(MINIMUM);
	});

	test.each<[unknown]>([
		['[]'],
		['null'],
		['5'],
		['"x"'],
		['{'],
		["{'a':1}"],
		['abc'],
		[[]],
		[[{}]],
		[5],
		[0],
		[true],
		[false],
		['{"a":1}{"b":2}'],
	])('must be a JSON object: %j', (value) => {
		expect(custom(value)).toEqual([
			{ field: 'customFields', rule: like(/^must be a JSON object, but is ./) },
		]);
	});

	test.each([200, 3_000, 20_000])('are refused whole when they are nested %i levels deep', (levels) => {
		const text = `{"newField":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		const refusal = [{ field: 'customFields', rule: like(/^must /) }];
		expect(custom(text)).toEqual(refusal);
		expect(custom(JSON.parse(text))).toEqual(refusal);
	});

	test.each(ODD_VALUES)('do not crash when they are %s', (_what, value) => {
		expect(() => custom(value)).not.toThrow();
	});

	test.each<[string, unknown]>(ODD_VALUES.map(([what, value]) => [what, { newField: value, deep: [value] }]))(
		'do not crash when they hold %s',
		(_what, value) => expect(() => custom(value)).not.toThrow(),
	);

	it('pass as they came when the interface does not name them', () => {
		const fields = {
			mood: { calm: [1, null, 'x'] },
			constructor: 'c',
			toString: 1,
			langCode: 'x',
			n: 1.5,
			nothing: null,
		};
		expect(custom(fields)).toEqual({ ...MINIMUM, ...fields });
		expect(custom(JSON.stringify(fields))).toEqual({ ...MINIMUM, ...fields });
	});

	it('keep the digits of ids, as text', () => {
		expect(custom('{"seriesId":12345678901234567890}')).toMatchObject({ seriesId: '12345678901234567890' });
	});

	it('set no prototype', () => {
		expect(custom('{"__proto__":{"a":1},"__pr\\u006fto__":{"b":1}}')).toEqual(MINIMUM);
	});

	test.each<[object, object]>([
		[{ maxClipNumber: '7' }, { maxClipNumber: 7 }],
		[{ emojiSwitch: true }, { emojiSwitch: 1 }],
		[{ preferLength: [2, 3] }, { preferLength: [2, 3] }],
		[{ lang: 'ja' }, { lang: 'ja' }],
		[{ ratioOfClip: 4 }, { ratioOfClip: 4 }],
		[{ videoType: 9 }, { videoType: 9 }],
		[
			{ videoType: 1, ext: 'mov' },
			{ videoType: 1, ext: 'mov' },
		],
		[{ keyword: 'tide' }, { keyword: 'tide', keywords: 'tide' }],
		[{ keywords: 'tide' }, { keyword: 'tide', keywords: 'tide' }],
		[
			{ keyword: 'tide', keywords: 'tide' },
			{ keyword: 'tide', keywords: 'tide' },
		],
		[{ videoUrl: MINIMUM.videoUrl }, {}],
		[{ clipModel: null, keyword: '', templateId: ' ' }, {}],
	])('obey the rules of the fields that the interface names: %j', (fields, sent) => {
		expect(custom(fields)).toEqual({ ...MINIMUM, ...sent });
		expect(custom(JSON.stringify(fields))).toEqual({ ...MINIMUM, ...sent });
	});

	test.each<[string, object]>([
		['maxClipNumber', { maxClipNumber: 101 }],
		['preferLength', { preferLength: [0, 1] }],
		['preferLength', { preferLength: [] }],
		['videoType', { videoType: 8 }],
		['videoType', { videoType: 'auto' }],
		['ext', { ext: 'mkv' }],
		['lang', { lang: 'other' }],
		['keywords', { keyword: {} }],
		['templateId', { templateId: '12345678901234567890' }],
		['emojiSwitch', { emojiSwitch: 2 }],
	])('that break the rule of %s are refused: %j', (field, fields) => {
		expect(custom(fields)).toEqual([{ field, rule: like(/^(must|cannot) /) }]);
	});

	test.each<[object, object]>([
		[{ maxClipNumber: 5 }, { maxClipNumber: 6 }],
		[{ emojiSwitch: false }, { emojiSwitch: 1 }],
		[{ preferLength: [2] }, { preferLength: [0] }],
		[{ lang: 'de' }, { lang: 'auto' }],
		[{ ratioOfClip: 2 }, { ratioOfClip: 1 }],
		[{ videoType: 2 }, { videoType: 4 }],
		[{ keywords: 'tide' }, { keyword: 'storm' }],
		[{ keywords: 'tide' }, { keywords: 'storm' }],
		[{}, { videoUrl: 'https://youtu.be/other' }],
		[{}, { keyword: 'tide', keywords: 'storm' }],
	])('refuses a field that repeats a parameter with another value: %j and %j', (changes, fields) => {
		expect(custom(fields, changes)).toEqual([{ field: 'customFields', rule: holding('with another value') }]);
	});

	test.each<[object, object]>([
		[{ maxClipNumber: 5 }, { maxClipNumber: '5' }],
		[{ emojiSwitch: false }, { emojiSwitch: 0 }],
		[{ preferLength: [2, 3] }, { preferLength: ['2', 3] }],
		[{ keywords: 'tide' }, { keyword: 'tide' }],
		[{ lang: 'de' }, { lang: 'DE' }],
		[{ maxClipNumber: 5 }, { maxClipNumber: null }],
	])('may say the same as a parameter: %j and %j', (changes, fields) => {
		expect(custom(fields, changes)).toEqual(send(changes));
	});

	it('may name lengths in another order', () => {
		expect(custom({ preferLength: [3, 2] }, { preferLength: [2, 3] })).toEqual({
			...MINIMUM,
			preferLength: [3, 2],
		});
	});

	test.each<[object]>([[{ preferLength: [2] }], [{ lang: 'fr' }], [{ ratioOfClip: 4 }], [{ videoType: 9 }]])(
		'may set what a parameter leaves at its default: %j',
		(fields) => expect(custom(fields)).toEqual({ ...MINIMUM, ...fields }),
	);

	it('name every problem', () => {
		expect(
			problemsOf({}, { customFields: { maxClipNumber: 0, clipModel: 'x' } })?.map(({ field }) => field),
		).toEqual(['maxClipNumber', 'clipModel']);
	});

	it('do not show the query string of a link', () => {
		const problems = problemsOf({}, { customFields: { videoUrl: 'https://youtu.be/b?sig=SECRET' } });
		expect(JSON.stringify(problems)).not.toContain('SECRET');
	});
});
