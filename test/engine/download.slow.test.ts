/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { useDownload } from './downloading';
import {
	type Answer,
	answerWith,
	dripAnswer,
	film,
	fileAnswer,
	redirectAnswer,
	statusAnswer,
} from './fileHost';

const UNREACHABLE = 'The host of the file could not be reached: clip 4711';
const TIMED_OUT = "The download took longer than 'Max Time': clip 4711";

const bytes = film(3_000_000);

/** Sends so many bytes of a film each time, so many milliseconds apart. */
const slowly =
	(whole: Buffer, piece: number, every: number): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': whole.length });
		let sent = 0;
		const timer = setInterval(() => {
			response.write(whole.subarray(sent, sent + piece));
			sent += piece;
			if (sent < whole.length) return;
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

const reset: Answer = (request) => void request.socket.resetAndDestroy();

describe('Download from a host', () => {
	const { host, storage, from, run } = useDownload();

	describe('that is busy or gone', () => {
		it.each([
			['a reset', reset],
			['HTTP 408', statusAnswer(408)],
			['HTTP 429', statusAnswer(429)],
			['HTTP 500', statusAnswer(500)],
			['HTTP 503', statusAnswer(503, {}, 'busy')],
		])('tries again after %s, three times at most', async (_name, bad) => {
			const { error } = await run(bad);
			expect(error?.message).toBe(UNREACHABLE);
			expect(host().requests).toHaveLength(3);
			const link = host().serve('/y.mp4', answerWith(bad, bad, fileAnswer(bytes)));
			await storage.expectWhole(await from(link), bytes);
		});

		it.each([
			['12', 0.2],
			['0', 1 / 60],
			['86400', 0.5],
		])('comes back when the host says so, within half a minute: %s s', async (seconds, minutes) => {
			const answer = answerWith(statusAnswer(429, { 'Retry-After': seconds }), fileAnswer(bytes));
			const result = await run(answer);
			await storage.expectWhole(result, bytes);
			expect(result.minutes).toBeGreaterThanOrEqual(minutes);
			expect(result.minutes).toBeLessThan(minutes + 0.1);
		});
	});

	describe('that is slow', () => {
		it.each<[string, Answer, string]>([
			['before it answers', () => undefined, UNREACHABLE],
			[
				'after it has redirected',
				answerWith(redirectAnswer('/nothing'), redirectAnswer('/nothing')),
				UNREACHABLE,
			],
			[
				'at the beginning of the file',
				dripAnswer(film(100), Buffer.alloc(0)),
				'The download was interrupted',
			],
			['in mid-transfer', dripAnswer(film(200_000), Buffer.alloc(0)), 'The download was interrupted'],
		])('gives up one that says nothing for a minute, three times: %s', async (_name, answer, title) => {
			host().serve('/nothing', () => undefined);
			const { error, minutes } = await run(answer);
			expect(error?.message).toContain(title);
			expect(minutes).toBeGreaterThan(3);
			expect(minutes).toBeLessThan(3.5);
			expect(host().requests.filter(({ path }) => path === '/x.mp4')).toHaveLength(3);
		});

		it.each([
			['sends 20 kB a second', slowly(film(12_000_000), 20_000, 1_000), 9],
			['pauses for 59 s again and again', slowly(film(12_000_000), 1_500_000, 59_000), 7],
		])('has patience with one that %s', async (_name, answer, least) => {
			const { items, minutes } = await run(answer);
			expect(items[0]?.json.fileSize).toBe(12_000_000);
			expect(minutes).toBeGreaterThan(least);
			expect(host().requests).toHaveLength(1);
		});

		it.each<[string, Answer]>([
			['sends for ever', slowly(film(60_000_000), 120_000, 20_000)],
			['does not answer', () => undefined],
			['breaks off each time', late(fileAnswer(bytes, { cuts: Array<number>(9).fill(9_000) }), 50_000)],
			[
				'sends elsewhere',
				late(
					(request, response, count) => redirectAnswer(`/x.mp4?${count}`)(request, response, count),
					25_000,
				),
			],
			['asks to come back later', late(statusAnswer(503, { 'Retry-After': '30' }), 25_000)],
		])('ends at Max Time when it %s', async (_name, answer) => {
			const { error, minutes } = await run(answer, { maxTime: 1.5 });
			expect(error?.message).toBe(TIMED_OUT);
			expect(error?.description).toContain("Raise 'Max Time (Minutes)'");
			expect(minutes).toBeGreaterThan(1.4);
			expect(minutes).toBeLessThan(1.6);
		});
	});
});
