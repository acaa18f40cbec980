import type { EnteredLink } from '../../lib/schemas';
import { decodePath, hostOf, WORDS_BESIDE } from '../../lib/link';
import { EXTENSIONS } from '../../lib/limits';
import { BEFORE_YOUTUBE_ID, detectSource, YOUTUBE_ID_NAMES } from './source';
import { VIDEO_TYPE, type VideoType } from './vocabulary';

/*
 * Links to channels, playlists and profiles are refused before anything is sent, since a wrong video costs minutes. Every other link whose
 * source is known goes out: what the service cannot use, it refuses free of charge (codes 4005, 4008 and 4009).
 */

/** Matches an ID, but not what stands in its place for lists and live broadcasts. */
const ID = String.raw`(?!(?:videoseries|live_stream|playlist)(?![\w-]))[\w-]+`;

/** The words that Vimeo writes before the number or the name of a list, and those for the lists of a profile. */
const VIMEO_LIST = String.raw`(?:albums?|categories|channels|folders?|groups|projects?|showcases?|user)`;
const VIMEO_PAGE = String.raw`(?:about|albums|collections|following|likes|ondemand|showcases|videos)`;

/** Where the ID of a video stands, on platforms whose channels, playlists and profiles are easily taken for one. */
const VIDEO_ID: ReadonlyArray<readonly [VideoType, ...string[]]> = [
	[
		VIDEO_TYPE.youTube,
		String.raw`(?:youtu|yt)\.be\/+${ID}`,
		String.raw`\/(?:clip|podcast|${BEFORE_YOUTUBE_ID})\/+${ID}`,
		String.raw`[?&;](?:${YOUTUBE_ID_NAMES.join('|')})=${ID}`,
	],
	[
		VIDEO_TYPE.vimeo,
		String.raw`(?<!\/${VIMEO_LIST})[/#]\d+(?![\w-])`,
		String.raw`[?&;](?:clip_id|video)=\d`,
		// A video with a name: vimeo.com/owner/name.
		String.raw`^(?:www\.)?vimeo\.com\/(?!(?:${VIMEO_LIST}|manage|ondemand)\/)[\w-]+\/(?!${VIMEO_PAGE}(?![\w-]))${ID}`,
	],
	[
		VIDEO_TYPE.tikTok,
		String.raw`^v[mt]\.tiktok\.com\/+${ID}`,
		String.raw`\/t\/+${ID}`,
		String.raw`\/(?:embed|v\d?|video)\/\d`,
		String.raw`[?&;]item_id=\d`,
	],
	[
		VIDEO_TYPE.twitch,
		String.raw`\/(?:[bcv]|videos?)\/v?\d`,
		String.raw`[?&;]video=v?\d`,
		String.raw`(?:\/clip\/|[?&;]clip=|^clips\.twitch\.tv\/(?!embed))${ID}`,
	],
];

/** Matches a link up to the name of its file, `https://h.example/my talk.mp4`; the name may hold white space, not after an extension. */
const FILE_NAME = new RegExp(
	String.raw`^\w+:\/\/[^\s/?#]+\/(?:(?!\.(?:${EXTENSIONS.join('|')})[,;|]?\s)[^?#])*\.\w{2,4}(?=[?#]|$)`,
	'i',
);

/** The rule broken by a link of any kind; null if it breaks none. */
export function ruleBrokenByWhiteSpace({ text, url }: EnteredLink): string | null {
	const { videoType } = detectSource(url);
	const mayBeFile =
		videoType === null || videoType === VIDEO_TYPE.remoteFile || videoType === VIDEO_TYPE.dropbox;
	return /\s/.test(mayBeFile ? text.replace(FILE_NAME, '') : text) ? WORDS_BESIDE : null;
}

/** The rule broken by a link for which nobody has chosen a Video Type; null if it breaks none. */
export const ruleBrokenByListLink = ({ url }: EnteredLink): string | null =>
	lacksVideo(url)
		? "does not lead to one video\nFor a channel, a playlist or a profile: open one video, and enter the link that its share button gives. If it is one video, choose its 'Video Type' in 'Additional Fields'."
		: null;

function lacksVideo(url: URL): boolean {
	const { videoType } = detectSource(url);
	const [, ...places] = VIDEO_ID.find(([platform]) => platform === videoType) ?? [];
	if (places.length === 0) return false;
	const link = decodePath(`${hostOf(url)}${url.pathname}${url.search}${url.hash}`);
	return !new RegExp(places.join('|'), 'i').test(link);
}
