/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { join } from 'node:path';
import express, { type Request } from 'express';
import { listen, shut } from '../host/ports';
import { escapeHtml } from '../simulator/view';
import { feed } from './feed';
import { account, openS3, type S3Account, type StoredFile } from './s3';

/** Where the S3 server is mounted. */
const s3Path = '/s3';
/** Where the calls come in that are handed to several webhooks. */
const relayPath = '/clips-ready';

/** Running receivers. */
export interface Receivers {
	/** For example `http://127.0.0.1:4011`: a page that shows what came in. */
	readonly origin: string;
	readonly s3: S3Account;
	/** Where one webhook call goes that is meant for several workflows, see {@link Receivers.relayTo}. */
	readonly relayUrl: string;
	/** The JSON of every notice, oldest first. */
	readonly notices: readonly unknown[];
	/** What the S3 server keeps, by key. */
	storedFiles(): Promise<StoredFile[]>;
	/** Chooses the webhooks that a call of the relay is handed to. */
	relayTo(urls: readonly string[]): void;
	/** Stops listening and ends open connections. The folder stays. */
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
function page(
	files: ReadonlyArray<readonly [url: string, name: string]>,
	notices: readonly unknown[],
): string {
	const links = files.map(
		([url, name]) => `<li dir="auto"><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`,
	);
	const lines = notices.map((notice) => {
		const isText = typeof notice === 'object' && notice !== null && 'text' in notice;
		const text = isText ? String(notice.text) : JSON.stringify(notice);
		return `<pre dir="auto">${escapeHtml(text)}</pre>`;
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
 * Starts what the example workflows send files and notices to: an S3 server, a receiver of
 * notices, a feed of videos, and a relay for webhooks, since the service calls only one.
 *
 * @param folder - for the files that come in
 * @param port - on 127.0.0.1; 0 takes any free one
 * @throws the system's error (EADDRINUSE) when the port is taken.
 */
export async function startReceivers(folder: string, port = 0): Promise<Receivers> {
	const s3 = await openS3(join(folder, 's3'));
	const notices: unknown[] = [];
	let webhooks: readonly string[] = [];
	let origin = '';
	const storedFiles = async () => await s3.storedFiles(`${origin}${s3Path}`);

	const app = express();
	app.disable('x-powered-by');
	app.use(s3Path, s3.handle);
	app.post('/notices', express.json(), (request: Request<object, unknown, unknown>, response) => {
		notices.push(request.body);
		response.json({ ok: true });
	});
	app.post(relayPath, express.text({ type: () => true, limit: '16mb' }), async (request, response) => {
		const body = typeof request.body === 'string' ? request.body : '';
		const taken = await Promise.all(webhooks.map(async (url) => await handOn(url, body)));
		response.sendStatus(taken.every(Boolean) ? 200 : 502);
	});
	app.get('/videos.xml', (_request, response) => void response.type('application/rss+xml').send(feed()));
	app.get('/', async (_request, response) => {
		const stored = (await storedFiles()).map(({ url, key }) => [url, key] as const);
		response.type('html').send(page(stored, notices));
	});

	const server = createServer(app);
	origin = `http://127.0.0.1:${await listen(server, port)}`;
	return {
		origin,
		s3: { endpoint: `${origin}${s3Path}`, region: 'us-east-1', forcePathStyle: true, ...account },
		relayUrl: `${origin}${relayPath}`,
		notices,
		storedFiles,
		relayTo: (urls) => {
			webhooks = urls;
		},
		close: async () => {
			s3.close();
			await shut(server);
		},
	};
}
