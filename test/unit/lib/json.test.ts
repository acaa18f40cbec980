/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { isJsonObject, parseJson, toJson } from '../../../nodes/Clip/lib/json';

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
