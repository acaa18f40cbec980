import {
	complaintAboutLink,
	decodePath,
	hostOf,
	isInOwnNetwork,
	isRedirect,
	parseLink,
	unwrapped,
} from '../../../nodes/Clip/lib/link';

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
	...['ftp://h.example/https://h.example/x', 'ftp://https://h.example/x'],
	...['https://h.example/a\nb.mp4', 'https://h.\u0000example/x.mp4', 'https://h.example/x\u007f.mp4'],
])('A link has no control character, and is no other text: %j', (text) => expect(parseLink(text)).toBeNull());

it('A path is shown as people write it, and as it is where its escapes make no sense', () => {
	expect(['/a%20b', '/%zz'].map(decodePath)).toEqual(['/a b', '/%zz']);
});

it('Five statuses send elsewhere', () => {
	const statuses = Array.from({ length: 600 }, (_, status) => status);
	expect(statuses.filter(isRedirect)).toEqual([301, 302, 303, 307, 308]);
});

describe('A host', () => {
	it.each([
		['https://h.example:8443/x', 'h.example'],
		['https://h.example./x', 'h.example'],
	])('is compared without port and final dot: %s', (link, host) => {
		expect(hostOf(new URL(link))).toBe(host);
	});

	it.each([
		...['http://nas/x', 'http://nas.lan', 'http://printer.home.arpa/x', 'http://127.0.0.1/x', 'http://127.1'],
		...[
			'http://10.2.3.4',
			'http://172.16.0.1',
			'http://172.31.9.9',
			'http://192.168.0.9',
			'http://169.254.1.1',
		],
		...['http://100.64.0.1', 'http://100.127.0.1', 'http://[::1]/x', 'http://[fd00::1]', 'http://[fe80::1]'],
		...['http://[::ffff:10.0.0.1]/x', 'http://0.0.0.0:5678/x', 'http://localhost./x'],
	])('that only its own network knows is told: %s', (link) => {
		expect(isInOwnNetwork(new URL(link))).toBe(true);
	});

	it.each([
		...[
			'https://h.example',
			'https://lan.example',
			'http://172.32.0.1',
			'http://172.15.0.1',
			'http://11.0.0.1',
		],
		...[
			'http://100.128.0.1',
			'http://100.63.0.1',
			'http://[2001:db8::1]/x',
			'http://10.example.com',
			'http://192.169.0.1',
		],
	])('that the internet knows is no such host: %s', (link) => {
		expect(isInOwnNetwork(new URL(link))).toBe(false);
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
		['[https://h.example/a](https://h.example/a)', 'https://h.example/a'],
	])('is left out: %s', (text, link) => expect(unwrapped(text)).toBe(link));

	it.each([
		...['<https://h.example/a|http://h.example/b>', '[https://h.example/b](https://h.example/a)'],
		...['see <https://h.example/a>', '<https://h.example/a> b', '<https://h.example/a b>', '<h.example/a>'],
		...['<https://h.example/a|<b>>', '!?[talk](https://h.example/a)'],
		...[
			'[talk](https://h.example/a) b',
			'[[talk]](https://h.example/a)',
			'[talk](h.example/a)',
			'[talk](https:)',
		],
		...['[a\n](https://h.example/a b)', '<https:>', 'https://h.example/a'],
	])('stays where it is something else: %j', (text) => expect(unwrapped(text)).toBe(text));
});

describe('A text that begins like a link', () => {
	it.each([
		['https://https://h.example', 'holds several'],
		['http://http:h.example', 'holds several'],
		['http://https/h.example', 'holds several'],
		['https://h.example/a https://h.example/b', 'holds several'],
		['https://h.example/ahttp://h.example/b', 'holds several'],
		['https://h.example/a,www.h.example.com/b', 'holds several'],
		['https://h.example/a youtu.be/b', 'holds several'],
		['https://h.example/{{ $json.id }}', 'an expression that n8n has not evaluated'],
		['https://h.example/a}}', 'an expression that n8n has not evaluated'],
		['https://h.example/a\u0007', 'nothing else'],
		['https://h.example/a\nb', 'nothing else'],
	])('is not one link that can work: %j', (text, words) => {
		expect(complaintAboutLink(text)).toContain(words);
	});

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
	])('has nothing against it: %j', (text) => expect(complaintAboutLink(text)).toBeNull());
});
