import { ruleBrokenByLink, decodePath, hostOf, parseLink, unwrapLink } from '../../../nodes/Clip/lib/link';

it('A link has http or https and a host, and no control character', () => {
	for (const text of [
		'http://h.example/a b',
		'HTTPS://h.example/ü',
		'https://例え.テスト/動画',
		'http://[2001:db8::1]/a',
	])
		expect(parseLink(text)).not.toBeNull();
	for (const text of [
		'',
		'https://h example/x',
		'see https://h.example',
		'ftp://h.example',
		'https://h.example/a\nb',
	])
		expect(parseLink(text)).toBeNull();
});

it('A path is shown as people write it, and as it is where its escapes make no sense', () => {
	expect(['/a%20b', '/%zz'].map(decodePath)).toEqual(['/a b', '/%zz']);
});

describe('A host', () => {
	it.each([
		['https://h.example:8443/x', 'h.example'],
		['https://h.example./x', 'h.example'],
	])('is compared without port and final dot: %s', (link, host) => {
		expect(hostOf(new URL(link))).toBe(host);
	});
});

describe('What chats and models write around a link', () => {
	it.each([
		['<https://h.example/a>', 'https://h.example/a'],
		['<HTTP://h.example/a|the talk>', 'HTTP://h.example/a'],
		['<http://h.example/a|>', 'http://h.example/a'],
		['<https://h.example/a|one|two>', 'https://h.example/a'],
		['<https://h.example/a|https://h.example/a>', 'https://h.example/a'],
		['[the talk](https://h.example/a)', 'https://h.example/a'],
		['[](http://h.example/a)', 'http://h.example/a'],
		['[the talk [whole]](https://h.example/a)', 'https://h.example/a'],
		['https://h.example/a?v=b.', 'https://h.example/a?v=b'],
		['<https://h.example/a>,', 'https://h.example/a'],
		['[https://h.example/a](https://h.example/a)', 'https://h.example/a'],
	])('is left out: %s', (text, link) => expect(unwrapLink(text)).toBe(link));

	it.each([
		...['<https://h.example/a|http://h.example/b>', '[https://h.example/b](https://h.example/a)'],
		...['see <https://h.example/a>', '<https://h.example/a> b', '<https://h.example/a b>', '<h.example/a>'],
		...['<https://h.example/a|<b>>', '!?[talk](https://h.example/a)'],
		...[
			'[talk](https://h.example/a) b',
			'[a](https://h.example/b) [talk](https://h.example/a)',
			'[a](youtu.be/b) [talk](https://h.example/a)',
			'[talk](h.example/a)',
			'[talk](https:)',
		],
		...['[a\n](https://h.example/a b)', '<https:>', 'https://h.example/a'],
	])('stays where it is something else: %j', (text) => expect(unwrapLink(text)).toBe(text));
});

// A pattern that goes back over such a row takes minutes.
it('A long row of half a label stays as it is', () => {
	const row = `[${'](https:x'.repeat(100_000)}`;
	expect(unwrapLink(row) === row).toBe(true);
});

describe('A text that begins like a link', () => {
	it.each([
		...['https://h.example/a', 'http://h.example/a\u200bb', 'no link', 'see https://h.example/a', ''],
		...[
			'https://web.archive.org/web/2020/https://h.example/a',
			'https://h.example/go?url=https://h.example/b',
		],
		...[
			'https://h.example/a#https://h.example/b',
			'https://h.example/a?https://h.example/b',
			'https://h.example/a&b',
		],
		...['https://dts.podtrac.com/redirect.mp3/https://h.example/a', 'https://h.example/_https://h.example/b'],
		...[
			'see https://https://h.example',
			'https://h.example/a?b=1&amp;c=2|3,4.5/6',
			'of www.h.example: https://h.example/a',
			'https://h.example/a\uff0eb',
		],
		...['https://www.h.example/www.a', 'https://httpbin.example/http'],
	])('has nothing against it: %j', (text) => expect(ruleBrokenByLink(text)).toBeNull());
});
