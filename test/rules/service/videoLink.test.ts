/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { LINKS, refusedAs } from '../given/links';
import { holding } from '../given/matchers';
import { readSubmission } from '../given/parameters';

/** What is sent of a link, or the rule that it breaks. */
function send(videoUrl: unknown, changes: object = {}): unknown {
	const read = readSubmission({ videoUrl, ...changes });
	if (!read.ok) return read.problems;
	const others = ['preferLength', 'lang'];
	return Object.fromEntries(Object.entries(read.value).filter(([name]) => !others.includes(name)));
}

const refused = (rule: string) => [{ field: 'videoUrl', rule: holding(rule) }];

it.each(LINKS)('A link is sent as kind $sent.videoType: $link', ({ link, sent }) => {
	expect(send(link)).toEqual(sent);
});

describe.each<[verdict: string, rule: string]>([
	['no source', 'is a link whose source cannot be detected\n'],
	['no video', 'does not lead to one video\n'],
])('A link in which something is missing (%s)', (verdict, rule) => {
	it.each(refusedAs(verdict))('is refused, unless somebody has chosen its kind: %s', (link) => {
		// An extension says what a link is, but neither which video nor how to reach it.
		const changes = [{}, { videoType: 'auto' }, ...(verdict === 'no source' ? [] : [{ ext: 'mp4' }])];
		for (const more of changes) expect(send(link, more)).toEqual(refused(rule));
		expect(send(link, { videoType: 4 })).toEqual({ videoUrl: link, videoType: 4 });
	});
});

describe.each<[verdict: string, rule: string]>([
	['several', 'must be one link, but holds several\n'],
	['words', 'must be one link and nothing else\n'],
	['no link', 'must be a link that starts with http'],
	['expression', 'holds an expression that n8n has not evaluated'],
])('What is not one link (%s)', (verdict, rule) => {
	it.each(refusedAs(verdict))('is refused, also with a kind that somebody has chosen: %j', (value) => {
		for (const changes of [{}, { ext: 'mp4' }, { videoType: 2 }])
			expect(send(value, changes)).toEqual(refused(rule));
	});
});

it('A list of links is refused', () => {
	const links = ['https://youtu.be/hArb0urT4lk', 'https://vimeo.com/876543210'];
	expect(send(links)).toEqual(refused('must be one link, but holds several\n'));
});

it.each(refusedAs('no source'))(
	'A link that does not tell its source is sent with a File Extension: %s',
	(link) => {
		expect(send(link, { ext: 'mp4' })).toEqual({ videoUrl: link, videoType: 1, ext: 'mp4' });
	},
);

it('A file that does not tell its source may have white space in its name', () => {
	const sent = { videoUrl: 'https://h.example/my%20talk.webm', videoType: 1, ext: 'mp4' };
	expect(send('https://h.example/my talk.webm', { ext: 'mp4' })).toEqual(sent);
});

it('A link that is refused is shown, without what signs it and without a login', () => {
	expect(send('https://h.example/talk?sig=S')).toEqual(refused('\nIt is "https://h.example/talk".'));
	expect(JSON.stringify(send('http://me:word@h.example/talk'))).not.toContain('word');
});

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
