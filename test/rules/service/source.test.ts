import { parseLink } from '../../../nodes/Clip/lib/link';
import { detectSource, canonicalVideoLink } from '../../../nodes/Clip/service/rules/source';

const detect = (link: string) => {
	const url = parseLink(link);
	return url === null ? null : detectSource(url);
};

it.each([
	[2, 'youtube.com www.youtube.com m.youtube.com music.youtube.com youtu.be www.youtube-nocookie.com'],
	[3, 'drive.google.com docs.google.com drive.usercontent.google.com'],
	[4, 'vimeo.com www.vimeo.com player.vimeo.com'],
	[5, 'streamyard.com www.streamyard.com'],
	[6, 'tiktok.com www.tiktok.com m.tiktok.com vm.tiktok.com vt.tiktok.com'],
	[7, 'twitter.com mobile.twitter.com x.com www.x.com'],
	[9, 'twitch.tv www.twitch.tv clips.twitch.tv'],
	[10, 'loom.com www.loom.com'],
	[11, 'facebook.com m.facebook.com web.facebook.com fb.watch fb.com fb.me'],
	[12, 'linkedin.com de.linkedin.com'],
	[13, 'dropbox.com www.dropbox.com dl.dropboxusercontent.com db.tt'],
	[14, 'instagram.com www.instagram.com instagr.am'],
])('Source kind %i is told by each of %s', (videoType, hosts) => {
	for (const host of hosts.split(' ')) {
		for (const link of [
			`HTTP://${host.toUpperCase()}:443`,
			`https://${host}./share/talk.mp4?dl=0`,
			`https://someone:word@${host}/https://evil.example/x@evil.example?a=//evil.example#//evil.example`,
		]) {
			expect([link, detect(link)?.videoType]).toEqual([link, videoType]);
		}
	}
});

it.each([
	['https://h.example/v?X-Amz-Signature=1&X-Goog-Date=2&id=7', 'https://h.example/v?id=7'],
	['https://h.example/v?Expires=1&Signature=2&Key-Pair-Id=3&Policy=4&hdnts=5', 'https://h.example/v'],
	['https://h.example/v?sv=2022-11-02&se=2&sig=3&id=7', 'https://h.example/v?id=7'],
	['https://h.example/v.mp4?sv=1&se=2&sig=3&id=7', 'https://h.example/v.mp4?id=7'],
	['https://h.example/v?sv=1&se=2&sig=3&id=7', 'https://h.example/v?sv=1&se=2&sig=3&id=7'],
	['https://h.example/v?x-oss-signature=1&q-sign-time=2&q-ak=3&q-header-list=4', 'https://h.example/v'],
	['https://h.example/v?x-oss-process=cut&x-oss-expires=9', 'https://h.example/v?x-oss-process=cut'],
	['https://h.example/v?OSSAccessKeyId=a&Expires=1&security-token=b&Signature=c', 'https://h.example/v'],
	['https://h.example/v?policy=42&expires=7', 'https://h.example/v?policy=42&expires=7'],
	['https://h.example/v?q-ak=3&x-cos-security-token=b', 'https://h.example/v'],
	['https://h.example/v?sv=1&se=2', 'https://h.example/v?sv=1&se=2'],
	['https://drive.google.com/file/d/hA/view?usp=sharing', 'https://drive.google.com/file/d/hA/view'],
	['https://www.instagram.com/reel/hA/?igsh=a&utm_source=b', 'https://instagram.com/reel/hA'],
	['https://www.facebook.com/watch/?v=4&fbclid=b', 'https://facebook.com/watch?v=4'],
	['https://www.facebook.com/a/videos/4?mibextid=b', 'https://facebook.com/a/videos/4'],
	['https://twitter.com/a/status/4?s=46&t=b', 'https://x.com/a/status/4'],
	['https://mobile.twitter.com/a/status/4', 'https://x.com/a/status/4'],
	['https://facebook.com/a/status/4/video/1', 'https://facebook.com/a/status/4/video/1'],
	['https://x.com/a/status/44/video/1', 'https://x.com/a/status/44'],
	['https://x.com/a/status/4/video/12', 'https://x.com/a/status/4/video/12'],
	['https://fly.m.twitch.tv/videos/4', 'https://fly.m.twitch.tv/videos/4'],
	['http://www.h.example/v.mp4', 'http://www.h.example/v.mp4'],
	['https://x.com/a/status/4/video/2', 'https://x.com/a/status/4/video/2'],
	['https://www.twitch.tv/videos/4?filter=archives&range=7d&sort=time', 'https://twitch.tv/videos/4'],
	['https://www.tiktok.com/@a/video/4?_r=1&_t=b', 'https://tiktok.com/@a/video/4'],
	['https://www.loom.com/share/a?sid=b', 'https://loom.com/share/a'],
	['https://vimeo.com/4/a?share=copy', 'https://vimeo.com/4/a'],
	['https://vimeo.com/4?share=copy&fl=sv&fe=ci', 'https://vimeo.com/4'],
	['https://vimeo.com/4#t=1m30s', 'https://vimeo.com/4'],
	['https://youtube.com/clip/UgkxABC?si=a&feature=shared', 'https://youtube.com/clip/UgkxABC'],
	['https://www.twitch.tv/videos/4?t=1h2m', 'https://twitch.tv/videos/4'],
	['https://www.loom.com/share/4?sid=a&t=12', 'https://loom.com/share/4'],
	['https://www.tiktok.com/@a/video/4?is_from_webapp=1&web_id=7', 'https://tiktok.com/@a/video/4'],
	['https://h.example/player#t=talk', 'https://h.example/player#t=talk'],
	['https://h.example/p#t=1/next', 'https://h.example/p#t=1/next'],
	['https://h.example/p#a#t=1', 'https://h.example/p#a#t=1'],
	['https://h.example/v?sv=x2022-11-02&sig=3', 'https://h.example/v?sv=x2022-11-02&sig=3'],
	['https://h.example/v?sv=2022-11-02x&sig=3', 'https://h.example/v?sv=2022-11-02x&sig=3'],
	['http://www.vimeo.com/4/', 'https://vimeo.com/4'],
	['https://m.facebook.com/watch/?v=4&ref=sharing&rdid=a', 'https://facebook.com/watch?v=4'],
	['https://www.linkedin.com/posts/a-4?utm_source=share&rcm=b', 'https://linkedin.com/posts/a-4'],
	['http://www.h.example/v/?ref=4&rcm=5', 'http://www.h.example/v/?ref=4&rcm=5'],
	['https://vimeo.com/album/1#4', 'https://vimeo.com/album/1#4'],
	['https://www.dropbox.com/scl/fi/a/b.mp4?rlkey=c&st=d&dl=0', 'https://dropbox.com/scl/fi/a/b.mp4?rlkey=c'],
	['https://h.example/v?s=1&t=2&sid=3&share=4&st=5', 'https://h.example/v?s=1&t=2&sid=3&share=4&st=5'],
	['https://youtu.be/a', 'https://youtu.be/a'],
	['https://H.example', 'https://h.example/'],
	['https://h.example/ä b', 'https://h.example/%C3%A4%20b'],
	['https://H.example/ä b?utm_source=x', 'https://h.example/%C3%A4%20b'],
	['https://h.example/v?id=a%20b', 'https://h.example/v?id=a+b'],
	['https://h.example/v?id=a%20b&utm_source=x', 'https://h.example/v?id=a+b'],
	['no link?sig=1', 'no link?sig=1'],
	['https://youtube.com/watch?v=xhArb0urT4lk', 'https://youtube.com/watch?v=xhArb0urT4lk'],
	['https://youtube.com/watch?v=hArb0urT4lkx', 'https://youtube.com/watch?v=hArb0urT4lkx'],
])('A link that was signed or shared anew is the same video: %s is %s', (link, video) => {
	expect(canonicalVideoLink(link)).toBe(video);
});

describe('Links of YouTube', () => {
	const id = 'hArb0urT4lk';
	const same = (path: string) =>
		canonicalVideoLink(`https://${path}`) === canonicalVideoLink(`https://youtu.be/${id}`);

	it.each([
		...[`youtu.be/${id}?si=a`, `youtu.be/${id}/?si=b&t=3`, `youtu.be/?v=${id}`, `youtube.com/watch?v=${id}`],
		...[`www.youtube.com/watch?v=${id}&t=12s`, `www.youtube.com/watch?list=PL1&v=${id}#t=1`],
		...[`m.youtube.com/watch/?v=${id}`, `music.youtube.com/watch?v=${id}&si=c`, `youtube.com/shorts/${id}`],
		...[`www.youtube.com/live/${id}?si=a`, `www.youtube.com/embed/${id}?start=3`, `youtube.com/v/${id}`],
		...[`www.youtube-nocookie.com/embed/${id}`, `www.youtube.com/e/${id}`, `www.youtube.com/watch/${id}`],
		...[`www.youtube.com/vi/${id}`, `www.youtube.com/watch?video_id=${id}`, `yt.be/${id}`],
	])('with the same ID are one video: %s', (path) => expect(same(path)).toBe(true));

	it.each([
		...[
			'youtu.be/hArb0urT4lK',
			`youtu.be/${id}x`,
			`youtube.com/watch?v=${id}x`,
			`youtube.com/watch?list=${id}`,
		],
		...[`youtube.com/clip/${id}`, `youtube.com/embed/${id}?clip=Ugkx&clipt=E`, `youtube.com/${id}`],
		...[`youtube.com/@a/${id}`, `youtube.com/watch?v=${id}&v=hArb0urT4lK`, `notyoutube.com/watch?v=${id}`],
		...[
			`vimeo.com/${id}`,
			`youtube.com/redirect?v=${id}`,
			`youtube.com/playlist/?v=${id}`,
			`youtube.com/playlist?v=${id}`,
		],
	])('of another ID, or of a part of a video, are another: %s', (path) => expect(same(path)).toBe(false));

	it('to players of playlists and of broadcasts, whose names are as long as an ID, are as many as there are links', () => {
		const players = [
			'videoseries?list=PL1',
			'videoseries?list=PL2',
			'live_stream?channel=UC1',
			'live_stream?channel=UC2',
		];
		const all = players.map((player) => canonicalVideoLink(`https://www.youtube.com/embed/${player}`));
		expect(new Set(all).size).toBe(4);
	});
});
