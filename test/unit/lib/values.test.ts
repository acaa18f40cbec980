import fc from 'fast-check';
import {
	isUnset,
	readId,
	readNumber,
	readSwitch,
	readText,
	readWholeNumber,
	shown,
} from '../../../nodes/Clip/lib/values';
import { ODD_VALUES } from '../given/oddValues';

const NO_NUMBERS = [
	'',
	' ',
	'0x1f',
	'1,5',
	'1_000',
	'abc',
	'1e',
	'.',
	'+',
	'--1',
	'1 2',
	'Infinity',
	'NaN',
	'1e999',
];

describe('readNumber', () => {
	test.each<[unknown, number]>([
		[9.4, 9.4],
		['9.4', 9.4],
		[' 10 ', 10],
		['-0.5', -0.5],
		['+3', 3],
		['1.', 1],
		['.5', 0.5],
		['1e3', 1000],
		['1.5E-2', 0.015],
	])('reads %p', (value, number) => expect(readNumber(value)).toBe(number));

	test.each([...NO_NUMBERS, true, null, undefined])('finds no number in %p', (value) =>
		expect(readNumber(value)).toBeUndefined(),
	);
});

describe('readWholeNumber', () => {
	test.each<[unknown, number]>([
		[7, 7],
		['7', 7],
		[' -7 ', -7],
		['+7', 7],
		['007', 7],
		[1e2, 100],
		['9007199254740991', 9007199254740991],
	])('reads %p', (value, number) => expect(readWholeNumber(value)).toBe(number));

	test.each([...NO_NUMBERS, 1.5, '1.5', '1.0', '1e2', 2 ** 53, '9007199254740992', true, null])(
		'finds no exact whole number in %p',
		(value) => expect(readWholeNumber(value)).toBeUndefined(),
	);
});

describe('readText', () => {
	test.each<[unknown, string | undefined]>([
		['', ''],
		[' x ', ' x '],
		[5, '5'],
		[1.5, '1.5'],
		[true, undefined],
		[null, undefined],
	])('reads %p as %p', (value, text) => expect(readText(value)).toBe(text));
});

describe('readId', () => {
	test.each<[unknown, string | undefined]>([
		[20417733, '20417733'],
		['20417733', '20417733'],
		[' a-1 ', 'a-1'],
		['12345678901234567890', '12345678901234567890'],
		['', undefined],
		[' ', undefined],
		[1.5, undefined],
		[2 ** 53, undefined],
		[null, undefined],
	])('reads %p as %p', (value, id) => expect(readId(value)).toBe(id));
});

describe('readSwitch', () => {
	test.each([true, 1, '1', 'true', ' TRUE '])('reads %p as on', (value) => expect(readSwitch(value)).toBe(1));
	test.each([false, 0, '0', 'false', ' False ', -0])('reads %p as off', (value) =>
		expect(readSwitch(value)).toBe(0),
	);
	test.each([2, -1, 'yes', 'on', '', '01', null, undefined])('reads %p as neither', (value) =>
		expect(readSwitch(value)).toBeUndefined(),
	);
});

describe('isUnset', () => {
	test.each([undefined, null, '', ' \n'])('holds for %p', (value) => expect(isUnset(value)).toBe(true));
	test.each([0, false, NaN, [], {}, '0'])('does not hold for %p', (value) =>
		expect(isUnset(value)).toBe(false),
	);
});

const readers = { readNumber, readWholeNumber, readText, readId, readSwitch };

describe.each(Object.entries(readers))('%s', (_name, read) => {
	test.each(ODD_VALUES)('finds nothing in %s', (_what, value) => {
		expect(read(value)).toBeUndefined();
	});
});

describe('shown', () => {
	test.each<[unknown, string]>([
		[undefined, 'missing'],
		[null, 'null'],
		['a "b"', String.raw`"a \"b\""`],
		[NaN, 'NaN'],
		[-Infinity, '-Infinity'],
		[[1, 'x'], '[1,"x"]'],
		[() => 1, 'a function that JSON cannot express'],
		[1n, 'a bigint that JSON cannot express'],
		['line\nbreak', String.raw`"line\nbreak"`],
	])('writes %p as %s', (value, text) => expect(shown(value)).toBe(text));

	it('cuts long values', () => {
		expect(shown('x'.repeat(500))).toHaveLength(81);
	});

	test.each([
		'https://h.example/v.mp4?Signature=SECRET',
		'https://h.example/v.mp4?a?b=SECRET',
		['https://h.example/v.mp4?a=1', { deep: 'https://h.example/v.mp4?Signature=SECRET' }],
	])('never shows the query string of a link: %j', (value) => {
		expect(shown(value)).not.toContain('SECRET');
		expect(shown(value)).toContain('h.example');
	});

	it('gives one short line for anything', () => {
		const anything = fc.anything({
			withBigInt: true,
			withDate: true,
			withMap: true,
			withNullPrototype: true,
		});
		fc.assert(
			fc.property(anything, (value) => {
				expect(shown(value)).toMatch(/^[^\n\r]{1,81}$/u);
			}),
		);
	});

	test.each(ODD_VALUES)('does not crash at %s', (_what, value) => {
		expect(shown(value)).not.toBe('');
	});
});
