/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
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

	const dense = Buffer.concat([film(64), randomBytes(400_000)]);
	const packings: Array<[string, Buffer, Buffer]> = [
		['gzip', bytes, gzipSync(bytes)],
		['gzip', dense, gzipSync(dense)],
		['x-gzip', bytes, gzipSync(bytes)],
		['deflate', bytes, deflateSync(bytes)],
		['br', bytes, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
	];
	it.each(packings)(
		'takes the length of a film that a host packs with %s for that of the pack',
		async (how, whole, pack) => {
			const headers = { 'Content-Encoding': how, 'Content-Length': pack.length, ETag: '"pack"' };
			const answer = plain(200, headers, pack);
			await expectWhole(await run(host().serve('/x.mp4', answer)), whole);
			expect(host().requests).toHaveLength(1);
		},
	);

	it('asks for no part of a film that a host packs', async () => {
		const pack = gzipSync(dense);
		const headers = { 'Content-Encoding': 'gzip', 'Content-Length': pack.length, ETag: '"pack"' };
		const cut: Answer = (_request, response) => {
			response.writeHead(200, headers).write(pack.subarray(0, 300_000), () => response.socket?.destroy());
		};
		await expectWhole(await run(host().serve('/x.mp4', answerWith(cut, plain(200, headers, pack)))), dense);
		const rest: Answer = (request, response) => {
			const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
			const range = `bytes ${from}-${dense.length - 1}/${dense.length}`;
			plain(206, { ...headers, 'Content-Length': pack.length, 'Content-Range': range }, pack)(
				request,
				response,
				0,
			);
		};
		const first = fileAnswer(dense, { etag: '"pack"', cuts: [200_000] });
		const link = host().serve('/y.mp4', answerWith(first, rest, fileAnswer(dense)));
		const { items, error } = await run(link);
		expect(error).toBeUndefined();
		expect((await storage.bytesOf(items[0]?.binary?.data)).equals(dense)).toBe(true);
	});

	it('ends a pack that grows without end at Max Size', async () => {
		const pack = gzipSync(Buffer.concat([film(64), Buffer.alloc(60_000_000)]));
		const headers = { 'Content-Encoding': 'gzip', 'Content-Length': pack.length };
		const link = host().serve('/x.mp4', plain(200, headers, pack));
		const { error } = await run(link, {}, { options: { maxSize: 2 } });
		expect(error?.message).toContain("The file is larger than 'Max Size'");
		expect(error?.description).toContain('more than 2.0');
	});

	it('takes nothing that is still packed for a film', async () => {
		const odd = Buffer.concat([Buffer.from([1, 2, 3]), randomBytes(9_000)]);
		const { error } = await run(host().serve('/x.mp4', plain(200, { 'Content-Encoding': 'odd\u00e9' }, odd)));
		expect(error?.message).toContain('The downloaded file is not a video');
		expect(error?.description).toContain('packed as');
		const named = plain(200, { 'Content-Encoding': 'aws-chunked' }, bytes);
		await expectWhole(await run(host().serve('/y.mp4', named)));
	});

	it.each(['application/octet-stream', 'video/mp4'])(
		'stores no program that comes as %s',
		async (contentType) => {
			const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), randomBytes(30_000)]);
			const { error } = await run(host().serve('/x.mp4', fileAnswer(program, { contentType })));
			expect(error?.message).toContain('The downloaded file is not a video');
			expect(error?.description).toContain(`Content type: "${contentType}".`);
		},
	);

	it.each(['video/mp4"><script>alert(1)</script>', 'video/\u00a0x', `video/${'x'.repeat(5_000)}`])(
		'takes no media type from a host that is none: %#',
		async (contentType) => {
			const { items, error } = await run(host().serve('/x.mp4', fileAnswer(bytes, { contentType })));
			expect(error).toBeUndefined();
			expect(items[0]?.json.mimeType).toBe('video/mp4');
			expect(items[0]?.binary?.data?.mimeType).toBe('video/mp4');
			const other = fileAnswer(randomBytes(9_000), { contentType });
			const refused = await bench.clip(download, {
				items: [{ json: { ...CLIP, videoUrl: host().serve('/y', other) } }],
			});
			expect(refused.error?.message).toContain('The downloaded file is not a video');
			expect((refused.error?.description ?? '').length).toBeLessThan(800);
		},
	);

	describe('whose films are cut although all came that was announced', () => {
		const whole = clipFilm(2, 3).bytes;
		const half = fileAnswer(whole.subarray(0, 5_000));

		it('asks again, for all of it', async () => {
			await expectWhole(await run(host().serve('/x.mp4', answerWith(half, fileAnswer(whole)))), whole);
			expect(host().requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
		});

		it('says so when it stays so', async () => {
			const { error } = await run(host().serve('/x.mp4', half));
			expect(error?.message).toContain('The download was interrupted');
			expect(error?.description).toContain(
				'The file ends before the video does. 5000 bytes of 5000 bytes came.',
			);
			expect(host().requests).toHaveLength(4);
		});
	});

	describe('that send the rest of another film under the same name', () => {
		const other = Buffer.from(film(3_000_000, 2));
		const dated =
			(file: Buffer, headers: Record<string, string>): Answer =>
			(request, response) => {
				const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
				const range = { 'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}` };
				plain(from > 0 ? 206 : 200, { ...headers, ...(from > 0 && range) }, file.subarray(from))(
					request,
					response,
					0,
				);
			};
		const breaking =
			(file: Buffer, headers: Record<string, string>): Answer =>
			(_request, response) => {
				response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': file.length, ...headers });
				response.write(file.subarray(0, 1_000_000));
				// When all of it has been read: what is not read yet is lost with the connection.
				setTimeout(() => response.socket?.destroy(), 100);
			};
		const marks: Array<[string, Record<string, string>]> = [
			['date', { 'Last-Modified': 'Sun, 22 Nov 2026 05:00:00 GMT' }],
			['date and weak tag', { 'Last-Modified': 'Sun, 22 Nov 2026 05:00:00 GMT', ETag: 'W/"film"' }],
			['tag', { ETag: '"film"' }],
		];

		it.each(marks)('starts anew: the same %s', async (_name, headers) => {
			const link = host().serve('/x.mp4', answerWith(breaking(bytes, headers), dated(other, headers)));
			await expectWhole(await run(link), other);
		});

		it.each(marks)('starts anew: the same %s, another length', async (_name, headers) => {
			const longer = film(3_100_000, 3);
			const link = host().serve('/x.mp4', answerWith(breaking(bytes, headers), dated(longer, headers)));
			await expectWhole(await run(link), longer);
		});

		it.each(marks)('goes on where it is the same film: the same %s', async (_name, headers) => {
			const link = host().serve('/x.mp4', answerWith(breaking(bytes, headers), dated(bytes, headers)));
			await expectWhole(await run(link));
			expect(host().requests[1]?.headers.range).toMatch(/^bytes=9\d{5}-$/);
			expect(host().requests).toHaveLength(2);
		});

		it('compares a short beginning, too', async () => {
			const short = fileAnswer(bytes, { etag: null, cuts: [5_000] });
			const link = host().serve('/x.mp4', answerWith(short, fileAnswer(other, { etag: null })));
			await expectWhole(await run(link), other);
		});

		it('starts anew when there is less of it by now than has come', async () => {
			const less = bytes.subarray(0, 3_000);
			const short = fileAnswer(bytes, { etag: null, cuts: [5_000] });
			await expectWhole(await run(host().serve('/x.mp4', answerWith(short, fileAnswer(less)))), less);
		});
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
			expect(error?.message).toContain('The download was interrupted');
		});
	});
});
