import { decodePath, isRedirect, parseLink } from '../../../nodes/Clip/lib/link';

it.each([
	...['https://h.example', 'http://h.example/a b', 'HTTPS://h.example/ü', 'https://localhost:8443/x'],
	...[
		'https://user:word@h.example/x',
		'https://例え.テスト/動画',
		'https://h.example./x',
		'http://[2001:db8::1]/a',
	],
])('A link has http or https and a host: %s', (text) => expect(parseLink(text)).not.toBeNull());

it.each([
	...['', 'h.example/x.mp4', '//h.example/x.mp4', 'see https://h.example/x.mp4', 'ftp://h.example/x.mp4'],
	...[
		'javascript:alert(1)',
		'data:video/mp4;base64,AAAA',
		'https:/h.example/x',
		'https:h.example/x',
		'https://',
	],
	...['https:///x.mp4', 'https://?x.mp4', 'https://#x', 'https://\\x', 'https://:443/x', 'https://u@/x'],
	...['https://./x', 'https://@.', 'https://h example/x', 'https://h.example:99999/x', 'https://[::1/x'],
	...['https://h.example/a\nb.mp4', 'https://h.\u0000example/x.mp4', 'https://h.example/x\u007f.mp4'],
])('A link has no control character, and is no other text: %j', (text) => expect(parseLink(text)).toBeNull());

it('A path is shown as people write it, and as it is where its escapes make no sense', () => {
	expect(['/a%20b', '/%zz'].map(decodePath)).toEqual(['/a b', '/%zz']);
});

it('Five statuses send elsewhere', () => {
	const statuses = Array.from({ length: 600 }, (_, status) => status);
	expect(statuses.filter(isRedirect)).toEqual([301, 302, 303, 307, 308]);
});
