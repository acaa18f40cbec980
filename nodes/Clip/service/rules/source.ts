import { decodePath, hostOf, parseLink } from '../../lib/link';
import { EXTENSIONS } from '../../lib/limits';
import { removeSignature } from './signedLink';
import { type Extension, VIDEO_TYPE, type VideoType } from './vocabulary';

/**
 * The hosts of each source kind (interface, videoType values). A host stands for itself and all its subdomains, so mobile and player hosts
 * (`m.`, `vm.`, `player.`) need no entry of their own; short-link hosts do.
 */
const HOSTS: ReadonlyArray<readonly [VideoType, readonly string[]]> = [
	[
		VIDEO_TYPE.youTube,
		['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'youtube.googleapis.com', 'yt.be'],
	],
	[VIDEO_TYPE.googleDrive, ['drive.google.com', 'docs.google.com', 'drive.usercontent.google.com']],
	[VIDEO_TYPE.vimeo, ['vimeo.com', 'vimeopro.com']],
	[VIDEO_TYPE.streamYard, ['streamyard.com']],
	[VIDEO_TYPE.tikTok, ['tiktok.com', 'tiktokv.com']],
	[VIDEO_TYPE.twitter, ['twitter.com', 'x.com']],
	[VIDEO_TYPE.twitch, ['twitch.tv']],
	[VIDEO_TYPE.loom, ['loom.com', 'useloom.com']],
	[VIDEO_TYPE.facebook, ['facebook.com', 'fb.watch', 'fb.com', 'fb.me', 'fb.gg']],
	[VIDEO_TYPE.linkedIn, ['linkedin.com']],
	[VIDEO_TYPE.dropbox, ['dropbox.com', 'dropboxusercontent.com', 'db.tt']],
	[VIDEO_TYPE.instagram, ['instagram.com', 'instagr.am', 'ig.me']],
];

/** Where platforms keep files: no page with a video is there. */
const FILE_HOSTS: readonly RegExp[] = [
	/^player\.vimeo\.com\/(?:external|play|progressive_redirect)\//,
	/^(?:cdn|luna)\.loom\.com\//,
];

interface DetectedSource {
	/** Null when the link does not tell. */
	videoType: VideoType | null;
	/** Null when the path has no such extension. */
	ext: Extension | null;
}

/**
 * Tells the source kind and the file kind from a link (interface, videoType and ext). A known host decides first: a share link of a
 * platform may end in `.mp4` and still lead to a web page.
 *
 * @param url - a link that {@link parseLink} accepted
 */
export function detectSource(url: URL): DetectedSource {
	const path = decodePath(url.pathname).toLowerCase();
	const ext = EXTENSIONS.find((end) => path.endsWith(`.${end}`)) ?? null;
	const host = hostOf(url);
	const hostAndPath = `${host}${url.pathname}`;
	const isFileHost = FILE_HOSTS.some((files) => files.test(hostAndPath));
	const platform = isFileHost
		? undefined
		: HOSTS.find(([, names]) => names.some((name) => host === name || host.endsWith(`.${name}`)));
	return { videoType: platform?.[0] ?? (ext === null ? null : VIDEO_TYPE.remoteFile), ext };
}

/** What stands before the ID of a YouTube video in a path, and the names that it has in a query. */
export const BEFORE_YOUTUBE_ID = 'e|embed|live|shorts|vi?|video|watch';
export const YOUTUBE_ID_NAMES = ['v', 'video_id'];

/** Captures the ID. `videoseries` and `live_stream`, the players of a playlist and of a live broadcast, have 11 characters, too. */
const YOUTUBE_VIDEO = new RegExp(
	String.raw`(?:^(?:youtu|yt)\.be|\/(?:${BEFORE_YOUTUBE_ID}))\/(?!videoseries|live_stream)([\w-]{11})\/?$`,
);

/** Null also for a link to a part that somebody has cut out of a video. */
function youTubeIdOf(url: URL): string | null {
	const { pathname, searchParams } = url;
	if (detectSource(url).videoType !== VIDEO_TYPE.youTube || searchParams.has('clip')) return null;
	const inPath = YOUTUBE_VIDEO.exec(`${hostOf(url)}${pathname}`)?.[1];
	const inQuery = /^\/(?:watch\/?)?$/.test(pathname)
		? YOUTUBE_ID_NAMES.flatMap((name) => searchParams.getAll(name))
		: [];
	const [id = '', ...others] = inPath === undefined ? inQuery : [inPath];
	return others.length === 0 && /^[\w-]{11}$/.test(id) ? id : null;
}

/** What share buttons and counters of clicks add to a link of any kind, and to one of a platform, where to begin to play included. */
const SHARED_BY = /^(?:utm_\w+|usp|igshi?d?|fbclid|mibextid)$/;
const SHARED_BY_PLATFORM: ReadonlyMap<VideoType | null, RegExp> = new Map([
	[VIDEO_TYPE.dropbox, /^(?:dl|st)$/],
	[VIDEO_TYPE.facebook, /^(?:rdid|ref|share_url)$/],
	[VIDEO_TYPE.linkedIn, /^rcm$/],
	[VIDEO_TYPE.youTube, /^(?:feature|si)$/],
	[VIDEO_TYPE.loom, /^(?:sid|t)$/],
	[VIDEO_TYPE.tikTok, /^(?:_[rt]|is_from_webapp|sender_device|web_id)$/],
	[VIDEO_TYPE.twitch, /^(?:filter|range|sort|t)$/],
	[VIDEO_TYPE.twitter, /^[st]$/],
	[VIDEO_TYPE.vimeo, /^(?:share|fl|fe)$/],
]);

/**
 * The link of a video without what signs it or tells who has shared it. Phones, browsers and share buttons write the links of a platform
 * differently; of YouTube, all with the ID of a video are one.
 */
export function canonicalVideoLink(videoUrl: string): string {
	const url = parseLink(videoUrl);
	const id = url === null ? null : youTubeIdOf(url);
	if (id !== null) return `https://youtu.be/${id}`;
	if (url === null) return videoUrl;
	removeSignature(url);
	const { videoType } = detectSource(url);
	for (const name of [...url.searchParams.keys()]) {
		const isShared = SHARED_BY.test(name) || SHARED_BY_PLATFORM.get(videoType)?.test(name) === true;
		if (isShared) url.searchParams.delete(name);
	}
	if (videoType !== null && videoType !== VIDEO_TYPE.remoteFile) {
		url.protocol = 'https:';
		url.host = url.host.replace(/^(?:www|m)\./, '');
		url.pathname = url.pathname.replace(/\/$/, '');
	}
	if (videoType === VIDEO_TYPE.twitter) {
		url.host = 'x.com';
		// The first video of a post is what its own link leads to, too.
		url.pathname = url.pathname.replace(/\/video\/1$/, '');
	}
	// Where to begin to play.
	if (/^#t=[\dhms.,:]+$/.test(url.hash)) url.hash = '';
	// Rewritten even if nothing was removed, so that equal queries are spelled alike.
	url.search = url.searchParams.toString();
	return url.href;
}
