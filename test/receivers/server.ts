/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import type { Request, Response } from 'express';
import { listen, shut } from '../host/ports';
import { feed, feedVideos } from './feed';
import { page } from './page';
import { account, openS3 } from './s3';
import type { Notice, Receivers, ReceiversOptions } from './types';
import { openUploads } from './uploads';

/** Where the S3 server is mounted. */
const s3Path = '/s3';
/** Where the calls come in that are handed to several webhooks. */
const relayPath = '/clips-ready';

/** Hands a call to a webhook, as it came. */
async function handOn(url: string, body: string): Promise<boolean> {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
	await answer?.arrayBuffer();
	return answer?.ok === true;
}

/**
 * Starts what the example workflows send files and notices to: an S3 server, a receiver of multipart requests and one of
 * notices, a feed of videos, and a relay for webhooks, since the service calls only one.
 *
 * @throws the system's error (EADDRINUSE) when the port is taken.
 */
export async function startReceivers({ port = 0, folder }: ReceiversOptions): Promise<Receivers> {
	const s3 = await openS3(join(folder, 's3'));
	const { router, uploads } = openUploads(join(folder, 'uploads'));
	const notices: Notice[] = [];
	let webhooks: readonly string[] = [];
	let origin = '';
	const storedFiles = async () => await s3.storedFiles(`${origin}${s3Path}`);

	const app = express();
	app.disable('x-powered-by');
	app.use(s3Path, s3.handle);
	app.use(router);
	app.post('/notices', express.json(), (request: Request<object, unknown, unknown>, response) => {
		notices.push({ body: request.body });
		response.json({ ok: true });
	});
	app.post(relayPath, express.text({ type: () => true, limit: '16mb' }), async (request, response) => {
		const body = typeof request.body === 'string' ? request.body : '';
		const taken = await Promise.all(webhooks.map(async (url) => await handOn(url, body)));
		response.sendStatus(taken.every(Boolean) ? 200 : 502);
	});
	app.get('/videos.xml', (_request, response) => {
		response.type('application/rss+xml').send(feed(feedVideos));
	});
	app.get('/', async (_request: Request, response: Response) => {
		response.type('html').send(page({ uploads, files: await storedFiles(), notices }));
	});

	const server = createServer(app);
	origin = `http://127.0.0.1:${await listen(server, port)}`;
	return {
		origin,
		s3: { endpoint: `${origin}${s3Path}`, region: 'us-east-1', forcePathStyle: true, ...account },
		relayUrl: `${origin}${relayPath}`,
		uploads,
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
