/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import fc from 'fast-check';
import { isJsonObject, parseJson, toJson } from '../../../nodes/Clip/lib/json';
import { anyText } from '../given/texts';

/** A value of JSON whose whole numbers have all their digits, its text, and what is read from that. */
interface Written {
	text: string;
	value: unknown;
}

/** Whole numbers on both sides of 2^53, from where on JavaScript would round them. */
const wholeNumber = fc
	.oneof(
		fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
		fc.bigInt({ min: -(2n ** 99n), max: 2n ** 99n }),
	)
	.map((number): Written => {
		const isSafe = number > -(2n ** 53n) && number < 2n ** 53n;
		return { text: String(number), value: isSafe ? Number(number) : String(number) };
	});

const others = ['1e400', '12345678901234567890.5', '1234567890123456E-20', 'true', 'null', '-0'];
const word = fc.oneof(
	anyText(),
	fc.constantFrom('12345678901234567890', '"12345678901234567890', '\\', '\\"'),
);

const written = fc.letrec<{ node: Written }>((tie) => {
	const leaf = fc.constantFrom(...others).map((text): Written => ({ text, value: JSON.parse(text) }));
	const text = word.map((value): Written => ({ text: JSON.stringify(value), value }));
	const list = fc.array(tie('node'), { maxLength: 4 }).map((all): Written => {
		const texts = all.map((each) => each.text);
		return { text: `[${texts.join(' ,\n')}]`, value: all.map(({ value }) => value) };
	});
	const object = fc
		.dictionary(word, tie('node'), { maxKeys: 4, noNullPrototype: true })
		.map((all): Written => {
			const entries = Object.entries(all);
			const texts = entries.map(([name, each]) => `${JSON.stringify(name)} :${each.text}`);
			return {
				text: `{ ${texts.join()}}`,
				value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
			};
		});
	return { node: fc.oneof({ maxDepth: 4 }, wholeNumber, leaf, text, list, object) };
}).node;

describe('parseJson', () => {
	it.each<[string, unknown]>([
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['[1,12345678901234567890,2]', [1, '12345678901234567890', 2]],
		['{"a" :\n12345678901234567890 , "b":1}', { a: '12345678901234567890', b: 1 }],
		[`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
	])('keeps every digit of the whole numbers in %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it.each<[string, unknown]>([
		['12345678901234567890e2', Number('12345678901234567890e2')],
		['"id: 12345678901234567890, next"', 'id: 12345678901234567890, next'],
		[String.raw`"a \"12345678901234567890\" b"`, 'a "12345678901234567890" b'],
		[String.raw`["\\\"",12345678901234567890]`, [String.raw`\"`, '12345678901234567890']],
		['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
	])('leaves alone what is no whole number in %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it.each([
		'',
		' ',
		'{"a":12345678901234567890',
		'<html>12345678901234567890</html>',
		'{}{}',
		'[1 2]',
		'NaN',
	])('does not take %j for JSON', (text) => expect(parseJson(text)).toBeUndefined());

	it('reads every JSON as JSON.parse reads it, but whole numbers that it would round as exact text', () => {
		fc.assert(fc.property(written, ({ text, value }) => expect(parseJson(text)).toEqual(value)));
	});

	it('reads an answer of megabytes', () => {
		const numbers = Array.from({ length: 1_500_000 }, (_, index) => index);
		const read = parseJson(`[${numbers.join()},9007199254740993]`);
		expect(Array.isArray(read) && [read.length, read.at(-1)]).toEqual([1_500_001, '9007199254740993']);
	});

	it('gives up a text that was cut in a string without searching it again and again, and does not crash', () => {
		// Only the work of this process counts; with the square of the length it would be minutes.
		const before = process.cpuUsage();
		expect(parseJson(`9007199254740993"${'\\"'.repeat(150_000)}`)).toBeUndefined();
		expect(parseJson(`["${'\\"'.repeat(6_000_000)}",9007199254740993]`)).toBeUndefined();
		expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
	});
});

it('toJson writes what JSON can express, and gives undefined for the rest', () => {
	const circle: unknown[] = [];
	circle.push(circle);
	for (const value of [undefined, () => 1, Symbol('s'), 1n, circle]) expect(toJson(value)).toBeUndefined();
	expect(toJson({ a: [1, null, 'x'] })).toBe('{"a":[1,null,"x"]}');
});

it('isJsonObject tells objects from everything else', () => {
	expect([{}, Object.create(null), [], null, '{}', undefined].map(isJsonObject)).toEqual([
		...[true, true],
		...[false, false, false, false],
	]);
});
