import fc from 'fast-check';
import { uniqueStems } from '../../../nodes/Clip/get/rules/fileName';
import { parseJson } from '../../../nodes/Clip/lib/json';
import { secretsInLink, redact } from '../../../nodes/Clip/lib/redact';
import { describeValue } from '../../../nodes/Clip/lib/values';
import { always } from './always';
import { anyJson, anyText, exact, written } from './values';

it('JSON is read as JSON.parse reads it, but whole numbers that it would round as exact text', () => {
	always(anyJson, (value) => expect(parseJson(written(value))).toEqual(exact(value)));
});

it('What comes from outside is shown as one short line, whatever it is', () => {
	const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
	always(fc.tuple(anyText(60), fc.integer({ min: 1, max: 50 }), anything), ([text, most, value]) => {
		expect(redact(text, most)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
		expect(redact(text, most).length).toBeLessThanOrEqual(most + 1);
		expect(describeValue(value)).toMatch(/^[^\n\r]{1,81}$/u);
	});
});

it('No text tells the API key, nor what stands in the query or the login of a known link, plain or URL-encoded', () => {
	const sign = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
	const secret = fc
		.tuple(anyText(30), fc.string({ unit: sign, minLength: 8, maxLength: 12 }))
		.map((parts) => parts.join('').trim())
		.filter((text) => text.length >= 6 && !text.includes('*'));
	const secrets = fc.tuple(secret, secret, secret, secret);
	always(fc.tuple(secrets, fc.integer({ min: 1, max: 500 })), ([[key, query, name, word], most]) => {
		const link = new URL('https://h.example/v.mp4');
		link.searchParams.append('q', query);
		link.username = encodeURIComponent(name);
		link.password = encodeURIComponent(word);
		const all = [key, query, name, word];
		const spelled = [...all, ...all.map(encodeURIComponent), link.search, link.username];
		const secret = { apiKey: key, ofLinks: secretsInLink(link) };
		const text = redact(`cannot load ${link.href}: ${spelled.join(' ')}`, most, secret);
		expect([...all, ...all.map(encodeURIComponent)].filter((each) => text.includes(each))).toEqual([]);
	});
});

it('The names of the files of one node are all different, short and safe, whatever the titles and IDs', () => {
	const parts = [
		'/',
		'\\',
		'..',
		' ',
		'.',
		'\n',
		'.mp4',
		' (70)',
		'#',
		'con',
		'NUL.',
		'\ud83c',
		'👩‍👩‍👧',
		'潮'.repeat(60),
	];
	const part = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 40 }),
		anyText(40),
		fc.constantFrom(...parts),
	);
	const long = fc.array(part, { maxLength: 30 }).map((all) => all.join(''));
	const few = fc.constantFrom('a', 'A', 'a (2)', 'a.mp4', 'a (70)', 'b', '');
	const videoId = fc.constantFrom('70', '2', 'a/b', null, '7'.repeat(300));
	const file = fc.record({ fileName: fc.oneof(fc.constant(''), few), title: fc.oneof(few, long), videoId });
	always(fc.array(file), (files) => {
		const clips = files.map(({ fileName, ...clip }, index) => ({ fileName, clip, number: index + 1 }));
		const names = [...uniqueStems(clips).values()];
		expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(files.length);
		for (const name of names) {
			expect(name).not.toMatch(/[/\\:*?"<>|#\p{Cc}\p{Surrogate}]|^[. -]|[. ]$|^$/u);
			expect(Buffer.byteLength(`${name}.webm`)).toBeLessThanOrEqual(240);
		}
	});
});
