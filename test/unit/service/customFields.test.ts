import { ODD_VALUES } from '../given/oddValues';
import { MINIMUM, send } from '../given/wire';
import { like } from '../given/matchers';
import { SUBMISSION_FIELDS } from '../../../nodes/Clip/service/rules/submission';

const custom = (customFields: unknown) => send({}, { customFields });

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

	it.each(SUBMISSION_FIELDS)('are refused when they name %s, which has a parameter of its own', (field) => {
		const rule = "must be set in its own field, not in 'Custom Fields (JSON)'";
		for (const value of ['x', null]) {
			expect(custom({ newField: 1, [field]: value })).toEqual([{ field, rule }]);
		}
	});

	it('are refused with every parameter that they repeat, whose other spelling is the same', () => {
		expect(custom('{"keyword":"tide","ext":"mov","keywords":"tide"}')).toEqual([
			{ field: 'keywords', rule: like(/^must be set in its own field/) },
			{ field: 'ext', rule: like(/^must be set in its own field/) },
		]);
	});
});
