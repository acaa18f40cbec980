/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { holding, like } from '../given/matchers';
import { readSubmission } from '../given/parameters';

/** What is sent of a link, or the rule that it breaks. */
function send(videoUrl: string, changes: object = {}): unknown {
	const read = readSubmission({ videoUrl, ...changes });
	return read.ok ? read.value : read.problems;
}

const refused = (rule: string) => [{ field: 'videoUrl', rule: holding(rule) }];

const A = 'https://youtu.be/hArb0urT4lk';
const FILE = 'https://h.example/x.mp4';

describe('A link of a platform whose ID is none', () => {
	it.each([
		['https://www.youtube.com/watch?v=ｈArb0urT4lk', 'ｈ'],
		['https://www.twitch.tv/embed?clip=hArB%C3%B6R', 'ö'],
	])('is refused, and the message names the sign: %s', (link, sign) => {
		expect(send(link)).toEqual(refused(`must be one link and nothing else, but holds ${sign}`));
	});

	it.each([
		[
			'https://www.youtube.com/watch?v=hArb0urT4lk%26t%3D12',
			'holds %26 as copied out of another link: write &',
		],
		[
			'https://www.youtube.com/watch?v=hArb0urT4lk%3Fsi%3Da',
			'holds %3F as copied out of another link: write ?',
		],
		['https://drive.google.com/open?id=1hArB0uR%23a', 'holds %23 as copied out of another link: write #'],
		[
			'https://www.youtube.com/watch%253Fv%253DhArb0urT4lk',
			'holds %253F as copied out of another link: write ?',
		],
		['https://vimeo.com/876543210%252523t%25253D3', 'holds %252523 as copied out of another link: write #'],
	])('is refused where a part of it is escaped as in another link: %s', (link, rule) => {
		expect(send(link)).toEqual(refused(rule));
	});
});

describe('A link of a platform that leads to something else', () => {
	it.each([
		'https://www.dropbox.com/home/Talks/talk.mp4',
		'https://www.dropbox.com/preview/Talks/talk.mp4?role=personal',
		'https://www.dropbox.com/request/hArB0uRtAlK',
		'https://www.loom.com/share/folder/0123456789abcdef0123456789abcdef',
		'https://vimeo.com/user/1234567/folder/7654321',
		'https://www.twitch.tv/harbour/clip/',
		'https://x.com/i/broadcasts/',
	])('is refused where that is a folder, a list of own files, or nothing: %s', (link) => {
		expect(send(link)).toEqual(refused('must lead to one video, but names none'));
	});

	it.each([
		'https://img.youtube.com/vi/hArb0urT4lk/maxresdefault.jpg',
		'https://www.dropbox.com/s/hArB0uR/photo.JPEG?dl=0',
		'https://www.dropbox.com/scl/fi/hArB0uR/minutes.docx?rlkey=tAlK&dl=0',
		'https://www.dropbox.com/scl/fi/hArB0uR/talk.srt?rlkey=tAlK',
	])('is refused where that is a picture or a text: %s', (link) => {
		expect(send(link)).toEqual(refused('must lead to one video, but names none'));
	});

	it.each([
		'https://x.com/i/flow/login?redirect_after_login=%2Fharbour%2Fstatus%2F1712345678901234567',
		'https://www.dropbox.com/login?cont=https%3A%2F%2Fwww.dropbox.com%2Fs%2FhArB0uR%2Ftalk.mp4',
		'https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40harbour%2Fvideo%2F1',
		'https://www.facebook.com/checkpoint/?next=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D1',
		'https://www.linkedin.com/checkpoint/lg/login?session_redirect=%2Fposts%2Fjane',
		'https://vimeo.com/log_in?redirect=%2F876543210',
		'https://www.loom.com/login?redirect=%2Fshare%2F0123',
	])('is not taken for a video where that asks for a login: %s', (link) => {
		expect(send(link)).toEqual(refused('is a link whose source cannot be detected'));
	});
});

describe("A file's link", () => {
	it.each([
		`${FILE}.`,
		`${FILE})`,
		`${FILE}).`,
		`${FILE}”`,
		`${FILE}...`,
		`${FILE}。`,
		`${FILE}%22`,
		`${FILE}'`,
	])('is refused with what stands behind it in a sentence, also with a File Extension: %s', (link) => {
		for (const changes of [{}, { ext: 'mp4' }]) {
			expect(send(link, changes)).toEqual([
				{
					field: 'videoUrl',
					rule: like(/^must be one link and nothing else, but holds \S+ behind \.mp4: remove it/),
				},
			]);
		}
	});

	it.each([
		'https://h.example/undefined.mp4',
		'https://h.example/undefined/talk.mp4',
		'https://h.example/[object Object].mp4',
		'https://h.example/a/null.mov?sig=1',
		'https://h.example/talks/undefined',
	])('is refused where an expression has found nothing: %s', (link) => {
		expect(send(link, { ext: 'mp4' })).toEqual(refused('which an expression writes that finds nothing'));
	});

	it.each([
		'https://h.example/(talk).mp4',
		'https://h.example/my undefined talk.mp4',
		'https://h.example/login/talk.mp4',
	])('may hold such signs and words elsewhere: %s', (link) =>
		expect(send(link)).toMatchObject({ videoType: 1, ext: 'mp4' }),
	);

	it('with words in the next line is refused, and the message names the way on', () => {
		expect(send(`${A}\n\nSent from my phone`)).toEqual(
			refused(
				'must be one link and nothing else, but holds \\u000a: make one item of each link, and leave out other words',
			),
		);
	});
});

it.each(['https://www.dropbox.com/scl/fo/', 'https://youtu.be/'])(
	'A link with 100,000 slashes inside is read at once: %s',
	(start) => {
		// Only the work of this process counts; it was thirteen seconds.
		const before = process.cpuUsage();
		send(`${start}${'/'.repeat(100_000)}!`);
		expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
	},
);
