import fc, { type Arbitrary } from 'fast-check';
import { isJsonObject, parseJson, toJson } from '../../../nodes/Clip/lib/json';
import { anyText } from '../given/texts';

/** A text of JSON, and the value that it must have. */
interface Written {
	text: string;
	value: unknown;
}

const blank = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');

/** As JSON.parse reads what JSON.stringify writes. */
const plain = (json: unknown): Written => {
	const text = JSON.stringify(json);
	return { text, value: JSON.parse(text) };
};

/** Whole numbers on both sides of 2^53, whose digits JavaScript would round from there on. */
const wholeNumber = fc
	.oneof(
		fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
		fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
	)
	.map((number): Written => {
		const exact = number > -(2n ** 53n) && number < 2n ** 53n ? Number(number) : String(number);
		return { text: String(number), value: exact };
	});

const otherNumber = fc
	.tuple(
		fc.bigInt({ min: 0n, max: 2n ** 90n }),
		fc.constantFrom('.5', '.0123456789012345678', 'e3', 'E-20', '.25e+9'),
	)
	.map(([digits, rest]): Written => ({ text: `${digits}${rest}`, value: Number(`${digits}${rest}`) }));

const word = fc.oneof(
	anyText(),
	fc.constantFrom(
		'12345678901234567890',
		'"12345678901234567890',
		'\\',
		'\\"',
		'__proto__',
		':9007199254740993,',
	),
);

const json = fc.letrec<{ node: Written }>((tie) => {
	const node = tie('node');
	const spaced = (each: Arbitrary<Written>): Arbitrary<Written> =>
		fc
			.tuple(blank, each, blank)
			.map(([before, { text, value }, after]) => ({ text: `${before}${text}${after}`, value }));
	const list = fc.array(spaced(node), { maxLength: 4 }).map(
		(all): Written => ({
			text: `[${all.map(({ text }) => text).join(',')}]`,
			value: all.map(({ value }) => value),
		}),
	);
	const object = fc
		.uniqueArray(fc.tuple(word, blank, spaced(node)), { maxLength: 4, selector: ([name]) => name })
		.map(
			(all): Written => ({
				text: `{${all.map(([name, space, { text }]) => `${JSON.stringify(name)}${space}:${text}`).join(',')}}`,
				value: Object.fromEntries(all.map(([name, , { value }]) => [name, value])),
			}),
		);
	const leaf = fc.oneof(
		wholeNumber,
		otherNumber,
		word.map(plain),
		fc.constantFrom(true, false, null, -0).map(plain),
	);
	return { node: fc.oneof({ maxDepth: 4 }, leaf, list, object) };
}).node;

describe('parseJson', () => {
	test.each<[string, unknown]>([
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740993', '-9007199254740993'],
		['[1,12345678901234567890,2]', [1, '12345678901234567890', 2]],
		['{"a" : 12345678901234567890 , "b":1}', { a: '12345678901234567890', b: 1 }],
		['{"a":\n12345678901234567890\n}', { a: '12345678901234567890' }],
		[`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
	])('keeps every digit of the whole numbers in %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	test.each<[string, unknown]>([
		['0.1234567890123456789', Number('0.1234567890123456789')],
		['1234567890123456.5', 1234567890123456.5],
		['12345678901234567890e2', Number('12345678901234567890e2')],
		['-1E+20', -1e20],
	])('leaves %s the number that it is, since no id has a fraction or an exponent', (text, value) => {
		expect(parseJson(text)).toBe(value);
	});

	test.each<[string, unknown]>([
		['"id: 12345678901234567890, next"', 'id: 12345678901234567890, next'],
		[String.raw`"a \"12345678901234567890\" b"`, 'a "12345678901234567890" b'],
		[String.raw`["\\",12345678901234567890,"\\"]`, ['\\', '12345678901234567890', '\\']],
		[String.raw`["\\\"",12345678901234567890]`, [String.raw`\"`, '12345678901234567890']],
		['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
		[String.raw`"\u0022 12345678901234567890"`, '" 12345678901234567890'],
	])('leaves what stands inside a string alone in %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	test.each([
		'',
		' ',
		'{"a":12345678901234567890',
		'<html>12345678901234567890</html>',
		'{"a":1}{"b":2}',
		'[1 2]',
		'NaN',
	])('does not take %j for JSON', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});

	it('reads every JSON as JSON.parse reads it, but whole numbers that it would round as exact text', () => {
		fc.assert(fc.property(json, ({ text, value }) => expect(parseJson(text)).toEqual(value)));
	});

	it('reads an answer of megabytes, whatever is in it', () => {
		const numbers = Array.from({ length: 1_500_000 }, (_, index) => index);
		expect(parseJson(`[${numbers.join()},9007199254740993]`)).toEqual([...numbers, '9007199254740993']);
		const backslashes = '\\\\'.repeat(500_000);
		expect(parseJson(`["${backslashes}",9007199254740993]`)).toEqual([
			'\\'.repeat(500_000),
			'9007199254740993',
		]);
	});

	it('says that a string of more escapes than it can read is none, and does not crash', () => {
		expect(parseJson(`["${'\\"'.repeat(6_000_000)}",9007199254740993]`)).toBeUndefined();
	});
});

describe('toJson', () => {
	it('gives undefined for what JSON cannot express', () => {
		const circle: unknown[] = [];
		circle.push(circle);
		for (const value of [undefined, () => 1, Symbol('s'), 1n, circle]) expect(toJson(value)).toBeUndefined();
	});

	it('writes everything else as JSON.stringify does', () => {
		expect(toJson({ a: [1, null, 'x'] })).toBe('{"a":[1,null,"x"]}');
	});
});

test.each<[unknown, boolean]>([
	[{}, true],
	[Object.create(null), true],
	[[], false],
	[null, false],
	['{}', false],
	[undefined, false],
])('isJsonObject tells objects from everything else: %p', (value, is) => {
	expect(isJsonObject(value)).toBe(is);
});
