/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { INodeParameters } from 'n8n-workflow';
import { type Answer, answerWith, film, fileAnswer, redirectAnswer, useFileHost } from './fileHost';
import { useStorage } from './storage';
import { download, useBench } from './support';

const MINUTE = 60_000;

/** Sends so many bytes of a film each time, so many milliseconds apart; `late` the first of them after a while. */
const slowly =
	(bytes: Buffer, piece: number, every: number): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': bytes.length, ETag: '"slow"' });
		response.flushHeaders();
		let sent = 0;
		const timer = setInterval(() => {
			response.write(bytes.subarray(sent, sent + piece));
			sent += piece;
			if (sent < bytes.length) return;
			clearInterval(timer);
			response.end();
		}, every);
		response.on('close', () => clearInterval(timer));
	};

/** Answers after a while. */
const late =
	(answer: Answer, after: number): Answer =>
	(request, response, count) =>
		void setTimeout(() => answer(request, response, count), after);

describe('Download from slow hosts', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	const bytes = film(12_000_000);

	/** Runs Download, and tells how many minutes it took. */
	const run = async (answer: Answer, options: INodeParameters = {}) => {
		const items = [{ json: { projectId: '77', videoId: '4711', videoUrl: host().serve('/x.mp4', answer) } }];
		const began = Date.now();
		const result = await bench.clip({ ...download, options }, { items });
		if (result.error !== undefined) expect(await storage.leftovers()).toEqual([]);
		return { ...result, minutes: (Date.now() - began) / MINUTE };
	};

	it('leaves a host that sends next to nothing, however cleverly', async () => {
		const { error, minutes } = await run(slowly(bytes, 65_536, 59_000));
		expect(error?.message).toBe('The host of the file stopped sending: clip 4711 [item 0]');
		expect(error?.description).toMatch(/less than 5 kB a second.* of 11 MB came\./);
		expect(minutes).toBeLessThan(20);
	});

	it('has patience with a slow line', async () => {
		const { items, minutes } = await run(slowly(bytes, 20_000, 1_000));
		expect(items[0]?.json.fileSize).toBe(bytes.length);
		expect(minutes).toBeGreaterThan(9);
	});

	const lasting: Array<[string, Answer]> = [
		['sends for ever, as fast as must be', slowly(film(60_000_000), 6_000 * 20, 20_000)],
		[
			'breaks off again and again, and gets on each time',
			(request, response, count) => {
				const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
				const part = bytes.subarray(from, from + 1_100_000 + 16_384);
				const range = { 'Content-Range': `bytes ${from}-${bytes.length - 1}/90000000` };
				const headers = { 'Content-Type': 'video/mp4', ETag: '"a"', 'Content-Length': 90_000_000 - from };
				late((_request, answer) => {
					answer.writeHead(from > 0 ? 206 : 200, { ...headers, ...(from > 0 && range) });
					answer.write(part, () => setTimeout(() => answer.socket?.destroy(), 50_000));
				}, 20_000)(request, response, count);
			},
		],
		[
			'sends elsewhere, and each host takes its time',
			late((request, response, count) => redirectAnswer(`/x.mp4?${count}`)(request, response, count), 25_000),
		],
		['is always busy', late((_request, response) => void response.writeHead(503).end(), 25_000)],
	];
	it.each(lasting)('ends at Max Time when the host %s', async (_name, answer) => {
		const { error, minutes } = await run(answer, { maxTime: 1.5 });
		expect(error?.message).toBe("The download took longer than 'Max Time': clip 4711 [item 0]");
		expect(error?.description).toContain("Raise 'Max Time (Minutes)'");
		expect(error?.description).toContain('The limit is 1.5 minutes.');
		expect(minutes).toBeGreaterThan(1.4);
		expect(minutes).toBeLessThan(1.6);
	});

	it('ends after an hour when the user says nothing, and tells how far it got', async () => {
		const { error, minutes } = await run(slowly(film(60_000_000), 6_000 * 50, 50_000));
		expect(error?.message).toContain("The download took longer than 'Max Time'");
		expect(error?.description).toMatch(/The limit is 60 minutes\. 2[01] MB of 57 MB came\./);
		expect(minutes).toBeLessThan(60.1);
	});

	it('takes no time for what came in time', async () => {
		const busy: Answer = (_request, response) => void response.writeHead(503, { 'Retry-After': '0' }).end();
		const answer = answerWith(busy, busy, late(fileAnswer(bytes), 20_000));
		const { items } = await run(answer, { maxTime: 1 });
		expect(items[0]?.json.fileSize).toBe(bytes.length);
	});

	it.each([0, -1, 20_000, 'soon'])('takes no Max Time of %j', async (maxTime) => {
		const { error } = await run(fileAnswer(bytes), { maxTime });
		expect(error?.message).toContain('(maxTime) must be a number of minutes');
		expect(host().requests).toEqual([]);
	});
});
