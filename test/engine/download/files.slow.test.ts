/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { describeFileFact } from '../../../nodes/Clip/problems/files';
import { type Answer, answerWith, dripAnswer, film, fileAnswer, statusAnswer } from '../bench/fileHost';
import { useDownload } from '../bench/storage';

const bytes = film(3_000_000);

const reset: Answer = (request) => void request.socket.resetAndDestroy();

describe('A file from a host', () => {
	const { host, storage, from, run } = useDownload();

	it.each([
		['a reset', reset],
		['HTTP 503', statusAnswer(503, {}, 'busy')],
	])('that is busy or gone tries again after %s, three times at most', async (_name, bad) => {
		const { outcome } = await run(bad);
		expect(outcome).toBe('unavailable');
		expect(host().requests).toHaveLength(3);
		const link = host().serve('/y.mp4', answerWith(bad, bad, fileAnswer(bytes)));
		await storage.expectWhole(await from(link), bytes);
	});

	it('comes back when the host says so, within half a minute', async () => {
		const result = await run(answerWith(statusAnswer(429, { 'Retry-After': '86400' }), fileAnswer(bytes)));
		await storage.expectWhole(result, bytes);
		expect(result.minutes).toBeGreaterThanOrEqual(0.5);
		expect(result.minutes).toBeLessThan(0.6);
	});

	it.each<[string, Answer, string]>([
		['before it answers', () => undefined, 'unavailable'],
		['in mid-transfer', dripAnswer(film(200_000), Buffer.alloc(0)), 'incomplete'],
	])('gives up one that says nothing for a minute, three times: %s', async (_name, answer, kind) => {
		const { error, outcome, minutes } = await run(answer);
		expect(outcome).toBe(kind);
		expect(error?.description).toContain(describeFileFact('silent'));
		expect(minutes).toBeGreaterThan(3);
		expect(minutes).toBeLessThan(3.5);
		expect(host().requests).toHaveLength(3);
	});

	it('has patience with one that pauses for 59 s again and again', async () => {
		const pieces = Array.from({ length: 8 }, (_, index) => film(100_000, index));
		const { items, minutes } = await run((_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 800_000 });
			for (const [index, piece] of pieces.entries()) {
				setTimeout(() => (index < 7 ? response.write(piece) : response.end(piece)), index * 59_000);
			}
		});
		expect(items[0]?.json.fileSize).toBe(800_000);
		expect(minutes).toBeGreaterThan(6.5);
		expect(host().requests).toHaveLength(1);
	});

	it.each<[string, Answer]>([
		['sends for ever', dripAnswer(film(200_000), film(1_000))],
		['does not answer', () => undefined],
		['asks to come back later', statusAnswer(503, { 'Retry-After': '86400' })],
	])('ends at Max Time when it %s', async (_name, answer) => {
		const { outcome, minutes } = await run(answer, { options: { maxTime: 0.9 } });
		expect(outcome).toBe('timedOut');
		expect(minutes).toBeGreaterThan(0.8);
		expect(minutes).toBeLessThan(1);
	});
});
