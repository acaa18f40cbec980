/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { listen } from '../host/ports';
import { clipFilm } from '../simulator/films';
import { type Answer, answerWith, film, fileAnswer, useFileHost } from './fileHost';
import type { NodeRun, NodeRunResult } from './harness';
import { useStorage } from './storage';
import { download, useBench } from './support';

const CLIP = { projectId: '77', videoId: '31550021', title: 'Tide' };

/** An answer with just these headers. */
const plain =
	(status: number, headers: Record<string, string | number>, body: Buffer): Answer =>
	(_request, response) =>
		void response.writeHead(status, { 'Content-Type': 'video/mp4', ...headers }).end(body);

describe('Download from hosts with odd manners', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	const bytes = film(3_000_000);

	const run = async (videoUrl: string, more: Partial<NodeRun> = {}, parameters: INodeParameters = {}) => {
		const items = [{ json: { ...CLIP, videoUrl } }];
		const result = await bench.clip({ ...download, ...parameters }, { items, ...more });
		if (result.error !== undefined) expect(await storage.leftovers()).toEqual([]);
		return result;
	};
	const expectWhole = async (result: NodeRunResult, whole = bytes) =>
		await storage.expectWhole(result, whole);

	it('unpacks a film that a host packs although it was asked not to', async () => {
		const packed = plain(200, { 'Content-Encoding': 'gzip' }, gzipSync(bytes));
		await expectWhole(await run(host().serve('/x.mp4', packed)));
		expect(host().requests[0]?.headers['accept-encoding']).toBe('identity');
	});

	it('takes no film whose announced length is that of something else, such as the packed film', async () => {
		const packed = gzipSync(bytes);
		const headers = { 'Content-Encoding': 'gzip', 'Content-Length': packed.length };
		const { error } = await run(host().serve('/x.mp4', plain(200, headers, packed)));
		expect(error?.message).toContain('The host sent more than it had announced');
	});

	it('does not put parts of two films together when a host sends the rest of another one', async () => {
		const other = film(3_000_000, 2);
		const rest: Answer = (request, response, count) => {
			const { range = '' } = request.headers;
			if (range === '') return fileAnswer(other, { etag: '"film-2"' })(request, response, count);
			const from = Number(/\d+/.exec(range)?.[0]);
			const part = `bytes ${from}-${other.length - 1}/${other.length}`;
			plain(206, { ETag: '"film-2"', 'Content-Range': part }, other.subarray(from))(request, response, 0);
		};
		const link = host().serve('/x.mp4', answerWith(fileAnswer(bytes, { cuts: [1_000_000] }), rest));
		await expectWhole(await run(link), other);
	});

	it('takes all of a film that comes as a part without having been asked for one', async () => {
		const range = `bytes 0-${bytes.length - 1}/${bytes.length}`;
		await expectWhole(await run(host().serve('/x.mp4', plain(206, { 'Content-Range': range }, bytes))));
	});

	it('gets on with a host that sends a film in parts only', async () => {
		const parts: Answer = (request, response) => {
			const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
			const part = bytes.subarray(from, from + 1_100_000);
			const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
			plain(206, { ETag: '"film-1"', 'Content-Range': range }, part)(request, response, 0);
		};
		await expectWhole(await run(host().serve('/x.mp4', parts)));
	});

	it('notices that a film of unknown length is short when a later answer tells the length', async () => {
		const first = fileAnswer(bytes, { length: null, cuts: [1_000_000] });
		const rest: Answer = (request, response, count) => {
			const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0]);
			const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
			const part = bytes.subarray(from, count === 1 ? from + 500_000 : undefined);
			plain(206, { ETag: '"film-1"', 'Content-Range': range }, part)(request, response, 0);
		};
		await expectWhole(await run(host().serve('/x.mp4', answerWith(first, rest))));
	});

	it('follows a redirect whose address is not escaped', async () => {
		host().serve(encodeURI('/Ebbe – 潮.mp4'), fileAnswer(bytes));
		const link = host().serve('/moved', (_request, response) => {
			const address = Buffer.from('/Ebbe – 潮.mp4', 'utf8').toString('latin1');
			response.writeHead(302, { Location: address }).end();
		});
		await expectWhole(await run(link));
	});

	describe('that tell the end of a film by hanging up', () => {
		const whole = clipFilm(1, 4).bytes;

		/** A host of the old kind: the answer has no length, and its end is the end of the connection. */
		const hangUpAfter = async <T>(lengths: number[], use: (link: string) => Promise<T>): Promise<T> => {
			let count = 0;
			const server = createServer((socket) => {
				socket.on('error', () => undefined);
				socket.once('data', () => {
					const length = lengths[Math.min(count, lengths.length - 1)];
					count += 1;
					socket.write('HTTP/1.0 200 OK\r\nContent-Type: video/mp4\r\n\r\n');
					socket.end(whole.subarray(0, length));
				});
			});
			return await use(`http://127.0.0.1:${await listen(server)}/x.mp4`).finally(() => server.close());
		};

		it('takes a whole film', async () => {
			await hangUpAfter([whole.length], async (link) => await expectWhole(await run(link), whole));
		});

		it('asks again for a film that was cut', async () => {
			await hangUpAfter([5_000, whole.length], async (link) => await expectWhole(await run(link), whole));
		});

		it('does not take the part of a film for a film', async () => {
			const { error } = await hangUpAfter([5_000], run);
			expect(error?.message).toContain('The download broke off');
		});
	});
});
