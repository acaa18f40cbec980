import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { Call, Reply } from '../receivers';

/** The hosts of the platforms that the examples post to. */
export const platformHosts = [
	'www.googleapis.com',
	'open.tiktokapis.com',
	'open-upload.tiktokapis.com',
	'graph.facebook.com',
	'api.telegram.org',
];

/** The tokens of the accounts. */
export const tokens = {
	youtube: 'token-of-youtube',
	tiktok: 'token-of-tiktok',
	instagram: 'token-of-instagram',
	telegram: '123456:token-of-telegram',
} as const;

/** Tells a file by its bytes. */
export const fingerprintOf = (bytes: Uint8Array, contentType = 'unknown'): string =>
	`${contentType} ${createHash('sha256').update(bytes).digest('hex')}`;

/** A video that a platform was given, and what it was told about it. */
export interface Post {
	readonly platform: 'youtube' | 'tiktok' | 'instagram';
	/** Told by its bytes, or by the link from which the platform fetches it. */
	readonly file: string;
	/** The texts and settings, in the words of the platform. */
	readonly about: object;
}

const youTube = '/upload/youtube/v3/videos';
const tikTok = '/v2/post/publish/video/init/';
const telegram = `/bot${tokens.telegram}/sendMessage`;

const video = z.object({
	snippet: z.object({}).passthrough(),
	status: z.object({}).passthrough(),
});
const directPost = z.object({
	post_info: z.object({}).passthrough(),
	source_info: z.object({ video_size: z.number(), chunk_size: z.number() }).passthrough(),
});
const message = z.object({
	chat_id: z.string(),
	text: z.string(),
	reply_markup: z.object({
		inline_keyboard: z.array(z.array(z.object({ text: z.string(), url: z.string() }))),
	}),
});

/** A message of a bot. */
export type ChatMessage = z.output<typeof message>;

const isPost = ({ method, url }: Call, path: string) => method === 'POST' && url.pathname.endsWith(path);
const json = ({ body }: Call): unknown => JSON.parse(body.toString());
/** What a platform calls what the call began; longer than a number of JSON can be exact. */
const idOf = (call: Call, calls: readonly Call[]) => `179000000000${10_000 + calls.indexOf(call)}`;

/** Whether a call carries the token of its account; the addresses that take files are secrets themselves. */
function isSigned({ method, url, headers }: Call): boolean {
	if (method === 'PUT') return url.searchParams.has('upload_id');
	if (url.hostname === 'graph.facebook.com') return url.searchParams.get('access_token') === tokens.instagram;
	if (url.hostname === 'api.telegram.org') return url.pathname === telegram;
	const token = url.hostname === 'www.googleapis.com' ? tokens.youtube : tokens.tiktok;
	return headers.authorization === `Bearer ${token}`;
}

/** What the platforms answer to a call, as their documentation has it. */
export function platformReply(call: Call, calls: readonly Call[]): Reply {
	const { method, url, headers } = call;
	const id = idOf(call, calls);
	if (!isSigned(call)) return { status: 401 };
	if (isPost(call, youTube)) {
		return { headers: { location: `https://www.googleapis.com${youTube}?upload_id=${id}` } };
	}
	if (isPost(call, tikTok)) {
		const address = `https://open-upload.tiktokapis.com/video/?upload_id=${id}`;
		return { json: { data: { publish_id: id, upload_url: address }, error: { code: 'ok' } } };
	}
	if (isPost(call, telegram)) return { json: { ok: true, result: { message_id: 1 } } };
	if (method === 'PUT') {
		const [, last, size] = /-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
		return Number(last) + 1 === Number(size) ? { json: { id } } : { status: 308 };
	}
	if (method === 'GET') {
		const asked = calls.filter((other) => other.url.pathname === url.pathname).length;
		const container = url.pathname.split('/').at(-1);
		return { json: { status_code: asked < 2 ? 'IN_PROGRESS' : 'FINISHED', id: container } };
	}
	return { json: { id } };
}

/** The bytes that were sent for an upload, piece by piece, if they are as many as was said. */
function sentFor(id: string, size: unknown, calls: readonly Call[], contentType?: string): string[] {
	const pieces = calls.filter((call) => call.url.searchParams.get('upload_id') === id);
	const bytes = Buffer.concat(pieces.map(({ body }) => body));
	const type = contentType ?? pieces[0]?.headers['content-type'] ?? 'unknown';
	return pieces.length > 0 && bytes.length === Number(size) ? [fingerprintOf(bytes, type)] : [];
}

/** The videos that the calls have posted, oldest first. */
export function postsOf(calls: readonly Call[]): Post[] {
	return calls.flatMap((call): Post[] => {
		const id = idOf(call, calls);
		const { headers, url } = call;
		if (isPost(call, youTube)) {
			const { snippet, status } = video.parse(json(call));
			const type = String(headers['x-upload-content-type']);
			const sent = sentFor(id, headers['x-upload-content-length'], calls, type);
			return sent.map((file) => ({ platform: 'youtube', file, about: { ...snippet, ...status } }));
		}
		if (isPost(call, tikTok)) {
			const { post_info: about, source_info: source } = directPost.parse(json(call));
			if (source.chunk_size !== source.video_size) return [];
			return sentFor(id, source.video_size, calls).map((file) => ({ platform: 'tiktok', file, about }));
		}
		const isReel = isPost(call, '/media');
		const isPublished = calls.some((other) => other.url.searchParams.get('creation_id') === id);
		const asked = calls.filter((other) => other.method === 'GET' && other.url.pathname.endsWith(`/${id}`));
		if (!isReel || !isPublished || asked.length < 2) return [];
		const { media_type, video_url: file = '', caption } = Object.fromEntries(url.searchParams);
		return [{ platform: 'instagram', file, about: { media_type, caption } }];
	});
}

/** The messages that the calls have sent, oldest first. */
export const messagesOf = (calls: readonly Call[]): ChatMessage[] =>
	calls.filter((call) => isPost(call, telegram)).map((call) => message.parse(json(call)));
