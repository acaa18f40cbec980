/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer, type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { listen, localhost, shut } from '../host/ports';
import { answerOf, jsonAnswer, send, type Answer } from '../simulator/answer';
import { escapeHtml } from '../simulator/view';
import { feed, feedVideos } from './feed';
import { account, S3, s3Path, type StoredFile } from './s3';

export { startRecorder, type Call, type Recorder, type Reply } from './recorder';

/** Where the calls come in that are handed to several webhooks. */
const relayPath = '/clips-ready';

/** Running receivers. */
export interface Receivers {
	/** For example `http://127.0.0.1:4011`: a page that shows what came in. */
	readonly origin: string;
	/** How n8n's credential "S3" is filled in for the S3 server here. */
	readonly s3: typeof account & { readonly endpoint: string };
	/** Where one webhook call goes that is meant for several workflows, see {@link Receivers.relayTo}. */
	readonly relayUrl: string;
	/** The JSON of every notice, oldest first. */
	readonly notices: readonly unknown[];
	/** What the S3 server keeps. */
	storedFiles(): readonly StoredFile[];
	/** Chooses the webhooks that a call of the relay is handed to. */
	relayTo(urls: readonly string[]): void;
	/** Stops listening and ends open connections. */
	close(): Promise<void>;
}

/** Hands a call to a webhook, as it came. */
async function handOn(url: string, body: string): Promise<boolean> {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
	await answer?.arrayBuffer();
	return answer?.ok === true;
}

/** The web page: no scripts, nothing from elsewhere; it reloads itself. */
function page(files: readonly StoredFile[], notices: readonly unknown[]): string {
	const links = files.map(
		({ url, key }) => `<li dir="auto"><a href="${escapeHtml(url)}">${escapeHtml(key)}</a></li>`,
	);
	const lines = notices.map((notice) => {
		const isText = typeof notice === 'object' && notice !== null && 'text' in notice;
		const shown = isText ? String(notice.text) : JSON.stringify(notice);
		return `<pre dir="auto">${escapeHtml(shown)}</pre>`;
	});
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>What the examples sent</title></head>
<body style="font: 15px/1.5 system-ui, sans-serif"><h1>What the examples sent</h1>
<h2>Files</h2><ul>${links.join('\n') || '<li>Nothing yet.</li>'}</ul>
<h2>Notices</h2>${lines.join('\n') || '<p>Nothing yet.</p>'}
<p>The feed of videos: <a href="/videos.xml">videos.xml</a></p></body></html>
`;
}

/**
 * Starts what the example workflows send files and messages to, as real servers on this machine: an S3 server, a receiver of
 * notices, a feed of videos, and a relay for webhooks, since the service calls only one.
 *
 * @param port - on 127.0.0.1; 0 takes any free one
 * @throws the system's error (EADDRINUSE) when the port is taken.
 */
export async function startReceivers(port = 0): Promise<Receivers> {
	const server = createServer();
	const origin = `http://${localhost}:${await listen(server, port)}`;
	const s3 = new S3(origin);
	const notices: unknown[] = [];
	let webhooks: readonly string[] = [];

	const routes = new Map<string, (request: IncomingMessage) => Answer | Promise<Answer>>([
		['GET /', () => answerOf(200, 'text/html; charset=utf-8', page(s3.files, notices))],
		['GET /videos.xml', () => answerOf(200, 'application/atom+xml', feed(feedVideos))],
		[
			'POST /notices',
			async (request) => {
				notices.push(await json(request));
				return jsonAnswer({ ok: true });
			},
		],
		[
			`POST ${relayPath}`,
			async (request) => {
				const body = await text(request);
				const taken = await Promise.all(webhooks.map(async (url) => await handOn(url, body)));
				return jsonAnswer({}, taken.every(Boolean) ? 200 : 502);
			},
		],
	]);
	server.on('request', (request, response) => {
		const { method = '', url = '' } = request;
		const route = routes.get(`${method} ${url}`) ?? s3.answer.bind(s3);
		Promise.resolve(route(request)).then(
			(answer) => send(response, answer),
			() => response.destroy(),
		);
	});
	return {
		origin,
		s3: { ...account, endpoint: `${origin}${s3Path}` },
		relayUrl: `${origin}${relayPath}`,
		notices,
		storedFiles: () => s3.files,
		relayTo: (urls) => {
			webhooks = urls;
		},
		close: async () => await shut(server),
	};
}
