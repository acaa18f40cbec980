import { decodePath, isRedirect, parseLink } from '../../../nodes/Clip/lib/link';

it('A link has http or https and a host, and no control character', () => {
	const links = [
		...['https://h.example', 'http://h.example/a b', 'HTTPS://h.example/ü', 'https://localhost:8443/x'],
		...[
			'https://user:word@h.example/x',
			'https://例え.テスト/動画',
			'https://h.example./x',
			'http://[2001:db8::1]/a',
		],
	];
	expect(links.filter((text) => parseLink(text) === null)).toEqual([]);
	const others = [
		...['', 'h.example/x.mp4', '//h.example/x.mp4', 'see https://h.example/x.mp4', 'ftp://h.example/x.mp4'],
		...[
			'file:///etc/passwd',
			'javascript:alert(1)',
			'data:video/mp4;base64,AAAA',
			'https:',
			'https:/h.example/x',
		],
		...['https:h.example/x', 'https://', 'https:///x.mp4', 'https://?x.mp4', 'https://#x', 'https://\\x'],
		...['https://:443/x', 'https://@/x', 'https://u@/x', 'https://./x', 'https://@.', 'https:// /x'],
		...['https://h example/x', 'https://h.example:99999/x', 'https://%/x', 'https://[::1/x'],
		...['https://h.example/a\nb.mp4', 'https://h.\u0000example/x.mp4', 'https://h.example/x\u007f.mp4'],
	];
	expect(others.filter((text) => parseLink(text) !== null)).toEqual([]);
});

it('A path is shown as people write it, and as it is where its escapes make no sense', () => {
	expect(['/a%20b', '/%zz'].map(decodePath)).toEqual(['/a b', '/%zz']);
});

it('Five statuses send elsewhere', () => {
	const statuses = Array.from({ length: 600 }, (_, status) => status);
	expect(statuses.filter(isRedirect)).toEqual([301, 302, 303, 307, 308]);
});
