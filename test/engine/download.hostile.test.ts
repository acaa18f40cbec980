/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer, type Socket } from 'node:net';
import { listen } from '../host/ports';
import { clipFilm } from '../simulator/films';
import { useStorage } from './storage';
import { download, useBench } from './support';

const MINUTE = 60_000;

const whole = clipFilm(4, 4).bytes;
const ok = (...headers: string[]): string =>
	['HTTP/1.1 200 OK', 'Content-Type: video/mp4', ...headers, '', ''].join('\r\n');
const length = `Content-Length: ${whole.length}`;

/** What a host of bare sockets does with a request; `count` is how many came before. */
type Say = (socket: Socket, count: number) => void;

const say =
	(head: string, body: Buffer | string = '', end = true): Say =>
	(socket) => {
		socket.write(head);
		if (end) socket.end(body);
		else socket.write(body);
	};

/** Says something again and again, for ever. */
const repeat =
	(head: string, piece: string, every: number): Say =>
	(socket) => {
		socket.write(head);
		const timer = setInterval(() => void socket.write(piece), every);
		socket.on('close', () => clearInterval(timer));
	};

describe('Download from hosts that break the rules', () => {
	const bench = useBench();
	const storage = useStorage();

	/** Runs Download over a host of bare sockets. Whatever it does, nobody is hurt, and it comes to an end. */
	const run = async (tell: Say) => {
		let count = 0;
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			sockets.add(socket);
			socket.on('error', () => undefined);
			socket.on('close', () => sockets.delete(socket));
			socket.once('data', () => tell(socket, count++));
		});
		const videoUrl = `http://127.0.0.1:${await listen(server)}/x.mp4`;
		const began = Date.now();
		const result = await bench.clip(download, { items: [{ json: { videoUrl } }] });
		const minutes = (Date.now() - began) / MINUTE;
		for (const socket of sockets) socket.destroy();
		server.close();
		expect(minutes).toBeLessThan(10);
		if (result.error !== undefined) expect(await storage.leftovers()).toEqual([]);
		return { ...result, count };
	};

	const unreachable = 'The host of the file could not be reached';
	const broken = 'The download was interrupted';
	const refused: Array<[string, Say, string, number]> = [
		[
			'HTTP 101',
			say('HTTP/1.1 101 Switching Protocols\r\nUpgrade: film\r\nConnection: Upgrade\r\n\r\n', whole, false),
			unreachable,
			4,
		],
		['HTTP 100 for ever', repeat('', 'HTTP/1.1 100 Continue\r\n\r\n', 20), unreachable, 4],
		['HTTP 103 for ever', repeat('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 500), unreachable, 4],
		['headers without an end', repeat('HTTP/1.1 200 OK\r\n', 'X-Header: more\r\n', 1_000), unreachable, 4],
		[
			'a header without an end',
			repeat('HTTP/1.1 200 OK\r\nX-Header: ', 'x'.repeat(5_000), 100),
			unreachable,
			4,
		],
		[
			'headers that end with the connection',
			say('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n'),
			unreachable,
			4,
		],
		['no HTTP', say('SSH-2.0-OpenSSH_9.6\r\n'), unreachable, 4],
		['another HTTP, and nothing else', say('HTTP/2.0 200 OK\r\n\r\n'), 'The file is empty', 1],
		['no length', say(ok('Content-Length: many'), whole), unreachable, 4],
		['a negative length', say(ok('Content-Length: -5'), whole), unreachable, 4],
		['two lengths', say(ok(length, 'Content-Length: 7'), whole), unreachable, 4],
		[
			'a length and chunks',
			say(ok(length, 'Transfer-Encoding: chunked'), `5\r\n12345\r\n0\r\n\r\n`),
			unreachable,
			4,
		],
		[
			'a length beyond all numbers',
			say(ok('Content-Length: 99999999999999999999999'), whole),
			unreachable,
			4,
		],
		['less than it announced', say(ok('Content-Length: 90000000'), whole), broken, 4],
		['chunks that are none', say(ok('Transfer-Encoding: chunked'), 'zz\r\nfilm'), broken, 4],
		[
			'chunks without an end',
			say(ok('Transfer-Encoding: chunked'), `10\r\n${'x'.repeat(16)}\r\n`),
			broken,
			4,
		],
		['a pack that is none', say(ok('Content-Encoding: gzip', length), whole), broken, 4],
		['a body that was announced to be empty', say(ok('Content-Length: 0'), whole), 'The file is empty', 1],
		[
			'HTTP 204 with a body',
			say('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfilm!'),
			'The file is empty',
			1,
		],
		[
			'HTTP 304 with a body',
			say(`HTTP/1.1 304 Not Modified\r\n${length}\r\n\r\n`, whole),
			'The host does not allow this download',
			1,
		],
		[
			'HTTP 206 without a range',
			say(`HTTP/1.1 206 Partial\r\n${length}\r\n\r\n`, whole),
			'The host does not allow this download',
			1,
		],
		[
			'HTTP 206 with several parts',
			say('HTTP/1.1 206 Partial\r\nContent-Type: multipart/byteranges; boundary=x\r\n\r\n', '--x\r\n'),
			'The host does not allow this download',
			1,
		],
		[
			'HTTP 200 with a range that is not the beginning',
			say(ok(length, 'Content-Range: bytes 5-90/91'), whole),
			broken,
			4,
		],
		['HTTP 999', say('HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n'), unreachable, 4],
		[
			'a redirect without an end of its page',
			say(
				'HTTP/1.1 302 Found\r\nLocation: /x.mp4?1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n',
				'',
				false,
			),
			'The redirect of the link does not work',
			2,
		],
		[
			'HTTP 503 that wants to be asked at once',
			say('HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n'),
			unreachable,
			4,
		],
		[
			'HTTP 429 that wants to be asked before',
			say('HTTP/1.1 429 Busy\r\nRetry-After: -9\r\nContent-Length: 0\r\n\r\n'),
			unreachable,
			4,
		],
		[
			'HTTP 503 with a page without an end',
			repeat('HTTP/1.1 503 Busy\r\n\r\n', '<p>busy', 1_000),
			unreachable,
			4,
		],
		['nothing, and hangs up', (socket) => void socket.end(), unreachable, 4],
		['nothing, and resets', (socket) => void socket.resetAndDestroy(), unreachable, 4],
		[
			'a part, and resets',
			(socket) =>
				void socket.write(ok(length) + whole.toString('latin1', 0, 900), 'latin1', () =>
					socket.resetAndDestroy(),
				),
			broken,
			4,
		],
		[
			'a redirect, and resets',
			(socket) =>
				void socket.write('HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 90\r\n\r\n', () =>
					socket.resetAndDestroy(),
				),
			'The redirect of the link does not work',
			2,
		],
	];
	it.each(refused)('ends with what is wrong: %s', async (_name, tell, title, requests) => {
		const { error, count } = await run(tell);
		expect(error?.message).toBe(`${title} [item 0]`);
		expect(error?.description).toContain('The clip is not lost and nothing was charged.');
		expect(count).toBe(requests);
	});

	const taken: Array<[string, Say]> = [
		['after hints', say(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${ok(length)}`, whole)],
		['with more behind it', say(ok(length), Buffer.concat([whole, Buffer.from('and more\r\n\r\n')]))],
		[
			'with another answer behind it',
			say(ok(length), Buffer.concat([whole, Buffer.from(ok('Content-Length: 3') + 'abc')])),
		],
		[
			'as HTTP 200 with the range of all',
			say(ok(length, `Content-Range: bytes 0-${whole.length - 1}/${whole.length}`), whole),
		],
		[
			'in parts, as HTTP 200',
			(socket, count) => {
				const part =
					count === 0 ? `bytes 0-899/${whole.length}` : `bytes 0-${whole.length - 1}/${whole.length}`;
				const bytes = count === 0 ? whole.subarray(0, 900) : whole;
				say(ok(`Content-Length: ${bytes.length}`, `Content-Range: ${part}`), bytes)(socket, count);
			},
		],
		[
			'in chunks of one byte',
			say(
				ok('Transfer-Encoding: chunked'),
				Buffer.concat([
					...Array.from(whole, (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10])),
					Buffer.from('0\r\n\r\n'),
				]),
			),
		],
		[
			'after a reset when it was there',
			(socket, count) =>
				void socket.write(Buffer.concat([Buffer.from(ok(length)), whole]), () =>
					setTimeout(() => (count === 0 ? socket.resetAndDestroy() : socket.end()), 10),
				),
		],
	];
	it.each(taken)('takes a film that comes %s', async (_name, tell) => {
		const result = await run(tell);
		await storage.expectWhole(result, whole);
	});
});
