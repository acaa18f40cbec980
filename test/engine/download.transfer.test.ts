/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type INodeParameters, sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import {
	type Answer,
	answerWith,
	dripAnswer,
	film,
	fileAnswer,
	FILE_SIGNATURE,
	startFileHost,
	useFileHost,
} from './fileHost';
import type { NodeRun, NodeRunResult } from './harness';
import { useStorage } from './storage';
import { download, useBench } from './support';

const CLIP = { projectId: '77', videoId: '31550021', title: 'Tide' };
const status =
	(code: number, headers: Record<string, string> = {}, body = ''): Answer =>
	(_request, response) =>
		void response.writeHead(code, headers).end(body);

const reset: Answer = (request) => void request.socket.resetAndDestroy();

describe('Download', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	const bytes = film(3_000_000);

	const run = async (videoUrl: string, parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const items = [{ json: { ...CLIP, videoUrl } }];
		const result = await bench.clip({ ...download, ...parameters }, { items, ...more });
		const { error } = result;
		expect(`${error?.message} ${error?.description}`).not.toContain(FILE_SIGNATURE);
		if (error !== undefined) expect(await storage.leftovers()).toEqual([]);
		return result;
	};
	const expectWhole = async (result: NodeRunResult, whole = bytes) =>
		await storage.expectWhole(result, whole);
	const ranges = () => host().requests.map(({ headers }) => headers.range);

	describe('of a transfer that breaks off', () => {
		it('takes it up again where it broke off, as often as it gets on', async () => {
			const cuts = [400_000, 1_200_000, 100];
			const link = host().serve('/x.mp4', fileAnswer(bytes, { cuts }));
			await expectWhole(await run(link));
			expect(ranges()[0]).toBeUndefined();
			expect(
				ranges()
					.slice(1)
					.every((range) => /^bytes=\d+-$/.test(range ?? '')),
			).toBe(true);
			expect(host().requests[1]?.headers['if-range']).toBe('"film-1"');
		});

		it.each([
			['sends no parts', { ranges: false }],
			['does not say which file it is', { etag: null }],
			['says only roughly which file it is', { etag: 'W/"film-1"' }],
		])('starts anew at a host that %s, and the file has each byte once', async (_name, manners) => {
			const link = host().serve('/x.mp4', fileAnswer(bytes, { ...manners, cuts: [1_000_000, 2_000_000] }));
			await expectWhole(await run(link));
			expect(host().requests).toHaveLength(3);
		});

		it('starts anew when the host sends another part than the one asked for', async () => {
			const odd: Answer = (_request, response) => {
				response.writeHead(206, {
					'Content-Range': `bytes 5-2999999/3000000`,
					'Content-Type': 'video/mp4',
				});
				response.end(bytes.subarray(5));
			};
			const whole = fileAnswer(bytes, { cuts: [1_000_000] });
			await expectWhole(await run(host().serve('/x.mp4', answerWith(whole, odd, fileAnswer(bytes)))));
			expect(ranges()[2]).toBeUndefined();
		});

		it.each([
			['of the same length', film(3_000_000, 2)],
			['of another length', film(3_000_001, 2)],
		])('does not put parts of two files together: another file %s', async (_name, other) => {
			const first = fileAnswer(bytes, { cuts: [1_000_000] });
			const link = host().serve('/x.mp4', answerWith(first, fileAnswer(other, { etag: '"film-2"' })));
			await expectWhole(await run(link), other);
		});

		it('gives up a host that never gets to the end and cannot go on where it broke off', async () => {
			const cuts = Array<number>(99).fill(2_000_000);
			const { error } = await run(host().serve('/x.mp4', fileAnswer(bytes, { etag: null, cuts })));
			expect(error?.message).toContain('The download was interrupted');
			expect(host().requests).toHaveLength(4);
		});

		it('gives up a transfer that breaks off again and again', async () => {
			const link = host().serve('/x.mp4', fileAnswer(bytes, { cuts: Array<number>(9).fill(70_000) }));
			const { error } = await run(link);
			expect(error?.message).toContain('The download was interrupted');
			expect(host().requests).toHaveLength(4);
		});

		it('gives up a host that is gone in mid-transfer', async () => {
			const gone = await startFileHost();
			const link = gone.serve('/x.mp4', (_request, response) => {
				response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 3_000_000 });
				response.write(bytes.subarray(0, 500_000), () => void gone.close());
			});
			const { error } = await run(link);
			expect(error?.message).toContain('The host of the file could not be reached');
			expect(error?.description).toContain('ECONNREFUSED');
		});

		it.each([
			['a reset', reset],
			['503', status(503, { 'Retry-After': '2' })],
			['429', status(429)],
		])('tries again after %s', async (_name, bad) => {
			await expectWhole(await run(host().serve('/x.mp4', answerWith(bad, bad, fileAnswer(bytes)))));
		});

		it.each([
			['answers 503', status(503, {}, 'busy')],
			['resets the connection', reset],
			['does not answer', () => undefined],
		])('gives up a host that always %s', async (_name, bad) => {
			const began = Date.now();
			const { error } = await run(host().serve('/x.mp4', bad));
			expect(Date.now() - began).toBeLessThan(180_000);
			expect(error?.message).toContain('The host of the file could not be reached');
			expect(host().requests).toHaveLength(4);
		});

		it.each([
			['falls silent at once', Buffer.alloc(0), Buffer.alloc(0)],
			['falls silent after a while', film(200_000), Buffer.alloc(0)],
			['sends drops', film(200_000), Buffer.from('.')],
		])('gives up a host that %s', async (_name, beginning, piece) => {
			const { error } = await run(host().serve('/x.mp4', dripAnswer(beginning, piece)));
			expect(error?.message).toContain('The host of the file stopped sending');
			expect(host().requests).toHaveLength(3);
			await sleep(50);
			expect(await host().connections()).toBe(0);
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

		it.each([403, 410])('does not ask endlessly (HTTP %i)', async (code) => {
			const items = await clipOf();
			bench.simulator().faults.add({ ...expired, times: 9, fault: { ...expired.fault, status: code } });
			const before = queries();
			const { error } = await bench.clip(download, { items });
			expect(error?.message).toContain('The link to the clip is no longer valid');
			expect(error?.description).toContain('The node tried a fresh link from the service, too.');
			expect(error?.description).toContain(`HTTP ${code}`);
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

		it.each([400, 401])(
			'knows a link that has expired by the words of a store too (HTTP %i)',
			async (code) => {
				const [clip] = await clipOf();
				const body =
					'<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>';
				const link = host().serve('/old.mp4', status(code, { 'Content-Type': 'application/xml' }, body));
				const items = [{ json: { ...clip?.json, videoUrl: link } }];
				const before = queries();
				const { items: files, error } = await bench.clip(download, { items });
				expect(error).toBeUndefined();
				expect(queries() - before).toBe(1);
				expect(files[0]?.json.videoUrl).not.toBe(link);
			},
		);

		it('goes on with the fresh one where a transfer broke off', async () => {
			const [clip] = await clipOf();
			const whole = await fetch(z.string().parse(clip?.json.videoUrl));
			const file = Buffer.from(await whole.arrayBuffer());
			const link = host().serve('/x.mp4', answerWith(fileAnswer(file, { cuts: [700] }), status(403)));
			const items = [{ json: { ...clip?.json, videoUrl: link } }];
			await expectWhole(await bench.clip(download, { items }), file);
		});
	});

	describe('that is stopped', () => {
		it('ends at once and leaves no file', async () => {
			let stop: () => void = () => undefined;
			const link = host().serve('/x.mp4', (request, response, count) => {
				dripAnswer(film(2_000_000), film(20_000))(request, response, count);
				setTimeout(() => stop(), 200);
			});
			const began = Date.now();
			await run(link, {}, { onStart: (stopper) => (stop = stopper) });
			await sleep(300);
			expect(Date.now() - began).toBeLessThan(2_500);
			expect(await storage.leftovers()).toEqual([]);
			expect(await host().connections()).toBe(0);
		});
	});

	describe('to a disk that is full', () => {
		const folder = mkdtempSync(join(tmpdir(), 'video-clipping-full-'));
		const mounted = (() => {
			try {
				mkdirSync(folder, { recursive: true });
				execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
				return true;
			} catch {
				return false;
			}
		})();
		afterAll(() => {
			if (mounted) execFileSync('umount', [folder]);
			rmSync(folder, { recursive: true, force: true });
		});

		// Only root may mount, and not everywhere.
		(mounted ? it : it.skip)('says so and leaves no file', async () => {
			await storage.moveTo(folder);
			const { error } = await run(host().serve('/x.mp4', fileAnswer(bytes)));
			expect(error?.message).toContain('n8n could not store the file');
			expect(error?.description).toContain('ENOSPC');
			await sleep(50);
			expect(await host().connections()).toBe(0);
		});

		it('says what n8n says when it cannot store a file', async () => {
			await storage.moveTo('/dev/null/storage').catch(() => undefined);
			const items = [{ json: { ...CLIP, videoUrl: host().serve('/x.mp4', fileAnswer(bytes)) } }];
			const { error } = await bench.clip(download, { items });
			expect(error?.message).toContain('n8n could not store the file');
			expect(error?.description).toContain('ENOTDIR');
		});
	});
});
