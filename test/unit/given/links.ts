/** What a link is sent as. */
interface Row {
	source: string;
	link: string;
	videoType: number;
	/** Of a file. */
	ext?: string;
	/** Where that is not what was entered. */
	sent?: string;
}

const row =
	(source: string, videoType: number) =>
	(link: string, sent?: string): Row => ({ source, link, videoType, ...(sent !== undefined && { sent }) });

const youTube = row('YouTube', 2);
const drive = row('Google Drive', 3);
const vimeo = row('Vimeo', 4);
const streamYard = row('StreamYard', 5);
const tikTok = row('TikTok', 6);
const x = row('X', 7);
const twitch = row('Twitch', 9);
const loom = row('Loom', 10);
const facebook = row('Facebook', 11);
const linkedIn = row('LinkedIn', 12);
const dropbox = row('Dropbox', 13);
const instagram = row('Instagram', 14);
const file = (source: string, link: string, ext = 'mp4', sent?: string): Row => ({
	...row(source, 1)(link, sent),
	ext,
});

/** Links as share buttons, address bars and stores give them: one of each shape. IDs and signatures are made up. */
export const LINKS: readonly Row[] = [
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk'),
	youTube('http://youtube.com/watch?v=hArb0urT4lk'),
	youTube('https://youtu.be/hArb0urT4lk?si=Qw3rTy_uIoP-aSdF'),
	youTube('https://youtu.be/hArb0urT4lk?si=Qw3rTy_uIoP-aSdF&t=95'),
	youTube('https://youtu.be/hArb0urT4lk?list=PLharbour-Talks_01'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&list=PLharbour-Talks_01&index=3'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&t=12s'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk#t=1m30s'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&ab_channel=Hafengespr%C3%A4che'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&ab_channel=Hafengespräche'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&pp=ygUHaGFyYm91cg%3D%3D'),
	youTube('https://www.youtube.com/watch?app=desktop&v=hArb0urT4lk&feature=youtu.be'),
	youTube('https://www.youtube.com/shorts/hArb0urT4lk'),
	youTube('https://youtube.com/shorts/hArb0urT4lk?feature=share'),
	youTube('https://www.youtube.com/live/hArb0urT4lk?si=Qw3rTy_uIoP-aSdF'),
	youTube('https://www.youtube.com/embed/hArb0urT4lk?si=Qw3rTy_uIoP-aSdF&start=30'),
	youTube('https://www.youtube.com/embed/hArb0urT4lk?enablejsapi=1&origin=https://example.com'),
	youTube('https://www.youtube-nocookie.com/embed/hArb0urT4lk?rel=0'),
	youTube('https://m.youtube.com/watch?v=hArb0urT4lk&feature=share'),
	youTube('https://music.youtube.com/watch?v=hArb0urT4lk&si=Qw3rTy_uIoP-aSdF'),
	youTube('https://www.youtube.com/clip/UgkxHarbourTalk-0123456789abcdefghij'),
	youTube('https://www.youtube.com/v/hArb0urT4lk?version=3'),
	youTube('https://www.youtube.com/e/hArb0urT4lk'),
	youTube('https://youtube.googleapis.com/v/hArb0urT4lk'),
	youTube('https://www.youtube.com/attribution_link?a=hAr&u=%2Fwatch%3Fv%3DhArb0urT4lk%26feature%3Dshare'),
	youTube('https://www.youtube.com/watch?list=PLharbour-Talks_01&v=hArb0urT4lk&index=3'),
	youTube('https://www.youtube.com/watch?v=hArb0urT4lk&utm_campaign=spring|talks'),
	youTube('https://www.youtube.com/watch?list=PL1&amp;v=hArb0urT4lk'),
	youTube('https://www.youtube.com/watch/hArb0urT4lk'),
	youTube('https://www.youtube.com/watch%3Fv%3DhArb0urT4lk'),
	youTube('https://www.youtube.com/vi/hArb0urT4lk'),
	youTube('https://m.youtube.com/#/watch?v=hArb0urT4lk'),
	youTube('https://music.youtube.com/podcast/hArb0urT4lk'),
	youTube('https://studio.youtube.com/video/hArb0urT4lk/edit'),
	youTube('https://www.youtube.com/signin?next=%2Fwatch%3Fv%3DhArb0urT4lk'),
	youTube('https://youtu.be/?v=hArb0urT4lk'),
	youTube('https://youtu.be/hArb0urT4lk.'),

	drive('https://drive.google.com/file/d/1hArB0uR-tAlK_0123456789abcdefgh/view?usp=sharing'),
	drive('https://drive.google.com/file/d/1hArB0uR-tAlK_0123456789abcdefgh/view?usp=drive_link'),
	drive('https://drive.google.com/file/d/1hArB0uR-tAlK/view?usp=sharing&resourcekey=0-hArBoUr'),
	drive('https://drive.google.com/file/d/1hArB0uR-tAlK/edit'),
	drive('https://drive.google.com/file/d/1hArB0uR-tAlK/preview'),
	drive('https://drive.google.com/file/u/1/d/1hArB0uR-tAlK/view'),
	drive('https://drive.google.com/a/example.com/file/d/1hArB0uR-tAlK/view'),
	drive('https://drive.google.com/open?id=1hArB0uR-tAlK&usp=drive_fs'),
	drive('https://drive.google.com/uc?export=download&id=1hArB0uR-tAlK'),
	drive('https://docs.google.com/uc?export=download&id=1hArB0uR-tAlK'),
	drive('https://docs.google.com/file/d/1hArB0uR-tAlK/edit?usp=docslist_api'),
	drive('https://drive.google.com/drive/folders/1hArB0uR?usp=sharing'),
	drive('https://docs.google.com/document/d/1hArB0uR/edit'),
	drive('https://drive.usercontent.google.com/download?id=1hArB0uR-tAlK&export=download&confirm=t'),

	vimeo('https://vimeo.com/876543210'),
	vimeo('https://vimeo.com/876543210/0a1b2c3d4e'),
	vimeo('https://vimeo.com/876543210/0a1b2c3d4e?share=copy&fl=sv&fe=ci'),
	vimeo('https://player.vimeo.com/video/876543210?h=0a1b2c3d4e&badge=0&autopause=0&player_id=0&app_id=58479'),
	vimeo('https://vimeo.com/channels/staffpicks/876543210'),
	vimeo('https://vimeo.com/groups/harbour/videos/876543210'),
	vimeo('https://vimeo.com/showcase/1234567/video/876543210'),
	vimeo('https://vimeo.com/album/1234567/video/876543210'),
	vimeo('https://vimeo.com/ondemand/harbour/876543210'),
	vimeo('https://vimeo.com/event/1234567/videos/876543210'),
	vimeo('https://vimeo.com/event/1234567'),
	vimeo('https://vimeo.com/showcase/1234567?video=876543210'),
	vimeo('https://vimeo.com/channels/1234567/876543210#t=30s'),
	vimeo('https://vimeo.com/moogaloop.swf?clip_id=876543210'),
	vimeo('https://vimeo.com/manage/videos/876543210/0a1b2c3d4e'),
	vimeo('https://vimeo.com/user1234567/review/876543210/0a1b2c3d4e'),
	vimeo('https://vimeo.com/harbour/talk'),
	vimeo('https://vimeopro.com/harbour/talks/video/876543210'),

	streamYard('https://streamyard.com/watch/hArBoUrTaLk1'),
	streamYard('https://streamyard.com/hArBoUrTaLk1'),

	tikTok('https://www.tiktok.com/@harbour.talks/video/7301234567890123456'),
	tikTok('https://www.tiktok.com/@harbour/video/7301234567890123456?q=harbour%20talk&t=1764000000000'),
	tikTok('https://vm.tiktok.com/ZMhArB0uR/'),
	tikTok('https://vt.tiktok.com/ZShArB0uR/'),
	tikTok('https://www.tiktok.com/t/ZThArB0uR/'),
	tikTok('https://m.tiktok.com/v/7301234567890123456.html?u_code=d0&preview_pb=0'),
	tikTok('https://www.tiktok.com/embed/v2/7301234567890123456'),

	tikTok('https://m.tiktok.com/share/video/7301234567890123456'),
	tikTok('https://www.tiktok.com/player/v1/7301234567890123456?music_info=1'),
	tikTok('https://www.tiktok.com/@null/video/7301234567890123456'),
	tikTok('https://www.tiktok.com/foryou?item_id=7301234567890123456'),

	x('https://x.com/harbour/status/1712345678901234567'),
	x('https://x.com/None/status/1712345678901234567'),
	x('https://x.com/search?q=talk'),
	x('https://x.com/harbour/status/1712345678901234567?s=46&t=hArBoUr-TaLk_0'),
	x('https://x.com/harbour/status/1712345678901234567/video/1'),
	x('https://x.com/i/status/1712345678901234567'),
	x('https://x.com/i/broadcasts/1hArBoUrTaLkX'),
	x('https://twitter.com/harbour/status/1712345678901234567?s=20'),
	x('https://mobile.twitter.com/harbour/status/1712345678901234567'),
	x('https://platform.twitter.com/embed/Tweet.html?id=1712345678901234567'),

	twitch('https://www.twitch.tv/videos/1987654321'),
	twitch('https://www.twitch.tv/videos/1987654321?t=1h2m3s'),
	twitch('https://m.twitch.tv/videos/1987654321?filter=archives&sort=time'),
	twitch('https://www.twitch.tv/harbour/v/1987654321'),
	twitch('https://www.twitch.tv/harbour/clip/QuietHarbourTalk-hA_rB0uR?featured=false&filter=clips&range=7d'),
	twitch('https://clips.twitch.tv/QuietHarbourTalk-hA_rB0uR'),
	twitch('https://clips.twitch.tv/embed?clip=QuietHarbourTalk-hA_rB0uR&parent=example.com'),
	twitch('https://player.twitch.tv/?video=v1987654321&parent=example.com'),
	twitch('https://www.twitch.tv/harbour/video/1987654321'),
	twitch('https://m.twitch.tv/clip/QuietHarbourTalk-hA_rB0uR'),
	twitch('https://player.twitch.tv/?parent=example.com&video=1987654321'),

	loom('https://www.loom.com/share/0123456789abcdef0123456789abcdef'),
	loom('https://www.loom.com/embed/0123456789abcdef0123456789abcdef?hide_owner=true'),
	loom('https://loom.com/share/harbour-talk-0123456789abcdef0123456789abcdef'),

	facebook('https://www.facebook.com/watch/?v=123456789012345'),
	facebook('https://www.facebook.com/watch?v=123456789012345'),
	facebook('https://www.facebook.com/watch/live/?ref=watch_permalink&v=123456789012345'),
	facebook('https://www.facebook.com/harbour/videos/123456789012345/'),
	facebook('https://www.facebook.com/harbour/videos/a-quiet-harbour/123456789012345/?__so__=permalink'),
	facebook('https://www.facebook.com/Hafengespräche/videos/123456789012345/'),
	facebook('https://www.facebook.com/reel/123456789012345?fs=e&s=TIeQ9V&mibextid=0NULKw'),
	facebook('https://www.facebook.com/share/v/1hArB0uR/?mibextid=wwXIfr'),
	facebook('https://www.facebook.com/share/r/1hArB0uR/'),
	facebook('https://www.facebook.com/video.php?v=123456789012345'),
	facebook('https://www.facebook.com/story.php?story_fbid=123456789012345&id=1000'),
	facebook('https://www.facebook.com/groups/1234/posts/5678/?__cft__[0]=AZhArB0uR&__tn__=%2CO%2CP-R'),
	facebook('https://www.facebook.com/groups/1234/permalink/5678/?__tn__=,O,P-R'),
	facebook('https://m.facebook.com/watch/?v=123456789012345&_rdr'),
	facebook('https://fb.watch/hArB0uR_-1/'),

	linkedIn('https://www.linkedin.com/posts/jane-doe_harbour-talk-activity-7123456789012345678-hArB'),
	linkedIn('https://de.linkedin.com/posts/jörg-müller_hafen-activity-7123456789012345678-hArB'),
	linkedIn('https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678/'),
	linkedIn('https://www.linkedin.com/embed/feed/update/urn:li:ugcPost:7123456789012345678?compact=1'),
	linkedIn('https://www.linkedin.com/feed/'),
	linkedIn('https://www.linkedin.com/video/live/urn:li:ugcPost:7123456789012345678/'),

	dropbox('https://www.dropbox.com/scl/fi/hArB0uR/talk.mp4?rlkey=tAlK&st=q1&dl=0'),
	dropbox('https://www.dropbox.com/scl/fi/hArB0uR/Harbour-talk,-part-2.mp4?rlkey=tAlK&raw=1'),
	dropbox('https://www.dropbox.com/s/hArB0uR/talk.mov?dl=1'),
	dropbox('https://www.dropbox.com/s/hArB0uR/Harbour%20talk%20%281%29.mp4?dl=0'),
	dropbox(
		'https://www.dropbox.com/s/hArB0uR/Harbour talk.mp4?dl=0',
		'https://www.dropbox.com/s/hArB0uR/Harbour%20talk.mp4?dl=0',
	),
	dropbox('https://www.dropbox.com/s/hArB0uR/Hafengespräch.mp4?dl=0'),
	dropbox('https://www.dropbox.com/sh/hArB0uR/tAlK/talk.mp4?dl=0'),
	dropbox('https://www.dropbox.com/scl/fo/hArB0uR/tAlK/day%201/talk.mp4?rlkey=kEy&dl=0'),
	dropbox('https://www.dropbox.com/s/hArB0uR/null.mp4?dl=0'),
	dropbox('https://www.dropbox.com/scl/fo/hArB0uR/tAlK?rlkey=kEy&dl=0'),
	dropbox('https://dl.dropboxusercontent.com/scl/fi/hArB0uR/talk.mp4?rlkey=tAlK'),

	instagram('https://www.instagram.com/reel/ChArB_u-R1/'),
	instagram('https://www.instagram.com/reel/ChArB_u-R1/?igsh=MzRlODBiNWFlZA=='),
	instagram('https://www.instagram.com/reel/ChArB_u-R1/?utm_source=ig_web_copy_link'),
	instagram('https://www.instagram.com/reels/ChArB_u-R1/'),
	instagram('https://www.instagram.com/harbour.talks/reel/ChArB_u-R1/'),
	instagram('https://www.instagram.com/p/ChArB_u-R1/?img_index=1'),
	instagram('https://www.instagram.com/accounts/login/?next=%2Freel%2FChArB_u-R1%2F'),
	instagram('https://www.instagram.com/tv/ChArB_u-R1/'),
	instagram('https://www.instagram.com/share/reel/BAhArB0uR'),
	instagram('https://instagr.am/p/ChArB_u-R1/'),

	file('a web server', 'https://h.example/wp-content/uploads/2026/11/talk.mp4'),
	file('a web server at an address', 'http://203.0.113.7:8080/talk.3gp', '3gp'),
	file('a web server with a host in another script', 'https://例え.テスト/動画.mp4'),
	file('S3', 'https://harbour.s3.eu-central-1.amazonaws.com/talks/My+talk.MOV', 'mov'),
	file('S3', 'https://s3.amazonaws.com/harbour/talk.mp4'),
	file(
		'S3, signed',
		'https://harbour.s3.amazonaws.com/talk.mp4?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AK%2F20261125%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=0a1b&response-content-disposition=attachment%3B%20filename%3D%22a%20b.mp4%22',
	),
	file('Google Cloud Storage', 'https://storage.googleapis.com/harbour/talk.mp4?X-Goog-Signature=0a1b'),
	file(
		'Firebase',
		'https://firebasestorage.googleapis.com/v0/b/harbour.appspot.com/o/talks%2Ftalk.mp4?alt=media&token=01234567-89ab',
	),
	file(
		'Azure',
		'https://harbour.blob.core.windows.net/talks/talk.mp4?sv=2025-01-05&se=2026-12-01T00%3A00%3A00Z&sr=b&sp=r&sig=hA%2Fr%3D',
	),
	file('R2', 'https://pub-0123456789abcdef.r2.dev/talk.mp4'),
	file(
		'R2, signed',
		'https://0123456789abcdef.r2.cloudflarestorage.com/harbour/talk.mp4?X-Amz-Signature=0a1b',
	),
	file(
		'CloudFront',
		'https://d111111abcdef8.cloudfront.net/talk.mp4?Expires=1900000000&Signature=hA~r-B_&Key-Pair-Id=APK',
	),
	file('Backblaze', 'https://f002.backblazeb2.com/file/harbour/talk.avi', 'avi'),
	file('Bunny', 'https://vz-0123.b-cdn.net/01234567-89ab/play_720p.mp4?token=hArB&expires=1900000000'),
	file('Supabase', 'https://harbour.supabase.co/storage/v1/object/public/talks/talk.mp4'),
	file(
		'Supabase, signed',
		'https://harbour.supabase.co/storage/v1/object/sign/talks/talk.mp4?token=eyJhbGciOiJIUzI1NiJ9.eyJ1cmwiOiJ0In0.hA-rB_0',
	),
	file('Cloudinary', 'https://res.cloudinary.com/harbour/video/upload/w_400,h_300,c_crop/v1/talk.mp4'),
	file('Cloudinary', 'https://res.cloudinary.com/harbour/video/upload/so_1.5,eo_9/l_logo.png/v1/talk.mp4'),
	file('a podcast prefix', 'https://dts.podtrac.com/redirect.mp4/cdn.example/talk.mp4'),
	file('a podcast prefix', 'https://dts.podtrac.com/redirect.mp4/https://cdn.example/talk.mp4'),
	file('podcast prefixes', 'https://pdst.fm/e/chrt.fm/track/HARB0UR/op3.dev/e/https://cdn.example/talk.mp4'),
	file('the Internet Archive', 'https://archive.org/download/harbour-talk/Harbour%20Talk.mp4'),
	file('the Wayback Machine', 'https://web.archive.org/web/20261125000000id_/https://h.example/talk.mp4?a=1'),
	file('Nextcloud', 'https://cloud.example.com/s/hArB0uR/download/talk.mp4'),
	file('Discord', 'https://cdn.discordapp.com/attachments/123/456/talk.mp4?ex=6745&is=6744&hm=0a1b&'),
	file('Telegram', 'https://api.telegram.org/file/bot123:AAhArB0uR/videos/file_7.mp4'),
	file('X, the file', 'https://video.twimg.com/ext_tw_video/17/pu/vid/avc1/720x1280/hArB.mp4?tag=12'),
	file('Facebook, the file', 'https://video.xx.fbcdn.net/v/t42.1790-2/1_n.mp4?_nc_cat=1&oh=00_A&oe=67'),
	file('Vimeo, the file', 'https://player.vimeo.com/external/876543210.hd.mp4?s=0a1b&profile_id=175'),
	file(
		'Vimeo, the file',
		'https://player.vimeo.com/progressive_redirect/playback/876543210/rendition/1080p/file.mp4?loc=external&signature=0a1b',
	),
	file(
		'Vimeo, the file',
		'https://vod-progressive.akamaized.net/exp=1900000000~acl=%2Fvimeo%2F*~hmac=0a1b/vimeo/01/1.mp4',
	),
	file(
		'Loom, the file',
		'https://cdn.loom.com/sessions/transcoded/0123456789abcdef.mp4?Policy=e&Signature=0a',
	),
	file('Twitch, the file', 'https://clips-media-assets2.twitch.tv/AT-cm%7C1987654321.mp4'),

	file(
		'a name with spaces',
		'https://h.example/my talk (1).mp4',
		'mp4',
		'https://h.example/my%20talk%20(1).mp4',
	),
	file(
		'a recording of a Mac, with a narrow space in its name',
		'https://h.example/Screen Recording 2026-11-25 at 9.41.00\u202fAM.mov',
		'mov',
		'https://h.example/Screen%20Recording%202026-11-25%20at%209.41.00\u202fAM.mov',
	),
	file('a name with joined emoji', 'https://h.example/👩‍🚀❤️.mp4'),
	file('a name in Persian, with a joiner', 'https://h.example/می‌شود.mp4'),
	file(
		'a name with separators',
		'https://h.example/talks, part 1; b.mp4',
		'mp4',
		'https://h.example/talks,%20part%201;%20b.mp4',
	),
	file('a name with escaped signs', 'https://h.example/a%7Cb%20%3Cc%3E%2C%20d%23.mp4'),
	file('a path with a comma and a dot', 'https://h.example/tags/a,b.com/talk.mp4'),
	file('a path with the word null', 'https://cdn.example.com/null/talk.mp4'),
	file('a name that is a word of scripts', 'https://h.example/undefined.mp4?sig=1'),
	file(
		'a name with a word of scripts',
		'https://h.example/redirect/my undefined talk.mp4',
		'mp4',
		'https://h.example/redirect/my%20undefined%20talk.mp4',
	),
	file('the source of a page', 'https://h.example/x.mp4?Expires=1&amp;Signature=x'),
	file('a path with parameters', 'https://h.example/v;version=2/talk.mp4'),
	file(
		'a query that names another link',
		'https://h.example/talk.mp4?next=https%3A%2F%2Fh.example%2F%3Fa%3D1',
	),
	file('a query that holds another link', 'https://proxy.example/get.mp4?url=https://h.example/talk'),
	file('a query with separators', 'https://h.example/talk.mp4?utm_campaign=a|b,c;d'),
	file('a query with a token of two parts', 'https://h.example/talk.mp4?access_token=123|abc'),
];
