import type { EnteredLink } from '../../lib/fields';
import { decodePath, hostOf, isInOwnNetwork, SEVERAL_LINKS } from '../../lib/link';
import { foundIn, UNSEEN, unseenIn } from '../../lib/text';
import { NOT_FOUND } from '../../lib/values';
import { detectSource } from './source';
import { EXTENSIONS, REMOTE_FILE, type VideoType, YOUTUBE } from './vocabulary';

/*
 * Which links cannot be the source of a project. They are refused before anything is sent: what the service makes of half a link, of
 * two links in one, or of a page without a video, nobody knows, and it may cost minutes.
 */

const DROPBOX = 13 satisfies VideoType;

/** Facebook, LinkedIn and Dropbox: their paths hold names of people and files, in any script. Those of other platforms hold IDs. */
const PATHS_WITH_NAMES: ReadonlySet<VideoType> = new Set([11, 12, DROPBOX]);

/**
 * Why a link cannot be the source of a project, as far as the link itself tells.
 *
 * @returns null when nothing is known against it
 */
export function complaintAboutVideo(link: EnteredLink): string | null {
	const leftover = foundIn(link.text, /[<>"\x60|,;]$|\]\(/);
	if (leftover !== null) return `${NOTHING_ELSE} ${leftover}: remove it`;
	const { videoType } = detectSource(link.url);
	if (videoType === null || videoType === REMOTE_FILE) return complaintAboutFile(link.text);
	return (
		complaintAboutPage(link, videoType) ?? (videoType === DROPBOX ? complaintAboutFile(link.text) : null)
	);
}

/** Why the service cannot get a video from there. */
export const complaintAboutNetwork = (url: URL): string | null =>
	isInOwnNetwork(url)
		? `leads to ${hostOf(url)}, an address of your own network, which the service cannot reach: enter a link that works everywhere. If the service can reach it, choose 'Video Type' in 'Additional Fields'`
		: null;

const NOTHING_ELSE = 'must be one link and nothing else, but holds';
const MAKE_ITEMS = 'make one item of each link, and leave out other words';

/** What divides links and words, beside white space. */
const SEPARATORS = ',;|，；、';

/** What stands behind a link in a sentence, and never at the end of a platform's or behind the extension of a file. */
const BEHIND_SENTENCE = String.raw`[.:!)\]}'"*”’»。！？）】」…]`;

/** What follows the name of a file and is not a part of its path, as `;name=value` would be. */
const BEHIND_FILE = new RegExp(String.raw`(?<=\.(?:${EXTENSIONS.join('|')}))(?!;\w+=)[\s${SEPARATORS}]`, 'i');

/** The end of a path in which a sentence goes on behind the extension: each extension is looked at once. */
const SENTENCE_BEHIND_FILE = new RegExp(
	String.raw`\.(${EXTENSIONS.join('|')})(${BEHIND_SENTENCE})${BEHIND_SENTENCE}*$`,
	'i',
);

/** A part of a path, or the name of a file, that an expression writes which has found nothing. */
const NOTHING_FOUND = new RegExp(String.raw`(?<=/)(?:${NOT_FOUND})(?=/|\.\w{2,4}$|$)`);

/** The end of a path, if nobody sees it. */
const UNSEEN_END = new RegExp(`${UNSEEN}$`, 'u');

/**
 * The name of a file may hold spaces. So white space belongs to a link where its path goes on to an extension; behind that, in a
 * query, or in a path without an extension, it is the end of the link.
 */
function complaintAboutFile(text: string): string | null {
	const [, path = '', query = ''] = /^[^/]*\/\/[^/?#]*([^?#]*)(.*)$/s.exec(text) ?? [];
	const decoded = decodePath(path);
	const nothing = NOTHING_FOUND.exec(decoded)?.[0];
	if (nothing !== undefined) {
		return `must lead to one video, but holds ${nothing}, which an expression writes that finds nothing: look at what it gives`;
	}
	const [, ext, sign] = SENTENCE_BEHIND_FILE.exec(decoded) ?? [];
	if (sign !== undefined) return `${NOTHING_ELSE} ${sign} behind .${ext}: remove it`;
	const hasExtension = /\.[a-z0-9]{2,4}$/i.test(path);
	const found =
		BEHIND_FILE.exec(path) ??
		UNSEEN_END.exec(path) ??
		(hasExtension ? null : /\s/.exec(path)) ??
		/\s/.exec(query);
	if (found === null) return null;
	const [character] = found;
	return `${NOTHING_ELSE} ${foundIn(character, /./su)}: ${MAKE_ITEMS}, or write it as ${encodeURIComponent(character)} if it belongs to the link`;
}

/** An ID in a query has no other characters than one in a path, and none that goes on to another value. */
const NEVER_IN_ID = /[^\w\-.~:/@!$'()*+=%]/u;

/** What divides links, and what every link escapes. */
const NEVER_IN_LINK = /[<>|"\x60\\^{}]/;

const END_OF_SENTENCE = new RegExp(`${BEHIND_SENTENCE}$`);

function complaintAboutPage({ text, url }: EnteredLink, videoType: VideoType): string | null {
	const path = decodePath(url.pathname).replace(/^\/+|(?<!\/)\/+(?:(?:edit|preview|view)\/*)?$/g, '');
	const ids = ID_PARAMETERS.flatMap((name) => url.searchParams.getAll(name));
	if (NO_ID.test(path) || ids.some((id) => NO_ID.test(id))) return NO_VIDEO;
	if (/https?:\//i.test(path) || /[,;|]\s*(?:[\w-]+\.)+[a-z]{2,}\//i.test(text)) return SEVERAL_LINKS;

	// A channel of YouTube may begin with its name.
	const hasNames =
		PATHS_WITH_NAMES.has(videoType) || (videoType === YOUTUBE && /^(?:@|c\/|user\/)/.test(path));
	// Links within links are escaped once more each time. What ends an ID is escaped where it is taken for a part of it.
	const inId = /[#&?]/.exec(ids.join(''))?.[0];
	const escaped =
		inId !== undefined
			? encodeURIComponent(inId)
			: hasNames
				? null
				: foundIn(url.pathname, /%(?:25)*(?:23|3f)/i);
	if (escaped !== null) {
		const meant = decodeURIComponent(`%${escaped.slice(-2)}`);
		return `must be a link, but holds ${escaped} as copied out of another link: write ${meant}`;
	}
	const found =
		(hasNames ? null : foundIn(path, /[^\w\-.~:/@!$&'()*+=%]/u)) ??
		foundIn(ids.join(''), NEVER_IN_ID) ??
		foundIn(text, NEVER_IN_LINK) ??
		unseenIn(videoType === DROPBOX ? text.replaceAll(' ', '') : text) ??
		foundIn(text, END_OF_SENTENCE);
	if (found !== null) return `${NOTHING_ELSE} ${found}: ${MAKE_ITEMS}`;
	return leadsToNoVideo(hostOf(url), path, ids) ? NO_VIDEO : null;
}

const NO_VIDEO =
	'must lead to one video, but names none: enter the link that the share button of the video gives';

/** Where platforms keep the ID of a video, of a playlist or of a channel in a query. */
const ID_PARAMETERS = ['v', 'id', 'video', 'clip', 'list', 'channel'];

/** What stands in place of an ID that an expression has not found, and in examples, such as that of the panel. */
const NO_ID = new RegExp(String.raw`(?:^|[/:])(?:${NOT_FOUND}|(?:YOUR_)?VIDEO_ID|[:$][\w.]+)$`);

/** Paths that the ID of a video would follow. */
const BEFORE_ID =
	/^(?:watch|shorts|embed|clip|[evpst]|videos?|video\.php|share(?:\/[rv])?|reels?|tv|file(?:\/d)?|uc|open|download|posts|feed(?:\/update)?|scl\/f[io]|i\/broadcasts|[^/]+\/(?:clip|status)|@[^/]+\/video)$/;

/** Pages that list what somebody has looked for: whose video would be clipped, nobody knows. */
const SEARCH = /^(?:explore|results|search)(?:\/|$)/;

/** Folders, documents, and what people see of their own files. A shared folder of Dropbox may go on to a file. */
const NO_FILE: readonly RegExp[] = [
	/^drive\.google\.com\/(?:drive|(?:embedded)?folderview)(?:\/|$)/,
	/^docs\.google\.com\/(?:document|forms|presentation|spreadsheets)\//,
	/(?:^|\.)dropbox\.com\/(?:home|preview|request)(?:\/|$)/,
	/(?:^|\.)dropbox\.com\/(?:sh|scl\/fo)\/(?!.*\.\w{2,4}$)/,
	/^(?:www\.)?(?:loom|vimeo)\.com\/.*\bfolder\//,
	// Pictures, documents and subtitles: what lies beside a video, in a folder or in a column of a table.
	/\.(?:docx?|gif|heic|jpe?g|pdf|png|pptx?|srt|txt|vtt|webp|xlsx?)$/i,
];

/**
 * Whether a platform's link leads to something else than a video, for certain. Channels, playlists and broadcasts are left to the
 * service.
 *
 * @param path - decoded, without slashes around it
 * @param ids - what stands in the query in place of IDs, that of a video before others
 */
function leadsToNoVideo(host: string, path: string, ids: readonly string[]): boolean {
	if (SEARCH.test(path) || NO_FILE.some((folder) => folder.test(`${host}/${path}`))) return true;
	// Behind youtu.be stands nothing but the ID.
	const lacksId = path === '' || (host !== 'youtu.be' && BEFORE_ID.test(path));
	// Beside a `v` without a value, a list says nothing of the video.
	return lacksId && (ids[0] ?? '') === '';
}
