/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, it never runs inside n8n */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { z } from 'zod/v3';
import { temporaryFolder } from '../../host/folder';
import { startPlatforms, tokens, type Platforms } from '../../receivers/platforms';

/** What a server said. */
interface Answer {
	status: number;
	location: string | undefined;
	body: string;
}

describe('the platforms that the examples post to', () => {
	const folder = temporaryFolder('platforms-test-');
	let platforms: Platforms | undefined;
	const running = (): Platforms => {
		if (platforms === undefined) throw new TypeError('not started');
		return platforms;
	};
	beforeAll(async () => {
		platforms = await startPlatforms(folder.path);
	});
	afterAll(async () => {
		await platforms?.close();
		folder.remove();
	});

	/** Opens a tunnel through the proxy, as n8n does, and says what the proxy answered. */
	const tunnel = async (host: string) => {
		const { port } = new URL(running().environment.HTTPS_PROXY ?? '');
		const socket = connect(Number(port), '127.0.0.1');
		socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`);
		const said = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))));
		return { socket, said };
	};

	const call = async (method: string, address: string, body: string, headers = {}): Promise<Answer> => {
		const { host, hostname, pathname, search } = new URL(address);
		const { socket } = await tunnel(host);
		const ca = readFileSync(running().environment.NODE_EXTRA_CA_CERTS ?? '');
		const createConnection = () => connectSecurely({ socket, servername: hostname, ca });
		return await new Promise((done, fail) => {
			const length = { 'content-length': Buffer.byteLength(body) };
			const sent = request(
				{
					method,
					host,
					path: pathname + search,
					headers: { ...length, ...headers },
					createConnection,
				},
				(answer) => {
					const chunks: Buffer[] = [];
					answer.on('data', (chunk: Buffer) => chunks.push(chunk));
					answer.on('end', () => {
						const { statusCode = 0, headers: told } = answer;
						done({ status: statusCode, location: told.location, body: Buffer.concat(chunks).toString() });
					});
				},
			);
			sent.on('error', fail);
			sent.end(body);
		});
	};

	const json = { 'content-type': 'application/json' };
	const youTube =
		'https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status';
	const about = (title: string) =>
		JSON.stringify({ snippet: { title, categoryId: '22' }, status: { privacyStatus: 'private' } });

	it('answer at their own addresses, and no other host is reached', async () => {
		const { socket, said } = await tunnel('example.com');
		socket.destroy();
		expect(said).toContain('403');
		expect(running().refused).toEqual(['example.com:443']);
	});

	it.each([
		['YouTube without a token', youTube, about('Tide'), 401],
		['YouTube with a title that it does not take', youTube, about('a < b'), 400],
		['TikTok without a token', 'https://open.tiktokapis.com/v2/post/publish/video/init/', '{}', 401],
		['Instagram without a token', 'https://graph.facebook.com/v23.0/1/media', '{}', 400],
		['Telegram without a token', 'https://api.telegram.org/bot/sendMessage', '{}', 404],
	])('refuse a call: %s', async (_what, address, body, status) => {
		const token = status === 400 && address === youTube ? { authorization: `Bearer ${tokens.youtube}` } : {};
		expect((await call('POST', address, body, { ...json, ...token })).status).toBe(status);
		expect(running().posts).toEqual([]);
	});

	it('YouTube puts the pieces of a file together', async () => {
		const authorization = `Bearer ${tokens.youtube}`;
		const upload = { 'x-upload-content-length': '3', 'x-upload-content-type': 'video/mp4' };
		const { location = '' } = await call('POST', youTube, about('Tide'), {
			...json,
			authorization,
			...upload,
		});
		const piece = async (text: string, range: string) =>
			await call('PUT', location, text, { 'content-range': `bytes ${range}/3` });
		expect((await piece('ab', '0-1')).status).toBe(308);
		expect((await piece('b', '1-1')).status).toBe(400);
		const { status, body } = await piece('c', '2-2');
		expect(status).toBe(200);
		expect(z.object({ id: z.string() }).safeParse(JSON.parse(body)).success).toBe(true);
		expect(running().posts).toMatchObject([
			{
				platform: 'youtube',
				about: { title: 'Tide', privacyStatus: 'private' },
				file: {
					size: 3,
					sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
					contentType: 'video/mp4',
				},
			},
		]);
	});

	it('Telegram refuses marks without a counterpart', async () => {
		const address = `https://api.telegram.org/bot${tokens.telegram}/sendMessage`;
		const said = (text: string) =>
			JSON.stringify({ chat_id: '1', text, parse_mode: 'Markdown', reply_markup: { inline_keyboard: [] } });
		expect((await call('POST', address, said('snake_case'), json)).status).toBe(400);
		expect((await call('POST', address, said('[a](https://example.com/a_b)'), json)).status).toBe(200);
		expect(running().messages).toHaveLength(1);
	});
});
