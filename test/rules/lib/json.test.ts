/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { isJsonObject, parseJson, toJson } from '../../../nodes/Clip/lib/json';

describe('parseJson', () => {
	it.each<[string, unknown]>([
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['{"a" :\n12345678901234567890 , "b":[1,2]}', { a: '12345678901234567890', b: [1, 2] }],
		[`[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
		['12345678901234567890e2', Number('12345678901234567890e2')],
		[String.raw`["\\\"",12345678901234567890]`, [String.raw`\"`, '12345678901234567890']],
		[
			String.raw`{"\"12345678901234567890":"a 12345678901234567890"}`,
			{ '"12345678901234567890': 'a 12345678901234567890' },
		],
	])('keeps every digit of a whole number, and all else as it is: %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it.each(['', '{"a":12345678901234567890', '<html>12345678901234567890</html>', '{}{}', 'NaN'])(
		'does not take %j for JSON',
		(text) => expect(parseJson(text)).toBeUndefined(),
	);

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
	for (const value of [undefined, () => 1, Symbol('s'), circle]) expect(toJson(value)).toBeUndefined();
	expect(toJson({ a: [1, null, 'x'] })).toBe('{"a":[1,null,"x"]}');
});

it('isJsonObject tells objects from everything else', () => {
	expect([{}, Object.create(null)].every(isJsonObject)).toBe(true);
	expect([[], null, '{}', undefined].some(isJsonObject)).toBe(false);
});
