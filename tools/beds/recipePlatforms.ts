import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { Call, Reply } from '../receivers';

/** The hosts of the platforms that the examples post to. */
export const platformHosts = [
	'www.googleapis.com',
	'graph.facebook.com',
	'api.telegram.org',
	'api.upload-post.com',
	'backend.blotato.com',
	// A chat, and the feeds of channels, as rows of a table name them.
	'chat.example.com',
	'feeds.example.com',
];

/** The tokens of the accounts. */
export const tokens = {
	youtube: 'token-of-youtube',
	instagram: 'token-of-instagram',
	telegram: '123456:token-of-telegram',
	uploadPost: 'token-of-upload-post',
	blotato: 'token-of-blotato',
} as const;

/** Tells a file by its bytes. */
export const fingerprintOf = (bytes: Uint8Array, contentType = 'unknown'): string =>
	`${contentType} ${createHash('sha256').update(bytes).digest('hex')}`;

/** A video that a platform was given, and what it was told about it. */
export interface Post {
	readonly platform: 'youtube' | 'instagram' | 'blotato';
	/** Told by its bytes, or by the link from which the platform fetches it. */
	readonly file: string;
	/** The texts and settings, in the words of the platform. */
	readonly about: object;
}

const youTube = '/upload/youtube/v3/videos';
const uploadPost = '/api/upload';
const uploadStatus = '/api/uploadposts/status';
const blotato = '/v2/posts';
const telegram = `/bot${tokens.telegram}/sendMessage`;

const video = z.object({
	snippet: z.object({}).passthrough(),
	status: z.object({}).passthrough(),
});
const blotatoPost = z.object({
	post: z.object({
		accountId: z.string(),
		content: z.object({ text: z.string(), mediaUrls: z.array(z.string()).length(1) }).passthrough(),
		target: z.object({ targetType: z.string(), privacyLevel: z.string() }).passthrough(),
	}),
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

/** How each host knows the account of a call; the addresses that take files are secrets themselves. */
const signatures: Readonly<Record<string, (call: Call) => boolean>> = {
	'www.googleapis.com': ({ method, url, headers }) =>
		method === 'PUT'
			? url.searchParams.has('upload_id')
			: headers.authorization === `Bearer ${tokens.youtube}`,
	'graph.facebook.com': ({ url }) => url.searchParams.get('access_token') === tokens.instagram,
	'api.telegram.org': ({ url }) => url.pathname.startsWith(`/bot${tokens.telegram}/`),
	'api.upload-post.com': ({ headers }) => headers.authorization === `Apikey ${tokens.uploadPost}`,
	'backend.blotato.com': ({ headers }) => headers['blotato-api-key'] === tokens.blotato,
	'chat.example.com': () => true,
	'feeds.example.com': () => true,
};

/** What Upload-Post says of each platform that a video was for, when all goes well. */
function uploaded(requestId: string, calls: readonly Call[]) {
	const upload = calls.find((call) => idOf(call, calls) === requestId);
	const form = upload?.body.toString('latin1') ?? '';
	return [...form.matchAll(/name="platform\[\]"\r\n\r\n(\w+)/g)].map(([, platform = '']) => ({
		platform,
		success: true,
		post_url: `https://${platform}.example.com/${requestId}`,
	}));
}

/** What the platforms answer to a call, as their documentation, or the code of their node, has it. */
export function platformReply(call: Call, calls: readonly Call[]): Reply {
	const { method, url, headers } = call;
	const id = idOf(call, calls);
	if (signatures[url.hostname]?.(call) !== true) return { status: 401 };
	if (isPost(call, youTube)) {
		return { headers: { location: `https://www.googleapis.com${youTube}?upload_id=${id}` } };
	}
	if (isPost(call, uploadPost)) return { json: { success: true, request_id: id } };
	if (url.pathname === uploadStatus) {
		const requestId = url.searchParams.get('request_id') ?? '';
		const isFirst = calls.filter((other) => other.url.search === url.search).length < 2;
		if (isFirst) return { json: { status: 'pending', request_id: requestId, results: [] } };
		const results = uploaded(requestId, calls);
		return { json: { status: 'completed', request_id: requestId, results } };
	}
	if (isPost(call, blotato)) return { status: 201, json: { postSubmissionId: id } };
	if (url.hostname === 'backend.blotato.com') {
		const asked = calls.filter((other) => other.url.pathname === url.pathname).length;
		const publicUrl = `https://www.tiktok.com/@me/video/${url.pathname.split('/').at(-1)}`;
		return { json: asked < 2 ? { status: 'in-progress' } : { status: 'published', publicUrl } };
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
function sentFor(id: string, size: unknown, calls: readonly Call[], contentType: string): string[] {
	const pieces = calls.filter((call) => call.url.searchParams.get('upload_id') === id);
	const bytes = Buffer.concat(pieces.map(({ body }) => body));
	return pieces.length > 0 && bytes.length === Number(size) ? [fingerprintOf(bytes, contentType)] : [];
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
		if (isPost(call, blotato)) {
			const { accountId, content, target } = blotatoPost.parse(json(call)).post;
			const about = { accountId, text: content.text, target };
			return content.mediaUrls.map((file) => ({ platform: 'blotato', file, about }));
		}
		const isReel = isPost(call, '/media');
		const isPublished = calls.some((other) => other.url.searchParams.get('creation_id') === id);
		const asked = calls.filter((other) => other.method === 'GET' && other.url.pathname.endsWith(`/${id}`));
		if (!isReel || !isPublished || asked.length < 2) return [];
		const { media_type, video_url: file = '', caption } = Object.fromEntries(url.searchParams);
		return [{ platform: 'instagram', file, about: { media_type, caption } }];
	});
}

/** The videos that the calls have handed to Upload-Post, oldest first: the file, and the other fields of its form. */
export async function uploadPostsOf(calls: readonly Call[]) {
	const uploads = calls
		.filter((call) => isPost(call, uploadPost))
		.map(async ({ body, headers }) => {
			const type = headers['content-type'] ?? '';
			const answer = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
			// Node.js advises against it for what strangers send; here n8n sends.
			const { formData } = z.custom<{ formData: (this: Response) => Promise<FormData> }>().parse(answer);
			const form = await formData.call(answer);
			const platforms = form.getAll('platform[]');
			form.delete('platform[]');
			const { video: file, ...about } = Object.fromEntries(form);
			if (!(file instanceof File)) return { file: null, platforms, about };
			return { file: fingerprintOf(new Uint8Array(await file.arrayBuffer()), file.type), platforms, about };
		});
	return await Promise.all(uploads);
}

/** The messages that the calls have sent, oldest first. */
export const messagesOf = (calls: readonly Call[]): ChatMessage[] =>
	calls.filter((call) => isPost(call, telegram)).map((call) => message.parse(json(call)));
