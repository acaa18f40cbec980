/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { gzipSync } from 'node:zlib';
import { type Answer, isSuccess } from '../../nodes/Clip/service/rules/answer';
import { openService } from '../../nodes/Clip/service/client';
import type { Submission } from '../../nodes/Clip/service/rules/submission';
import { useTestTime } from '../time/testTime';
import { contextOf } from './harness';
import { type RawAnswer, repeat, useRawHost } from './rawHost';

const submission: Submission = {
	videoUrl: 'https://cdn.example.com/film.mp4',
	videoType: 1,
	ext: 'mp4',
	preferLength: [0],
	lang: 'auto',
};

/** No call takes longer, whatever the service does, in milliseconds. */
const HARD_END = 122_000;

const body = '{"code":2000,"projectId":7,"videos":[{"videoId":1}]}';
const ok = (headers = '') =>
	`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${headers}Connection: close\r\n\r\n`;

/** What comes before an answer, or in its place, and tells nothing. */
const unheard: ReadonlyArray<[string, RawAnswer]> = [
	['nothing at all', () => undefined],
	[
		'HTTP 101 with an upgrade',
		(socket) =>
			void socket.write(
				'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
			),
	],
	['HTTP 100 for ever', (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 1_000)],
	[
		'a body in drops',
		(socket) => {
			socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{');
			repeat(socket, ' ', 1_000);
		},
	],
	['a body that never begins', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')],
	[
		'gzip that unpacks to a gigabyte',
		(socket) => {
			const packed = gzipSync(Buffer.alloc(1 << 24));
			const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length * 64}\r\n\r\n`;
			socket.write(head);
			for (let times = 0; times < 64; times += 1) socket.write(packed);
		},
	],
];

/** What comes before an answer and must not be taken for one. */
const heard: ReadonlyArray<[string, string]> = [
	['HTTP 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
	['HTTP 103', 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'],
];

describe('A call that gets', () => {
	useTestTime();
	const host = useRawHost();
	const open = async () => {
		const credentials = { baseUrl: host().origin, apiKey: 'a-key', headerName: 'X-Key' };
		return await openService(contextOf({ parameters: {}, credentials }));
	};
	const timed = async (call: () => Promise<Answer>) => {
		const began = Date.now();
		const answer = await call();
		expect(Date.now() - began).toBeLessThan(HARD_END);
		// The connection is torn down; both ends take some turns to notice.
		while (host().connections() > 0) await new Promise((resolve) => setImmediate(resolve));
		expect(host().requests).toHaveLength(1);
		return answer;
	};

	it.each(unheard)('%s ends at its limit, and leaves no connection behind', async (_what, answer) => {
		host().answer = answer;
		const service = await open();
		expect(await timed(async () => await service.query('7'))).toMatchObject({
			outcome: 'temporary',
			mayHaveCreated: false,
		});
		host().requests.length = 0;
		expect(await timed(async () => await service.submit(submission))).toMatchObject({
			outcome: 'temporary',
			mayHaveCreated: true,
		});
	});

	it.each(heard)('%s before its answer is read', async (_what, before) => {
		host().answer = (socket) => void socket.end(`${before}${ok()}${body}`);
		const service = await open();
		expect(isSuccess(await timed(async () => await service.query('7')))).toBe(true);
	});
});
