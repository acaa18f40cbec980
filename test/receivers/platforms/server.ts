/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import express, { type Router } from 'express';
import { listen, localhost, shut } from '../../host/ports';
import { certificateFor } from './certificate';
import { openInstagram } from './instagram';
import { openTelegram } from './telegram';
import { openTikTok } from './tiktok';
import type { ChatMessage, Post } from './types';
import { openYouTube } from './youtube';

/** Platforms to post to, at their own addresses. */
export interface Platforms {
	/** What an n8n needs in its environment, so that its calls to the platforms come here, and those to no other host leave the machine. */
	readonly environment: Readonly<Record<string, string>>;
	/** Every video that was published, oldest first. */
	readonly posts: readonly Post[];
	/** Every message of a bot, oldest first. */
	readonly messages: readonly ChatMessage[];
	/** The hosts that n8n wanted to reach and that are not played here. */
	readonly refused: readonly string[];
	close(): Promise<void>;
}

/**
 * Starts servers that speak as YouTube, TikTok, Instagram and Telegram do. n8n's nodes call fixed hosts over TLS, so these stand
 * behind a proxy that answers for those hosts, with a certificate of their own.
 *
 * @param folder - where the certificate goes
 */
export async function startPlatforms(folder: string): Promise<Platforms> {
	const posts: Post[] = [];
	const messages: ChatMessage[] = [];
	const refused: string[] = [];
	const publish = (post: Post) => void posts.push(post);
	const tiktok = openTikTok(publish);
	const routers = new Map<string, Router>([
		['www.googleapis.com', openYouTube(publish)],
		['open.tiktokapis.com', tiktok],
		['open-upload.tiktokapis.com', tiktok],
		['graph.facebook.com', openInstagram(publish)],
		['api.telegram.org', openTelegram((sent) => void messages.push(sent))],
	]);

	const app = express();
	app.disable('x-powered-by');
	app.use((request, response, next) => {
		const router = routers.get(request.hostname);
		if (router === undefined) return void response.sendStatus(421);
		router(request, response, next);
	});
	const certificate = await certificateFor([...routers.keys()], folder);
	const server = createSecureServer(certificate, app);
	const port = await listen(server);

	// A connection that was handed over counts as none of the server's any more.
	const tunnels = new Set<Duplex>();
	const proxy = createServer((_request, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket: Duplex, head: Buffer) => {
		tunnels.add(socket);
		socket.on('error', () => socket.destroy());
		const host = url.replace(/:443$/, '');
		if (!routers.has(host)) {
			refused.push(url);
			return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		}
		const inner = connect(port, localhost, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			inner.write(head);
			inner.pipe(socket).pipe(inner);
		});
		inner.on('error', () => socket.destroy());
		socket.on('close', () => {
			tunnels.delete(socket);
			inner.destroy();
		});
	});
	const proxyUrl = `http://${localhost}:${await listen(proxy)}`;
	return {
		environment: { HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, NODE_EXTRA_CA_CERTS: certificate.file },
		posts,
		messages,
		refused,
		close: async () => {
			for (const tunnel of tunnels) tunnel.destroy();
			await shut(server);
			await shut(proxy);
		},
	};
}
