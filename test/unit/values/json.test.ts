import fc from 'fast-check';
import { isJsonObject, parseJson, toJson } from '../../../nodes/Clip/values/json';
import { expectLinear, MANY } from '../given/linear';
import { anyJson } from '../given/texts';

describe('parseJson', () => {
	test.each<[string, unknown]>([
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['[1,12345678901234567890,2]', [1, '12345678901234567890', 2]],
		['{"a":{"b":[{"c":12345678901234567890}]}}', { a: { b: [{ c: '12345678901234567890' }] } }],
		['{"a" : 12345678901234567890 , "b":1}', { a: '12345678901234567890', b: 1 }],
		['{"a":\n12345678901234567890\n}', { a: '12345678901234567890' }],
		[`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
	])('keeps every digit of the whole numbers in %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	test.each<[string, unknown]>([
		['0.1234567890123456789', Number('0.1234567890123456789')],
		['1234567890123456.5', 1234567890123456.5],
		['1.5e300', 1.5e300],
		['12345678901234567890e2', Number('12345678901234567890e2')],
		['1E+20', 1e20],
		['0', 0],
		['-0.0', -0],
	])('leaves %s the number that it is, since no id has a fraction or an exponent', (text, value) => {
		expect(parseJson(text)).toBe(value);
	});

	test.each<[string, unknown]>([
		['"12345678901234567890"', '12345678901234567890'],
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
		'{',
		'{"projectId": 2041',
		'{"a":12345678901234567890',
		'<html>12345678901234567890</html>',
		'{"a":1}{"b":2}',
		'"open 12345678901234567890',
		'"open 12345678901234567890\\"',
		'undefined',
		'NaN',
		'{12345678901234567890:1}',
		'{12345678901234567890 \n : 1}',
		'[0012345678901234567890]',
		'[-0012345678901234567890]',
		'[+12345678901234567890]',
		'[12345678901234567890.]',
		'[.12345678901234567890]',
		'[12345678901234567890 12345678901234567890]',
		'[12345678901234567890"x"]',
	])('does not take %s for JSON', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});

	test.each([
		'{"__proto__":{"hacked":1},"a":1}',
		String.raw`{"\u005f_proto__":{"hacked":1},"a":1}`,
		String.raw`{"_\u005Fproto__":{"hacked":1},"a":1}`,
		String.raw`{"__pr\u006fto__":{"hacked":1},"a":1}`,
		String.raw`{"__\u0070\u0072o\u0074o__":{"hacked":1},"a":1}`,
	])('drops the key __proto__ however it is written: %s', (text) => {
		const value = parseJson(text);
		expect(isJsonObject(value) && Object.getOwnPropertyNames(value)).toEqual(['a']);
	});

	it('drops __proto__ at any depth and keeps it as a value', () => {
		expect(toJson(parseJson('[{"a":{"__proto__":1,"b":"__proto__"}}]'))).toBe('[{"a":{"b":"__proto__"}}]');
	});

	it('survives nesting that is deeper than the stack', () => {
		const deep = 200_000;
		expect(() => parseJson(`{"__proto__":${'['.repeat(deep)}${']'.repeat(deep)}}`)).not.toThrow();
	});

	test.each<[string, string]>([
		['strings with escapes', `["${'\\\\\\"'.repeat(MANY / 4)}",12345678901234567890]`],
		['one run of backslashes', `["${'\\\\'.repeat(MANY / 2)}",12345678901234567890]`],
		['empty strings', `[12345678901234567890${',""'.repeat(MANY / 3)}]`],
		['long numbers', `[1${',12345678901234567890'.repeat(MANY / 20)}]`],
		['one long number', `[${'1'.repeat(MANY)}]`],
		['a long number where a key belongs', `{${'1'.repeat(MANY)}:1}`],
		['an open string', `["12345678901234567890${'\\"'.repeat(MANY / 2)}`],
	])('reads very much of %s in linear time', (_what, text) => {
		expectLinear(() => parseJson(text));
	});

	it('reads whatever JSON.stringify writes as JSON.parse does, numbers above 2^53 apart', () => {
		fc.assert(
			fc.property(anyJson(), (text) => {
				const safe = !/\d{16}/.test(text) && !text.includes('__proto__');
				if (safe) expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	it('keeps any id exact between any strings, at any depth', () => {
		const id = fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n });
		fc.assert(
			fc.property(id, fc.string(), fc.boolean(), fc.nat(5), (number, text, negative, depth) => {
				const digits = `${negative ? '-' : ''}${number}`;
				const quoted = JSON.stringify(text);
				const inner = `{"t":${quoted},"id":${digits},"u":${quoted}}`;
				const json = `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
				const expected = `${'['.repeat(depth)}{"t":${quoted},"id":"${digits}","u":${quoted}}${']'.repeat(depth)}`;
				expect(toJson(parseJson(json))).toBe(expected);
			}),
		);
	});

	it('keeps ids exact in JSON that is indented', () => {
		const id = fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n });
		fc.assert(
			fc.property(fc.array(id, { maxLength: 5 }), fc.nat(30), (ids, spaces) => {
				const blank = ' '.repeat(spaces);
				const text = `{\n${blank}"ids" :${blank}[\n${ids.join(`,\n${blank}`)}\n]${blank}}`;
				const exact = ids.map((each) => (Number.isSafeInteger(Number(each)) ? Number(each) : String(each)));
				expect(parseJson(text)).toEqual({ ids: exact });
			}),
		);
	});

	it.each(['\\u00e9', '\\u0041', '\\u00fc\\u00df'])(
		'reads the escaped letters %s, which are none of a prototype',
		(escaped) => {
			const text = `{"a":"${escaped}","${escaped}":1}`;
			expect(parseJson(text)).toEqual(JSON.parse(text));
		},
	);

	it('takes for JSON what JSON.parse takes, and nothing else', () => {
		const pieces = fc.constantFrom(
			...[
				'"',
				'\\',
				'\\"',
				'{',
				'}',
				'[',
				']',
				':',
				',',
				' ',
				'-',
				'.',
				'e',
				'0',
				'1',
				'12345678901234567890',
				'"a":',
			],
		);
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
				const text = list.join('');
				expect(parseJson(text) !== undefined).toBe(isJson(text));
			}),
		);
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

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
