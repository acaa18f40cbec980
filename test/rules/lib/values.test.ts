import {
	isUnset,
	readId,
	readNumber,
	readSwitch,
	readText,
	readWholeNumber,
	describeValue,
} from '../../../nodes/Clip/lib/values';
import { ODD_VALUES } from '../given/oddValues';

const NO_NUMBER = ['', ' ', '0x1f', '1,5', '1_000', 'abc', '1e', '.', '+', '--1', '1 2', 'Infinity', true];
const LONG = '12345678901234567890';
const MOST = 2 ** 53 - 1;

it.each<[string, values: unknown[], (value: unknown) => unknown, read: unknown[], unread: unknown[]]>([
	['number', [9.4, '9.4', ' 10 ', '-0.5', '+3\u200b'], readNumber, [9.4, 9.4, 10, -0.5, 3], NO_NUMBER],
	['number', ['1.', '.5', '1e3', '1.5E-2'], readNumber, [1, 0.5, 1000, 0.015], ['1e999']],
	['whole number', [7, '\ufeff-7 ', '+7', '007', 1e2], readWholeNumber, [7, -7, 7, 7, 100], NO_NUMBER],
	['whole number', [`${MOST}`], readWholeNumber, [MOST], [1.5, '1.0', '1e2', 2 ** 53, '9007199254740992']],
	['text', ['', ' x ', 5, 1.5], readText, ['', ' x ', '5', '1.5'], [true]],
	[
		'ID',
		[20417733, '\u200ea-1 ', LONG, MOST],
		readId,
		['20417733', 'a-1', LONG, `${MOST}`],
		['', ' ', '\u200b', 1.5, 2 ** 53],
	],
	['switch', [true, 1, '1', ' TRUE\u2060'], readSwitch, [1, 1, 1, 1], [2, -1, 'yes', '', '01']],
	['switch', [false, 0, '0', ' False ', -0], readSwitch, [0, 0, 0, 0, 0], []],
])('What means a %s is read, and nothing else: %j', (_what, values, reader, read, unread) => {
	expect(values.map(reader)).toEqual(read);
	for (const value of [...unread, ...ODD_VALUES, null, undefined]) expect(reader(value)).toBeUndefined();
});

it('isUnset holds for what an empty cell of a sheet gives', () => {
	expect([undefined, null, '', ' \n', '\u200b\u00ad'].every(isUnset)).toBe(true);
	expect([0, false, NaN, [], {}, '0'].some(isUnset)).toBe(false);
});

it.each<[unknown, string]>([
	[undefined, 'missing'],
	[null, 'null'],
	['a "b"\nc', String.raw`"a \"b\"\nc"`],
	[-Infinity, '-Infinity'],
	[[1, 'x'], '[1,"x"]'],
	['5\u200b', String.raw`"5\u200b"`],
	['a\u00a0b\u202e\u0085', String.raw`"a\u00a0b\u202e\u0085"`],
	['\udb40\udc41', String.raw`"\udb40\udc41"`],
	['\ud83c', String.raw`"\ud83c"`],
	[() => 1, 'a function that JSON cannot express'],
	["curl https://h.example/x -H 'KEY: k'", 'a command, which may hold your key'],
	['x'.repeat(500), `"${'x'.repeat(79)}…`],
	[['https://h.example/v.mp4?a?b=SECRET'], '["https://h.example/v.mp4"]'],
	['https://h.example/v.mp4?name=my talk.mp4&hdnts=exp=1~hmac=SECRET', '"https://h.example/v.mp4…'],
	['https://h.example/a b?name="my.mp4"&verify=SECRET', '"https://h.example/a b…'],
	[{ a: 'https://h.example/v?verify=<SECRET', b: 'SECRET' }, '{"a":"https://h.example/v…'],
	['https://me:SECRET word@h.example/v.mp4', '"https://h.example/v.mp4"'],
	[
		'https://h.example/of/https%3A%2F%2Fs.example%2Fa.mp4%3Fsig%3DSECRET',
		'"https://h.example/of/https%3A%2F%2Fs.example%2Fa.mp4"',
	],
	['https://youtu.be/a https://youtu.be/b', '"https://youtu.be/a https://youtu.be/b"'],
	[
		'Look https://youtube.com/watch?v=dQw4w9WgXcQ & more',
		'"Look https://youtube.com/watch?v=dQw4w9WgXcQ & more"',
	],
	['Look https://youtube.com/watch?v=dQw4w9WgXcQ', '"Look https://youtube.com/watch?v=dQw4w9WgXcQ"'],
])('%p is shown in a message as %s', (value, text) => expect(describeValue(value)).toBe(text));
