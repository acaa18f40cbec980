/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { createUnzip, gzipSync } from 'node:zlib';
import { useTestTime } from '../../time/testTime';

const HOUR = 3_600_000;

describe('The time of the tests', () => {
	useTestTime();
	let server: Server | undefined;
	afterEach(() => server?.close().closeAllConnections());

	const sleep = async (milliseconds: number) =>
		await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
	const serve = async (listener: RequestListener): Promise<string> => {
		server = createServer(listener).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		return typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';
	};
	const ask = async (link: string): Promise<IncomingMessage> =>
		await new Promise((resolve, reject) => get(link, resolve).on('error', reject));

	it('jumps over hours when nobody works', async () => {
		const began = Date.now();
		await sleep(24 * HOUR);
		expect(Date.now() - began).toBe(24 * HOUR);
	});

	it('goes on over pauses of less than a millisecond', async () => {
		const until = Date.now() + 2;
		while (Date.now() < until) await sleep(0.3);
		expect(Date.now()).toBe(until);
	});

	it('stands still while an answer of many megabytes is on its way', async () => {
		const ticks = setInterval(() => undefined, 1);
		const began = Date.now();
		const link = await serve((_request, response) => response.end(Buffer.alloc(30_000_000)));
		expect(await buffer(await ask(link))).toHaveLength(30_000_000);
		expect(Date.now() - began).toBe(0);
		clearInterval(ticks);
	});

	it('stands still while a file is written, and while something is unpacked', async () => {
		const ticks = setInterval(() => undefined, 1);
		const began = Date.now();
		const folder = await mkdtemp(join(tmpdir(), 'video-clipping-time-'));
		await writeFile(join(folder, 'large'), Buffer.alloc(20_000_000));
		await rm(folder, { recursive: true });
		const unzip = createUnzip();
		unzip.end(gzipSync(Buffer.alloc(20_000_000)));
		expect(await buffer(unzip)).toHaveLength(20_000_000);
		expect(Date.now() - began).toBe(0);
		clearInterval(ticks);
	});

	it('goes on while a server holds its answer back, and while nobody reads on', async () => {
		const link = await serve((_request, response) => {
			setTimeout(() => response.end('late'), HOUR);
		});
		const began = Date.now();
		expect(await text(await ask(link))).toBe('late');
		expect(Date.now() - began).toBe(HOUR);

		server?.removeAllListeners('request').on('request', (_request, response) => {
			response.end(Buffer.alloc(30_000_000));
		});
		const unread = await ask(link);
		await sleep(HOUR);
		unread.destroy();
	});

	it('ends the silence of a socket at its limit, not before and not after', async () => {
		const link = await serve((_request, response) => {
			setTimeout(() => response.write('a'), 20_000);
		});
		const began = Date.now();
		const request = get(link, (response) => response.resume()).setTimeout(60_000);
		request.on('error', () => undefined);
		await once(request, 'timeout');
		expect(Date.now() - began).toBe(80_000);
		request.destroy();
	});

	it('lets everybody know of a connection that was ended before it goes on', async () => {
		let closedAt = 0;
		const link = await serve((request, response) => {
			response.write('a');
			request.socket.on('close', () => (closedAt = Date.now()));
		});
		const answer = await ask(link);
		await sleep(5);
		const endedAt = Date.now();
		answer.destroy();
		await sleep(1);
		expect(closedAt).toBe(endedAt);
	});
});
