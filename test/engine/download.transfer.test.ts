import { FRESH } from '../../nodes/Clip/download/rules/advice';
import { sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import {
	type Answer,
	answerWith,
	dripAnswer,
	film,
	fileAnswer,
	redirectAnswer,
	statusAnswer,
} from './fileHost';
import { storeFile } from '../../nodes/Clip/download/fileStream';
import { contextOf } from './harness';
import { useDownload } from './storage';
import { download, failed, itemsOf, outcomesOf, toErrorOutput } from './support';
import { WRONG_KEY } from '../unit/given/texts';

describe('Download', () => {
	const { bench, host, storage, from, run } = useDownload();
	const bytes = film(3_000_000);

	it.each([
		['with its length announced', {}],
		['in chunks', { length: null }],
	])(
		'begins again after a transfer that breaks off, and puts no parts of two files together: %s',
		async (_name, manners) => {
			const [other, another] = [film(3_000_000, 2), film(3_000_000, 3)];
			const cut = { ...manners, cuts: [1_000_000, 2_000_000] };
			const answer = answerWith(fileAnswer(other, cut), fileAnswer(another, cut), fileAnswer(bytes, manners));
			await storage.expectWhole(await run(answer), bytes);
			expect(host().requests.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined]);
		},
	);

	describe('of a link that has expired', () => {
		const clipsOf = async (filters = {}) => {
			const projectId = await bench.finished();
			return (await bench.clip({ operation: 'get', projectId, filters })).items;
		};
		const clipOf = async () => await clipsOf({ limit: 1 });
		const expired = { on: 'media', fault: { kind: 'status', status: 403, body: 'expired' } } as const;

		it('asks the service for a fresh one, once, and tells it in the fields', async () => {
			bench.simulator().configure({ linkSeconds: 1 });
			const clips = await clipOf();
			const [clip] = clips;
			bench.simulator().configure({ linkSeconds: 500 });
			await sleep(2_000);
			const before = bench.questions().length;
			const { items, error } = await bench.clip(download, { items: clips });
			expect(error).toBeUndefined();
			expect(bench.questions()).toHaveLength(before + 1);
			expect(items[0]?.json.videoUrl).not.toBe(clip?.json.videoUrl);
			expect(Date.parse(z.string().parse(items[0]?.json.expiresAt))).toBeGreaterThan(Date.now());
			expect(items[0]?.json.title).toBe(clip?.json.title);
		});

		it('asks once for all clips of a project', async () => {
			const clips = await clipsOf();
			bench.simulator().faults.add({ ...expired, times: clips.length });
			const before = bench.questions().length;
			const parameters = { ...download, options: { downloadsAtOnce: clips.length } };
			const { items, error } = await bench.clip(parameters, { items: clips });
			expect(error).toBeUndefined();
			expect(new Set(items.map(({ json }) => json.videoUrl)).size).toBe(clips.length);
			expect(bench.questions()).toHaveLength(before + 1);
		});

		it('asks again after the service gave no answer', async () => {
			const clips = await clipsOf();
			const refused = { on: 'query', fault: { kind: 'status', status: 401 } } as const;
			bench.simulator().faults.add(refused, expired, expired);
			const before = bench.questions().length;
			const parameters = { ...download, options: { downloadsAtOnce: 1 } };
			const { items, errorItems } = await bench.clip(parameters, { items: clips, ...toErrorOutput });
			expect([items.length, errorItems.length]).toEqual([clips.length - 1, 1]);
			expect(bench.questions()).toHaveLength(before + 2);
		});

		it('asks again when the fresh links have expired, too', async () => {
			const [first, second] = await clipsOf();
			const videoUrl = host().serve('/old.mp4', statusAnswer(403, {}, 'expired'));
			const slow = host().serve('/slow.mp4', (...request) => {
				void sleep(20_000).then(() => fileAnswer(bytes)(...request));
			});
			bench.simulator().configure({ linkSeconds: 10 });
			const before = bench.questions().length;
			const items = itemsOf({ ...first?.json, videoUrl }, { videoUrl: slow }, { ...second?.json, videoUrl });
			const parameters = { ...download, options: { downloadsAtOnce: 1 } };
			expect((await bench.clip(parameters, { items })).items).toHaveLength(3);
			expect(bench.questions()).toHaveLength(before + 2);
		});

		it('tries the fresh link as often as any other', async () => {
			const items = await clipOf();
			const busy = { on: 'media', fault: { kind: 'status', status: 503 } } as const;
			bench.simulator().faults.add(expired, busy, busy);
			const { items: files, error } = await bench.clip(download, { items });
			expect([error, files.length]).toEqual([undefined, 1]);
		});

		it('does not ask endlessly', async () => {
			const items = await clipOf();
			bench.simulator().faults.add({ ...expired, times: 9 });
			const before = bench.questions().length;
			const { error, outcome } = await bench.clip(download, { items });
			expect(outcome).toBe('expired');
			expect(error?.description).toContain(FRESH.tried);
			expect(error?.description).toContain('HTTP 403');
			expect(bench.questions()).toHaveLength(before + 1);
			await storage.expectEmpty();
		});

		it.each([
			['it is switched off', { options: { refreshExpiredLink: false } }, {}, FRESH.off],
			['the item names no clip', {}, { videoId: null }, FRESH.noId],
			['the clip is gone', {}, { videoId: '1' }, 'clip 1'],
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
			expect(error?.description).toContain(FRESH.none(`${WRONG_KEY}.`));
		});

		it.each<[string, Answer]>([
			['by the words of a store', statusAnswer(400, {}, '<Error><Code>ExpiredToken</Code></Error>')],
			['after a transfer that broke off', answerWith(fileAnswer(bytes, { cuts: [700] }), statusAnswer(403))],
		])('knows it %s', async (_name, answer) => {
			const [clip] = await clipOf();
			const whole = await fetch(z.string().parse(clip?.json.videoUrl));
			const items = [{ json: { ...clip?.json, videoUrl: host().serve('/old.mp4', answer) } }];
			const before = bench.questions().length;
			const result = await bench.clip(download, { items });
			await storage.expectWhole(result, Buffer.from(await whole.arrayBuffer()));
			expect(bench.questions()).toHaveLength(before + 1);
			expect(result.items[0]?.json.videoUrl).not.toContain('/old.mp4');
		});
	});

	describe('of a file that is not there yet', () => {
		it.each([404, 409, 202])('asks three times within a minute: HTTP %i', async (status) => {
			const result = await run(answerWith(statusAnswer(status), statusAnswer(status), fileAnswer(bytes)));
			await storage.expectWhole(result, bytes);
			expect(host().requests).toHaveLength(3);
			expect(result.minutes).toBeLessThan(1);
		});

		it('asks by one fresh link then, and ends if that leads nowhere, too', async () => {
			const [clip] = (await bench.clip({ operation: 'get', projectId: await bench.finished() })).items;
			const videoUrl = host().serve('/old.mp4', statusAnswer(404));
			const items = itemsOf({ ...clip?.json, videoUrl });
			const before = bench.questions().length;
			expect((await bench.clip(download, { items })).items).toHaveLength(1);
			expect([host().requests.length, bench.questions().length - before]).toEqual([3, 1]);
			bench.simulator().faults.add({ on: 'media', fault: { kind: 'status', status: 404 }, times: 9 });
			const { errorItems } = await bench.clip(download, { items, ...toErrorOutput });
			expect(outcomesOf(errorItems)).toEqual([failed('notFound')]);
			expect(bench.simulator().requests.filter(({ path }) => path.startsWith('/media/'))).toHaveLength(2);
		});
	});

	it.each<[string, Answer]>([
		['in other words', statusAnswer(400, {}, 'The exp claim timestamp check failed')],
		['in no words', statusAnswer(401)],
		['by a page', statusAnswer(200, { 'Content-Type': 'text/html' }, '<p>La page a expiré</p>')],
		['by a server error', statusAnswer(500)],
	])('of a link that is past by its own date gets a fresh one at once: %s', async (_name, answer) => {
		const [clip] = (await bench.clip({ operation: 'get', projectId: await bench.finished() })).items;
		const videoUrl = host().serve('/old.mp4', answer).replace('1900000000', '1500000000');
		const before = bench.questions().length;
		const { items, error } = await bench.clip(download, { items: itemsOf({ ...clip?.json, videoUrl }) });
		expect([error, items.length, host().requests.length]).toEqual([undefined, 1, 1]);
		expect(bench.questions()).toHaveLength(before + 1);
	});

	it('follows a redirect that names its address in UTF-8', async () => {
		host().serve('/clips/caf%C3%A9.mp4', fileAnswer(bytes));
		const raw = Buffer.from('/clips/café.mp4').toString('latin1');
		await storage.expectWhole(await run(redirectAnswer(raw)), bytes);
	});

	const partial =
		(status: number, range?: string): Answer =>
		(_request, response) =>
			void response
				.writeHead(status, { 'Content-Type': 'video/mp4', ...(range && { 'Content-Range': range }) })
				.end(bytes);

	it.each<[string, Answer]>([
		['203', partial(203)],
		['206', partial(206, `bytes 0-${bytes.length - 1}/${bytes.length}`)],
	])('takes the whole file that comes with HTTP %s', async (_status, answer) => {
		await storage.expectWhole(await run(answer), bytes);
	});

	it.each([
		['no range', undefined],
		['a range that begins later', `bytes 1-${bytes.length}/${bytes.length + 1}`],
		['a range that ends earlier', `bytes 0-${bytes.length - 1}/${bytes.length + 1}`],
		['a range of a file of unknown length', `bytes 0-${bytes.length - 1}/*`],
		['more than comes', `bytes 0-${bytes.length}/${bytes.length + 1}`],
	])('keeps no part of a file: HTTP 206 with %s', async (_name, range) => {
		expect((await run(partial(206, range))).error).toBeDefined();
	});

	it.each<[string, Answer]>([
		['before the host answers', () => undefined],
		['in mid-transfer', dripAnswer(film(2_000_000), film(20_000))],
		['in a pause before another try', statusAnswer(503, { 'Retry-After': '20' })],
	])('that is stopped ends at once and leaves no file: %s', async (_name, answer) => {
		let stop: () => void = () => undefined;
		const link = host().serve('/x.mp4', (request, response, count) => {
			answer(request, response, count);
			void sleep(200).then(() => stop());
		});
		const began = Date.now();
		await from(link, {}, { onStart: (stopper) => (stop = stopper) });
		expect(Date.now() - began).toBeLessThan(2_500);
		await storage.expectEmpty();
		expect(host().requests).toHaveLength(1);
	});

	it('says of a file that is not packed as its host claims what is wrong with it', async () => {
		const { error } = await run((_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Encoding': 'gzip' }).end(bytes);
		});
		expect(error?.description).toContain('packed');
	});

	it('does not take what is no answer of a host for trouble with the storage', async () => {
		const context = contextOf();
		context.helpers.httpRequest = async () => await Promise.resolve({ body: null });
		const { signal } = new AbortController();
		const limits = { maxBytes: 1, stem: 'a', until: Date.now() + 1_000, signal };
		const link = new URL('https://h.example/a.mp4');
		await expect(storeFile(context, link, limits)).rejects.toMatchObject({ kind: 'unavailable' });
	});

	it('says what n8n says when it cannot store a file', async () => {
		await storage.moveTo('/dev/null/storage').catch(() => undefined);
		const items = [{ json: { videoUrl: host().serve('/x.mp4', fileAnswer(bytes)) } }];
		const { error, outcome } = await bench.clip(download, { items });
		expect(outcome).toBe('notStored');
		expect(error?.description).toContain('ENOTDIR');
	});
});
