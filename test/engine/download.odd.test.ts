/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type * as Config from '@n8n/config';
import { Container } from '@n8n/di';
import { sleep } from 'n8n-workflow';
import { useDownload } from './downloading';
import { type Answer, film, fileAnswer, redirectAnswer } from './fileHost';
import { repeat, useRawHost } from './rawHost';

// npm nests several copies of n8n's settings; these are the ones that the engine's calls look at.
const network = require.resolve('@n8n/backend-network', { paths: [require.resolve('n8n-core')] });
const engineConfig = jest.requireActual<typeof Config>(require.resolve('@n8n/config', { paths: [network] }));

const UNREACHABLE = 'The host of the file could not be reached: clip 4711';
const INTERRUPTED = 'The download was interrupted: clip 4711';

const bytes = film(3_000_000);

/** An answer with a film that is packed. */
const packed =
	(how: string, pack: Buffer, length = pack.length): Answer =>
	(_request, response) => {
		response.writeHead(200, {
			'Content-Type': 'video/mp4',
			'Content-Encoding': how,
			'Content-Length': length,
		});
		if (length === pack.length) response.end(pack);
		else response.write(pack, () => response.socket?.destroy());
	};

describe('Download from a host', () => {
	const { host, storage, from, run } = useDownload();
	const raw = useRawHost();

	const fromRaw = async (answer: (socket: Socket) => void) => {
		raw().answer = answer;
		const result = await from(`${raw().origin}/x.mp4`);
		await sleep(50);
		expect(raw().connections()).toBe(0);
		return result;
	};

	describe('that packs what it sends', () => {
		it.each([
			['gzip', gzipSync(bytes)],
			['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
		])('unpacks %s although it was asked not to', async (how, pack) => {
			await storage.expectWhole(await run(packed(how, pack)), bytes);
			expect(host().requests.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
		});

		it.each([
			['is cut', gzipSync(bytes).subarray(0, 5_000), 9_000_000],
			['is none', bytes, bytes.length],
		])('takes no pack that %s', async (_name, pack, length) => {
			const { error } = await run(packed('gzip', pack, length));
			expect(error?.message).toBe(INTERRUPTED);
			expect(host().requests).toHaveLength(3);
		});

		it('ends one that grows without end at Max Size', async () => {
			const { error } = await run(packed('gzip', gzipSync(film(60_000_000))), { maxSize: 2 });
			expect(error?.message).toContain("The file is larger than 'Max Size'");
			expect(error?.description).toContain('more than 2.00 MB');
		});
	});

	describe('that redirects', () => {
		it('and goes on sending is left', async () => {
			const link = host().serve('/y.mp4', fileAnswer(bytes));
			const head = `HTTP/1.1 302 Found\r\nLocation: ${link}\r\nContent-Length: 9000\r\n\r\n<p>`;
			await storage.expectWhole(await fromRaw((socket) => void socket.write(head)), bytes);
		});

		it('to an address that n8n blocks is not followed', async () => {
			const protection = Container.get(engineConfig.SsrfProtectionConfig);
			const secret = host().serve('/secret', fileAnswer(bytes));
			const { error } = await run((...call) => {
				protection.enabled = true;
				redirectAnswer(secret)(...call);
			}).finally(() => (protection.enabled = false));
			expect(error?.message).toBe('The host does not allow this download: clip 4711');
			expect(error?.description).toMatch(/n8n says: .*restricted IP address/);
			expect(host().requests.map(({ path }) => path)).toEqual(['/x.mp4']);
		});
	});

	describe('that breaks the rules of HTTP', () => {
		const whole = film(9_000);
		const ok = (...headers: string[]): string =>
			['HTTP/1.1 200 OK', 'Content-Type: video/mp4', ...headers, '', ''].join('\r\n');
		const length = `Content-Length: ${whole.length}`;
		const say =
			(head: string, body: Buffer | string = '') =>
			(socket: Socket) => {
				socket.write(head);
				socket.end(body);
			};
		const again = (head: string, piece: string) => (socket: Socket) => {
			socket.write(head);
			repeat(socket, piece, 500);
		};

		it.each([
			['no HTTP', say('SSH-2.0-OpenSSH_9.6\r\n'), UNREACHABLE],
			['nothing', say(''), UNREACHABLE],
			[
				'HTTP 101',
				say('HTTP/1.1 101 Switching\r\nUpgrade: film\r\nConnection: Upgrade\r\n\r\n'),
				UNREACHABLE,
			],
			['HTTP 103 for ever', again('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), UNREACHABLE],
			['headers without an end', again('HTTP/1.1 200 OK\r\n', 'X-Header: more\r\n'), UNREACHABLE],
			['no length', say(ok('Content-Length: many'), whole), UNREACHABLE],
			['two lengths', say(ok(length, 'Content-Length: 7'), whole), UNREACHABLE],
			['chunks that are none', say(ok('Transfer-Encoding: chunked'), 'zz\r\nfilm'), INTERRUPTED],
			['chunks without an end', say(ok('Transfer-Encoding: chunked'), '2\r\n\0\0\r\n'), INTERRUPTED],
		])('says what is wrong after three tries: %s', async (_name, answer, title) => {
			const { error } = await fromRaw(answer);
			expect(error?.message).toBe(title);
			expect(raw().requests).toHaveLength(3);
		});

		it.each([
			['after hints', say(`HTTP/1.1 103 Early Hints\r\n\r\n${ok(length)}`, whole)],
			['with more behind it', say(ok(length), Buffer.concat([whole, Buffer.from('and more\r\n\r\n')]))],
			['and ends with its connection', say(ok('Connection: close'), whole)],
		])('takes a film that comes %s', async (_name, answer) => {
			await storage.expectWhole(await fromRaw(answer), whole);
			expect(raw().requests).toHaveLength(1);
		});
	});
});
