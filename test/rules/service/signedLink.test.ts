import { expiryOf, removeSignature } from '../../../nodes/Clip/service/rules/signedLink';

const DATE = '2030-03-17T17:46:40.000Z';
const SECONDS = '1900000000';

const V4 = 'Date=20300317T164640Z';

it.each([
	`https://m.example/a.mp4?Expires=${SECONDS}&Signature=x`,
	`HTTP://m.example/a.mp4?x=1&expires=${SECONDS}000#?Expires=1`,
	`https://m.example/a.mp4?expire=${SECONDS}`,
	`https://m.example/a.mp4?X-Amz-${V4}&X-Amz-Expires=3600&X-Amz-Signature=x`,
	`https://m.example/a.mp4?X-Goog-Expires=3600&X-Goog-${V4}`,
	`https://m.example/a.mp4?X-Goog-${V4}&X-Goog-Expires=3600`,
	`https://m.example/a.mp4?x-oss-expires=3600&x-oss-${V4.replace('Date', 'date')}`,
])('A link says until when it works: %s', (link) => expect(expiryOf(link)).toBe(DATE));

it.each([
	...['', 'soon', '-1', '0', '5', '3600', '604800', `${SECONDS}0`].map(
		(value) => `https://m.example/a?Expires=${value}`,
	),
	'https://m.example/a.mp4?X-Amz-Expires=3600&X-Amz-Signature=x',
	`https://m.example/a.mp4?X-Amz-${V4}`,
	'https://m.example/a.mp4?X-Amz-Date=20309917T164640Z&X-Amz-Expires=3600',
	`https://m.example/a.mp4?X-Amz-${V4}&X-Amz-Expires=99999999999999999`,
	`https://m.example/a.mp4#?Expires=${SECONDS}`,
	`see https://m.example/a?Expires=${SECONDS}`,
	'not a link',
])('A link without a date says nothing, and a duration is no date: %s', (link) =>
	expect(expiryOf(link)).toBeNull(),
);

const unsigned = (link: string): string => {
	const url = new URL(link);
	removeSignature(url);
	return url.href;
};

it.each([
	['https://p.example/storage/v1/object/sign/a/b.mp4?token=1&download=x', '?download=x'],
	['https://c.example/b.mp4?token=1&expires=1900000000&id=7', '?id=7'],
	['https://s.example/Documents/b.MOV?tempauth=1&v=2', '?v=2'],
	['https://s.example/_layouts/15/download.aspx?UniqueId=7&tempauth=1', '?UniqueId=7'],
	['https://cdn.discordapp.com/attachments/1/2/talk.mp4?ex=6745&is=6744&hm=0a1b&', ''],
])('What signs a link to a file is no part of the video: %s', (link, rest) => {
	expect(new URL(unsigned(link)).search).toBe(rest);
});

it.each([
	'https://p.example/storage/v1/object/sign/a?token=1',
	'https://p.example/files/b.mp4?token=1',
	'https://c.example/watch?token=1&id=7',
	'https://c.example/b.mp4/page?token=1&expires=1900000000',
	'https://s.example/download.aspx?tempauth=1',
	'https://s.example/b.mp4?ex=1&is=2',
])('In doubt what looks like a signature stays: %s', (link) => expect(unsigned(link)).toBe(link));

it('A token stays where the path names no file, whatever its date', () => {
	expect(unsigned('https://c.example/watch?token=1&expires=1900000000')).toContain('token=1');
});
