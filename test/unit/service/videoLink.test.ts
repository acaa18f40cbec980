import { LINKS } from '../given/links';
import { NO_VIDEO } from '../given/noVideo';
import { UNDETECTED } from '../given/undetected';
import { holding, like } from '../given/matchers';
import { readSubmission } from '../given/parameters';

/** What is sent of a link, or the rule that it breaks. */
function send(videoUrl: unknown, changes: object = {}, reachesOwnNetwork = false): unknown {
	const read = readSubmission({ videoUrl, ...changes }, reachesOwnNetwork);
	if (!read.ok) return read.problems;
	const others = ['preferLength', 'lang'];
	return Object.fromEntries(Object.entries(read.value).filter(([name]) => !others.includes(name)));
}

const refused = (rule: string) => [{ field: 'videoUrl', rule: holding(rule) }];

const A = 'https://youtu.be/hArb0urT4lk';
const B = 'https://vimeo.com/876543210';
const FILE = 'https://h.example/x.mp4';

it.each(LINKS)('A link of $source is sent as it is, as kind $videoType: $link', ({ link, sent, ...row }) => {
	const { videoType, ext } = row;
	expect(send(link)).toEqual({ videoUrl: sent ?? link, videoType, ...(ext !== undefined && { ext }) });
});

it('A name that is also what an expression writes is a name, where a platform has names', () => {
	expect(send('https://x.com/None/status/1')).toMatchObject({ videoType: 7 });
});

it('Behind youtu.be stands nothing but an ID, whatever word it is', () => {
	expect(send('https://youtu.be/v')).toMatchObject({ videoType: 2 });
});

describe('A link that does not tell its source', () => {
	it.each(UNDETECTED)('is refused, first for what a file needs: %s', (link) => {
		const first =
			/cannot be detected\. For a video file .* 'File Extension' .* 3gp, avi, mov or mp4\..*'Video Type'/;
		expect(send(link)).toEqual([{ field: 'videoUrl', rule: like(first) }]);
	});

	it('is shown, without what signs it', () => {
		expect(send('https://h.example/talk?sig=S')).toEqual(refused('. It is "https://h.example/talk"'));
	});

	it.each(UNDETECTED)('is sent with a File Extension, or with a Video Type: %s', (link) => {
		expect(send(link, { ext: 'mp4' })).toEqual({ videoUrl: link, videoType: 1, ext: 'mp4' });
		expect(send(link, { videoType: 4 })).toEqual({ videoUrl: link, videoType: 4 });
	});
});

describe('Several links in one field', () => {
	it.each([
		...[
			`${A}, ${B}`,
			`${A} ${B}`,
			`${A}\n${B}`,
			`${A}\r\n\r\n${B}\n`,
			`${A}\t${B}`,
			`${A};${B}`,
			`${A} | ${B}`,
		],
		...[
			`${A},${B}`,
			`${A}，${B}`,
			`${A}、${B}`,
			`${A}\u00a0${B}`,
			`${A}\u2028${B}`,
			`${A} and ${B}`,
			`${A}${B}`,
		],
		...[`${A}/${B}`, `${A}.${B}`, `${A}\u200b${B}`, `1. ${A} 2. ${B}`, `${FILE}, ${FILE}`, `${FILE}${FILE}`],
		...[
			`${FILE}?a=1|${FILE}`,
			`${A}, www.youtube.com/watch?v=2`,
			`${A}?a=1;youtu.be/2`,
			`${A},youtu.be/2`,
			`[${A}](${B})`,
		],
		...[`${A}/http://vimeo.com/876543210`, `${A}, youtu.be/2`, `${A},m.youtube.com/watch/2`],
		...[[A, B]],
	])('are refused, and the message says how to go on: %j', (value) => {
		expect(send(value)).toEqual(refused('must be one link, but holds several: make one item of each'));
	});

	it.each([
		...[`${A}, 2`, `${A};2`, `https://www.youtube.com/watch?v=1,2`, `${A},`, `${FILE};`],
		...[
			`${FILE}, y.mp4`,
			`${FILE},y.mp4`,
			`${FILE}; y.mp4`,
			`${FILE}|y.mp4`,
			`${FILE} y.mp4`,
			`${FILE}，y.mp4`,
		],
		...[`${FILE}\u00a0y.mp4`, `${FILE}?a=1, y.mp4`, `https://h.example/a b, https`],
	])('are not sent as one where the second is cut: %j', (value) => {
		expect(send(value, { ext: 'mp4' })).toEqual(refused('must be one link and nothing else'));
	});
});

describe('A link with something around it', () => {
	it.each([
		...[
			`${A} please clip the second half`,
			`${A} 请剪辑后半部分`,
			`${A}，请剪辑`,
			`${A}请剪辑`,
			`${A} (the talk)`,
		],
		...[`${FILE} please clip it`, `${FILE}?sig=1 please clip it`, `${FILE}#t=1 please`, `${B} - The Harbour`],
		...[
			'https://h.example/talk please clip it',
			`${A}.`,
			`${A}。`,
			`${A}!`,
			`${A}:`,
			`${A})`,
			`${A}]`,
			`${A}*`,
		],
		...[`${A}'`, `${A}"`, `${A}\``, `${A}}`, `${A}>`, `${A}|label`, `${A}|`, `${A}<br>`, `${A}](`, `${A}%20`],
		...[
			`${FILE}>`,
			`${FILE}"`,
			`${FILE}](`,
			`${FILE}|the talk`,
			'https://www.dropbox.com/s/1/a.mp4?dl=0 please',
		],
		...[`${A}#a b`, 'https://www.linkedin.com/posts/jane doe_1'],
		...['https://www.facebook.com/watch/?v=1 2', 'https://x.com/a|b/status/1'],
	])('is refused, and the message names what is too much: %j', (value) => {
		expect(send(value, { ext: 'mp4' })).toEqual([
			{ field: 'videoUrl', rule: like(/^must be one link and nothing else, but holds \S+/) },
		]);
	});

	it('is refused with a way on where a space may belong to it', () => {
		expect(send('https://h.example/my talk', { ext: 'mp4' })).toEqual(
			refused('or write it as %20 if it belongs to the link. It is "https://h.example/my talk"'),
		);
		expect(send('https://h.example/v1.20/my talk', { ext: 'mp4' })).toEqual(
			refused('or write it as %20 if it belongs to the link'),
		);
		expect(send('https://h.example/my%20talk', { ext: 'mp4' })).toMatchObject({ ext: 'mp4' });
	});

	it.each([
		[`<${A}>`, A],
		[`<${A}|youtu.be/hArb0urT4lk>`, A],
		[`<${FILE}?a=1|${FILE}?a=1>`, `${FILE}?a=1`],
		[`[The talk (1)](${A})`, A],
		[`[${A}](${A})`, A],
		[` \u200b<${A}> `, A],
	])('by a chat or a model is taken out of it: %s', (value, videoUrl) => {
		expect(send(value)).toMatchObject({ videoUrl });
	});

	it.each([`<${A}`, `[The talk](${A}`, `see ${A}`, `"${A}"`, `(${A})`, `<a href="${A}">`, `<${A}|x> now`])(
		'is refused where it is no link: %s',
		(value) => expect(send(value)).toEqual(refused('must be a link that starts with http://')),
	);
});

describe('A link from the source of a page or from JSON', () => {
	it.each([
		[`${FILE}?Expires=1&amp;Signature=x`, 'holds &amp; as copied from HTML: write &'],
		[`${FILE}?Expires=1&#38;Signature=x`, 'holds &#38; as copied from HTML: write &'],
		[`<${A}?a=1&amp;b=2>`, 'holds &amp; as copied from HTML: write &'],
		['https://h.example/it&#39;s.mp4', 'holds &#39; as copied from HTML: write the character'],
		[`${FILE}?a=1\\u0026b=2`, 'holds \\u0026 as copied from JSON: write the character'],
		['https://h.example\\/x.mp4', 'holds \\ as copied from JSON'],
		['https:\\/\\/h.example\\/x.mp4', 'must be a link that starts with http://'],
		[`https://${A}`, 'begins twice'],
		['https://youtu.be/{{ $json.id }}', 'holds an expression that n8n has not evaluated'],
	])('is refused, and the message says what to write: %s', (link, rule) => {
		expect(send(link)).toEqual(refused(rule));
	});

	it.each([
		['https://www.youtube.com/watch%3Fv%3DhArb0urT4lk', 'holds %3F as copied out of another link: write ?'],
		['https://youtu.be/hArb0urT4lk%3Fsi%3Da', 'holds %3F as copied out of another link: write ?'],
		['https://vimeo.com/876543210%23t%3D3', 'holds %23 as copied out of another link: write #'],
		['https://vimeo.com/user/a%23t%3D3', 'holds %23 as copied out of another link: write #'],
		['https://www.youtube.com/live/@x%3Fsi%3Da', 'holds %3F as copied out of another link: write ?'],
	])('may be escaped as a part of another link, and is refused: %s', (link, rule) => {
		expect(send(link)).toEqual(refused(rule));
	});

	it('may hold & in any other way', () => {
		const link = `${FILE}?a=1&amp=2&ampere=3&copy=4`;
		expect(send(link)).toMatchObject({ videoUrl: link });
	});
});

describe('A character that nobody sees, inside a link', () => {
	it.each([
		['https://youtu.be/hArb\u200b0urT4lk', '\\u200b'],
		['https://www.youtube.com/watch?v=hArb0ur\u2060T4lk', '\\u2060'],
		['https://www.youtube.com/watch?v=hArb0urT4lk\u200b&t=1', '\\u200b'],
		['https://you\u00adtube.com/watch?v=hArb0urT4lk', '\\u00ad'],
		['https://www.linkedin.com/posts/jane\u200e-doe_1', '\\u200e'],
		['https://www.dropbox.com/s/1/ta\ufefflk.mp4', '\\ufeff'],
		['https://youtu.be/hArb0urT4lk%E2%80%8B', '\\u200b'],
		['https://h.exam\u200bple/x.mp4', '\\u200b'],
		['https://h.example/x.mp4\u200b?sig=1', '\\u200b'],
		['https://h.example/a\u0000b.mp4', '\\u0000'],
		['https://h.example/a\nb.mp4', '\\u000a'],
	])('is refused, and written so that everybody sees it: %j', (link, character) => {
		expect(send(link)).toEqual(refused(`must be one link and nothing else, but holds ${character}`));
	});
});

describe('A host that no name server knows', () => {
	it.each([
		['https://youtu。be/hArb0urT4lk', '。'],
		['https://youtu．be/hArb0urT4lk', '．'],
		['https://ｙｏｕｔｕ.be/hArb0urT4lk', 'ｙ'],
		['https://youtu.be／hArb0urT4lk', '／'],
	])('is refused where a keyboard has written full-width signs: %s', (link, sign) => {
		expect(send(link)).toEqual(refused(`its host holds ${sign}, a full-width sign: write the narrow one`));
	});

	it.each(['https://h,example/x.mp4', 'https://h..example/x.mp4', 'https://h.example!/x.mp4'])(
		'is no address of an own network: %s',
		(link) => expect(send(link)).toEqual(refused('must be a link that starts with http')),
	);
});

describe('A link of a platform that names no video', () => {
	it.each([
		'https://youtu.be/hArb0urT4lk?v=',
		'https://www.youtube.com/watch?v=hArb0urT4lk&list=',
		'https://www.youtube.com/playlist?list=PL1',
	])('is not one whose ID or list stands beside an empty value: %s', (link) => {
		expect(send(link)).toMatchObject({ videoUrl: link, videoType: 2 });
	});

	it.each(NO_VIDEO)('is refused: %s', (link) => {
		expect(send(link)).toEqual(refused('must lead to one video, but names none'));
	});
});

describe('An address that only its own network knows', () => {
	const HOSTS = [
		...'localhost localhost:8080 minio:9000 nas LOCALHOST. media.local nas.lan a.localhost'.split(' '),
		...'minio.default.svc minio.default.svc.cluster.local host.docker.internal nas.home.arpa nas.home'.split(
			' ',
		),
		...'127.0.0.1 127.1 2130706433 0x7f000001 017700000001 0.0.0.0 10.0.0.5 192.168.1.20 172.16.0.1'.split(
			' ',
		),
		...'172.31.255.255 169.254.169.254 100.64.0.1 [::1] [::] [fd12::1] [fe80::1] [::ffff:10.0.0.5]'.split(
			' ',
		),
		...'[0:0:0:0:0:0:0:1] me:word@localhost intranet.corp files.intranet'.split(' '),
	];

	it.each(HOSTS)('is refused, for the service cannot reach it: %s', (host) => {
		for (const changes of [{}, { ext: 'mp4' }, { videoType: 'auto' }]) {
			const problems = send(`http://${host}/x.mp4`, changes);
			expect(problems).toEqual(refused('an address of your own network, which the service cannot reach'));
			expect(JSON.stringify(problems)).not.toContain('word');
		}
	});

	it.each(HOSTS)('is sent where the service lies there, too, or somebody has chosen the kind: %s', (host) => {
		const videoUrl = `http://${host}/x.mp4`;
		expect(send(videoUrl, {}, true)).toMatchObject({ videoUrl, videoType: 1 });
		expect(send(videoUrl, { videoType: 1 })).toMatchObject({ videoUrl, videoType: 1 });
	});

	it.each([
		...['h.example', '10.example.com', '172.15.0.1', '172.32.0.1', '192.169.0.1', '11.0.0.1', '100.128.0.1'],
		...['[2001:db8::1]', 'local.example', 'localhost.example.com', 'internal.example.com', 'svc.example.com'],
		...['xn--r8jz45g.xn--zckzah', 'home.example', '169.253.0.1'],
	])('is no other: %s', (host) => {
		expect(send(`https://${host}/x.mp4`)).toMatchObject({ videoType: 1, ext: 'mp4' });
	});
});
