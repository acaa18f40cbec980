/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { LINKS } from '../given/links';
import { holding } from '../given/matchers';
import { NO_VIDEO } from '../given/noVideo';
import { readSubmission } from '../given/parameters';
import { UNDETECTED } from '../given/undetected';

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

describe('A link that does not tell its source', () => {
	it.each(UNDETECTED)('is refused: %s', (link) => {
		expect(send(link)).toEqual(refused('is a link whose source cannot be detected\n'));
	});

	it('is shown, without what signs it', () => {
		expect(send('https://h.example/talk?sig=S')).toEqual(refused('\nIt is "https://h.example/talk".'));
	});

	it.each(UNDETECTED)('is sent with a File Extension, or with a Video Type: %s', (link) => {
		expect(send(link, { ext: 'mp4' })).toEqual({ videoUrl: link, videoType: 1, ext: 'mp4' });
		expect(send(link, { videoType: 4 })).toEqual({ videoUrl: link, videoType: 4 });
	});
});

describe('A link of YouTube, Vimeo, TikTok or Twitch without the ID of a video', () => {
	it.each(NO_VIDEO)('is refused: %s', (link) => {
		for (const changes of [{}, { ext: 'mp4' }, { videoType: 'auto' }]) {
			expect(send(link, changes)).toEqual(refused('must lead to one video, but names none\n'));
		}
	});

	it.each(NO_VIDEO)('is sent where somebody has chosen its kind: %s', (link) => {
		expect(send(link, { videoType: 2 })).toEqual({ videoUrl: link, videoType: 2 });
	});
});

describe('Several links in one field', () => {
	it.each([
		...[', ', ' ', '\n', '\r\n\r\n', '\t', ';', ' | ', ',', '，', '、', '\u00a0', '\u2028', ' and ', ''].map(
			(divider) => `${A}${divider}${B}`,
		),
		...[`${FILE}, ${FILE}`, `${FILE}${FILE}`, `${FILE}?a=1|${FILE}`, `https://${A}`],
		...[`${A}, www.youtube.com/watch?v=2`, `${A}?a=1;youtu.be/2`, `${A},m.youtube.com/watch/2`],
		...[[A, B]],
	])('are refused: %j', (value) => {
		expect(send(value)).toEqual(refused('must be one link, but holds several\n'));
	});
});

describe('Words beside a link', () => {
	it.each([
		...[`${A} please clip the second half`, `${A} (the talk)`, `${A}\n\nSent from my phone`, `${A}, 2`],
		...[`${B} - The Harbour`, `${A} see talk.mp4`, `${FILE} please clip it`, `${FILE}?sig=1 please`],
		...[`${FILE}, y.mp4`, `${FILE} y.mp4`, `${FILE}\u00a0y.mp4`, `${FILE}#t=1 please`, `${A}#a b`],
		...['https://h.example/my talk', 'https://www.dropbox.com/s/1/a.mp4?dl=0 please'],
		...['https://x.com/harbour/status/1 2', 'https://h.example/a\u0000b.mp4'],
	])('are refused, also with a kind that somebody has chosen: %j', (value) => {
		for (const changes of [{}, { ext: 'mp4' }, { videoType: 2 }]) {
			expect(send(value, changes)).toEqual(refused('must be one link and nothing else\n'));
		}
	});

	it.each([`<${A}`, `see ${A}`, `"${A}"`, `(${A})`, `<a href="${A}">`, `<${A}|x> now`, `1. ${A} 2. ${B}`])(
		'are refused where they stand before it: %s',
		(value) => expect(send(value)).toEqual(refused('must be a link that starts with http://')),
	);
});

it.each([
	[`<${A}>`, A],
	[`<${A}|youtu.be/hArb0urT4lk>`, A],
	[`[The talk (1)](${A})`, A],
	[`\u00a0\u200b<${A}>\u2060 \n`, A],
])('What chats write around a link, and what nobody sees there, is taken off: %j', (value, videoUrl) => {
	expect(send(value)).toMatchObject({ videoUrl });
});

it('An expression that n8n has not evaluated is refused', () => {
	for (const link of ['https://youtu.be/{{ $json.id }}', 'https://h.example/{{$json.name}}.mp4']) {
		expect(send(link)).toEqual(refused('holds an expression that n8n has not evaluated'));
	}
});

it.each(['https://h,example/x.mp4', 'https://h..example/x.mp4', 'https://h.example!/x.mp4'])(
	'A host that no name server knows is no address of an own network: %s',
	(link) => expect(send(link)).toEqual(refused('must be a link that starts with http')),
);

it.each(['https://www.dropbox.com/scl/fo/', 'https://youtu.be/', 'https://vimeo.com/', 'https://h.example/'])(
	'A link with 100,000 of one character inside is read at once: %s',
	(start) => {
		for (const character of '/a ?.1') {
			// Only the work of this process counts; it was thirteen seconds.
			const before = process.cpuUsage();
			send(`${start}${character.repeat(100_000)}!`);
			expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
		}
	},
);

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
