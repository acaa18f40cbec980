import { sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, answerWith, dripAnswer, film, fileAnswer, statusAnswer } from './fileHost';
import { useDownload } from './storage';
import { download } from './support';

describe('Download', () => {
	const { bench, host, storage, from, run } = useDownload();
	const bytes = film(3_000_000);

	describe('of a transfer that breaks off', () => {
		it.each([
			['with its length announced', {}],
			['in chunks', { length: null }],
		])('begins again, and the file has each byte once: %s', async (_name, manners) => {
			const cuts = [1_000_000, 2_000_000];
			await storage.expectWhole(await run(fileAnswer(bytes, { ...manners, cuts })), bytes);
			expect(host().requests).toHaveLength(3);
			expect(host().requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined]);
		});

		it('does not put parts of two files together', async () => {
			const other = film(3_000_000, 2);
			const first = fileAnswer(bytes, { cuts: [1_000_000] });
			await storage.expectWhole(await run(answerWith(first, fileAnswer(other))), other);
		});

		it('gives it up after three tries, also where only its announced length tells that something is missing', async () => {
			const cuts = [3_000_000, 3_000_000, 3_000_000];
			const { error } = await run(fileAnswer(bytes, { length: 90_000_000, cuts }));
			expect(error?.message).toBe('The download was interrupted: clip 4711');
			expect(error?.description).toContain('The network says: ECONNRESET.');
			expect(host().requests).toHaveLength(3);
		});
	});

	describe('of a link that has expired', () => {
		const clipOf = async () => {
			const projectId = await bench.finished();
			const { items } = await bench.clip({ operation: 'get', projectId, filters: { limit: 1 } });
			return items;
		};
		const queries = () => bench.simulator().requests.filter(({ path }) => path.includes('/query/')).length;
		const expired = { on: 'media', fault: { kind: 'status', status: 403, body: 'expired' } } as const;

		it('asks the service for a fresh one, once, and tells it in the fields', async () => {
			bench.simulator().configure({ linkSeconds: 1 });
			const [clip] = await clipOf();
			bench.simulator().configure({ linkSeconds: 500 });
			await sleep(2_000);
			const before = queries();
			const { items, error } = await bench.clip(download, { items: clip ? [clip] : [] });
			expect(error).toBeUndefined();
			expect(queries() - before).toBe(1);
			expect(items[0]?.json.videoUrl).not.toBe(clip?.json.videoUrl);
			expect(Date.parse(z.string().parse(items[0]?.json.expiresAt))).toBeGreaterThan(Date.now());
			expect(items[0]?.json.title).toBe(clip?.json.title);
		});

		it('does not ask endlessly', async () => {
			const items = await clipOf();
			bench.simulator().faults.add({ ...expired, times: 9 });
			const before = queries();
			const { error } = await bench.clip(download, { items });
			expect(error?.message).toContain('The link to the clip is no longer valid');
			expect(error?.description).toContain('The node tried a fresh link from the service, too.');
			expect(error?.description).toContain('HTTP 403');
			expect(queries() - before).toBe(1);
			expect(await storage.leftovers()).toEqual([]);
		});

		it.each([
			[
				'it is switched off',
				{ options: { refreshExpiredLink: false } },
				{},
				"'Refresh Expired Link' is switched off",
			],
			['the item names no clip', {}, { videoId: null }, 'lacks projectId or videoId'],
			['the clip is gone', {}, { videoId: '1' }, 'no longer has a link to clip 1'],
		])('says why there is no fresh one: %s', async (_name, parameters, fields, says) => {
			const [clip] = await clipOf();
			bench.simulator().faults.add({ ...expired, times: 9 });
			const items = [{ json: { ...clip?.json, ...fields } }];
			const { error } = await bench.clip({ ...download, ...parameters }, { items });
			expect(error?.description).toContain(says);
		});

		it('says why the service gave no fresh one', async () => {
			const items = await clipOf();
			bench.simulator().faults.add({ ...expired }, { on: 'query', fault: { kind: 'status', status: 401 } });
			const { error } = await bench.clip(download, { items });
			expect(error?.description).toContain('The service rejected the API key');
		});

		const page = '<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>';
		const tellings: Array<[string, Answer]> = [
			['by the words of a store', statusAnswer(400, { 'Content-Type': 'application/xml' }, page)],
			['after a transfer that broke off', answerWith(fileAnswer(bytes, { cuts: [700] }), statusAnswer(403))],
		];
		it.each(tellings)('knows it %s', async (_name, answer) => {
			const [clip] = await clipOf();
			const whole = await fetch(z.string().parse(clip?.json.videoUrl));
			const items = [{ json: { ...clip?.json, videoUrl: host().serve('/old.mp4', answer) } }];
			const before = queries();
			const result = await bench.clip(download, { items });
			await storage.expectWhole(result, Buffer.from(await whole.arrayBuffer()));
			expect(queries() - before).toBe(1);
			expect(result.items[0]?.json.videoUrl).not.toContain('/old.mp4');
		});
	});

	describe('that is stopped', () => {
		it.each<[string, Answer]>([
			['before the host answers', () => undefined],
			['in mid-transfer', dripAnswer(film(2_000_000), film(20_000))],
			['in a pause before another try', statusAnswer(503, { 'Retry-After': '20' })],
		])('ends at once and leaves no file: %s', async (_name, answer) => {
			let stop: () => void = () => undefined;
			const link = host().serve('/x.mp4', (request, response, count) => {
				answer(request, response, count);
				setTimeout(() => stop(), 200);
			});
			const began = Date.now();
			await from(link, {}, { onStart: (stopper) => (stop = stopper) });
			expect(Date.now() - began).toBeLessThan(2_500);
			expect(await storage.leftovers()).toEqual([]);
			expect(host().requests).toHaveLength(1);
		});
	});

	it('says what n8n says when it cannot store a file', async () => {
		await storage.moveTo('/dev/null/storage').catch(() => undefined);
		const items = [{ json: { videoUrl: host().serve('/x.mp4', fileAnswer(bytes)) } }];
		const { error } = await bench.clip(download, { items });
		expect(error?.message).toContain('n8n could not store the file');
		expect(error?.description).toContain('ENOTDIR');
	});
});
