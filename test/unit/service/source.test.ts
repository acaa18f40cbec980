import fc from 'fast-check';
import { detectSource } from '../../../nodes/Clip/service/rules/source';
import { parseLink } from '../../../nodes/Clip/lib/link';
import { EXTENSIONS } from '../../../nodes/Clip/service/rules/vocabulary';
import { anyLink, anyText } from '../given/texts';

const HOSTS: ReadonlyArray<readonly [number, readonly string[]]> = [
	[
		2,
		[
			'youtube.com',
			'www.youtube.com',
			'm.youtube.com',
			'music.youtube.com',
			'youtu.be',
			'www.youtube-nocookie.com',
		],
	],
	[3, ['drive.google.com', 'docs.google.com', 'drive.usercontent.google.com']],
	[4, ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com', 'm.vimeo.com']],
	[5, ['streamyard.com', 'www.streamyard.com']],
	[6, ['tiktok.com', 'www.tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com']],
	[7, ['twitter.com', 'mobile.twitter.com', 'x.com', 'www.x.com', 'mobile.x.com', 't.co']],
	[9, ['twitch.tv', 'www.twitch.tv', 'm.twitch.tv', 'clips.twitch.tv', 'go.twitch.tv']],
	[10, ['loom.com', 'www.loom.com']],
	[
		11,
		['facebook.com', 'www.facebook.com', 'm.facebook.com', 'web.facebook.com', 'fb.watch', 'fb.com', 'fb.me'],
	],
	[12, ['linkedin.com', 'www.linkedin.com', 'de.linkedin.com', 'lnkd.in']],
	[13, ['dropbox.com', 'www.dropbox.com', 'dl.dropboxusercontent.com', 'db.tt']],
	[14, ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am']],
];

/** Whether a host is nobody's subdomain, so that anybody may own one with other letters in front. */
const isOwnDomain = (host: string) => host.split('.').length === 2;

const detect = (link: string) => {
	const url = parseLink(link);
	return url === null ? null : detectSource(url);
};

describe.each(HOSTS)('source kind %i', (videoType, hosts) => {
	test.each(hosts)('is told by %s', (host) => {
		for (const link of [
			`https://${host}/watch?v=1`,
			`http://${host}`,
			`HTTPS://${host.toUpperCase()}:443/a/b`,
			`https://${host}./x`,
			`https://${host}/share/talk.mp4?dl=0`,
			`https://${host}/https://evil.example/x@evil.example?a=//evil.example#//evil.example`,
			`https://someone:word@${host}/x`,
		]) {
			expect(detect(link)?.videoType).toBe(videoType);
		}
	});

	test.each(hosts)('is not told by look-alikes of %s', (host) => {
		for (const link of [
			...(isOwnDomain(host) ? [`https://not${host}/x`, `https://evil-${host}/x`] : []),
			`https://${host}.evil.example/x`,
			`https://${host}@evil.example/x`,
			`https://${host}:word@evil.example/x`,
			`https://evil.example/${host}/x`,
			`https://evil.example/?u=https://${host}/x`,
			`https://evil.example/#https://${host}/x`,
			`https://${host.replace('.', '-')}.example/x`,
		]) {
			expect(detect(link)).toEqual({ videoType: null, ext: null });
		}
	});
});

describe.each(EXTENSIONS)('a path that ends in .%s', (ext) => {
	test.each([
		`https://h.example/talk.${ext}`,
		`https://h.example/talk.${ext.toUpperCase()}`,
		`https://h.example/talk%2E${ext}`,
		`https://h.example/a%20b/t%C3%A4lk.${ext}`,
		`https://h.example/100%/talk.${ext}`,
		`https://h.example/talk.${ext}?Expires=1&name=x.txt`,
		`https://h.example/talk.${ext}#t=10`,
		`https://h.example/talk.mkv.${ext}`,
		`https://h.example/talk.${ext}?f=x.mp4#y.avi`,
		`https://192.0.2.7:8080/talk.${ext}`,
		`http://[2001:db8::1]/talk.${ext}`,
		`https://localhost/talk.${ext}`,
	])('means a remote file: %s', (link) => expect(detect(link)).toEqual({ videoType: 1, ext }));

	test.each([
		`https://h.example/talk.${ext}/`,
		`https://h.example/talk.${ext}.`,
		`https://h.example/talk.${ext}x`,
		`https://h.example/talk${ext}`,
		`https://h.example/talk?file=a.${ext}`,
		`https://h.example/talk#a.${ext}`,
		`https://h.${ext}`,
		`https://h.${ext}/`,
	])('does not end there: %s', (link) => expect(detect(link)).toEqual({ videoType: null, ext: null }));
});

describe('parseLink', () => {
	test.each([
		'https://h.example',
		'http://h.example/a b',
		'HTTPS://h.example/ü',
		'https://localhost:8443/x',
		'https://user:word@h.example/x',
		'https://例え.テスト/動画',
		'https://h.example./x',
	])('takes %s', (text) => expect(parseLink(text)).not.toBeNull());

	test.each([
		'',
		'h.example/x.mp4',
		'//h.example/x.mp4',
		'ftp://h.example/x.mp4',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'data:video/mp4;base64,AAAA',
		'https:',
		'https:/h.example/x.mp4',
		'https:h.example/x.mp4',
		'https://',
		'https:///x.mp4',
		'https://?x.mp4',
		'https://#x.mp4',
		'https://\\x.mp4',
		'https://:443/x.mp4',
		'https://@/x.mp4',
		'https://user@/x.mp4',
		'https://./x.mp4',
		'https://@.',
		'https://../x.mp4',
		'https:// /x.mp4',
		'https://h example/x.mp4',
		'https://h.example:99999/x.mp4',
		'https://h.example/a\nb.mp4',
		'https://h.example/a\tb.mp4',
		'https://h.\u0000example/x.mp4',
		'https://h.example/x\u007f.mp4',
		'https://%/x.mp4',
		'https://[::1/x.mp4',
		'see https://h.example/x.mp4',
	])('does not take %j', (text) => expect(parseLink(text)).toBeNull());

	it('takes only http links with a host, whatever comes', () => {
		const links = fc.oneof(
			anyLink(),
			anyText().map((rest) => `https://${rest}`),
			anyText(),
		);
		fc.assert(
			fc.property(links, (text) => {
				const url = parseLink(text);
				if (url === null) return;
				expect(url.protocol).toMatch(/^https?:$/);
				expect(url.hostname).toMatch(/[^.]/);
				expect(() => detectSource(url)).not.toThrow();
			}),
		);
	});
});
