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
} from '../bench/fileHost';
import { tryDownload } from '../../../nodes/Clip/get/files/tryDownload';
import { contextOf } from '../bench/harness';
import { useDownload } from '../bench/storage';
import type { Fault } from '../../../tools/simulator/faults';
import { getFiles, MINUTE } from '../bench/support';

describe('A file of a clip', () => {
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

	let before = 0;
	beforeEach(() => (before = 0));
	/** A ready project of which the service first says that its best clip lies behind this link. */
	const behind = async (videoUrl: string) => {
		const projectId = await bench.finished();
		const best = { ...getFiles, projectId, downloadFiles: false, filters: { limit: 1 } };
		const [clip] = (await bench.clip(best)).items;
		bench.listed([{ ...clip?.json, videoUrl }], projectId);
		before = bench.questions().length;
		return projectId;
	};
	const refusal = (status: number) => ({ on: 'media', fault: { kind: 'status', status } }) as const;
	const asked = () => bench.questions().length - before;
	/** How often the service was asked for a file. */
	const fetched = () => bench.simulator().requests.filter(({ path }) => path.startsWith('/media/')).length;

	describe('behind a link that has expired', () => {
		it('asks the service for a fresh one, once, and tells it in the fields', async () => {
			const old = host().serve('/old.mp4', statusAnswer(403));
			const { items, error } = await bench.clip({ ...getFiles, projectId: await behind(old) });
			expect(error).toBeUndefined();
			expect([asked(), items.length]).toEqual([2, 1]);
			expect(items[0]?.json.videoUrl).toContain('/media/');
			expect(Date.parse(z.string().parse(items[0]?.json.expiresAt))).toBeGreaterThan(Date.now());
		});

		it('asks for each clip, also when the fresh links have expired, too', async () => {
			bench.simulator().configure({ linkSeconds: 70 });
			const projectId = await bench.finished();
			const slow: Fault = { kind: 'drip', bytes: 1_000, seconds: 7 };
			bench.fail({ on: 'media', times: 3, fault: slow });
			const { items } = await bench.clip({ ...getFiles, projectId, options: { downloadsAtOnce: 1 } });
			expect(items.length).toBeGreaterThan(2);
			// All but the first come by fresh links.
			expect(asked()).toBe(items.length);
		});

		it('asks for no longer than one file may take', async () => {
			const old = host().serve('/old.mp4', (...exchange) => {
				bench.fail({ on: 'query', times: 9, fault: { kind: 'hang' } });
				statusAnswer(403)(...exchange);
			});
			const projectId = await behind(old);
			const began = Date.now();
			const { outcome } = await bench.clip({ ...getFiles, projectId, options: { maxTime: 1 } });
			expect([outcome, Date.now() - began]).toEqual(['expired', MINUTE]);
		});

		it('tries the fresh link as often as any other', async () => {
			const projectId = await bench.finished();
			bench.fail(refusal(403), refusal(503), refusal(503));
			const filters = { limit: 1 };
			const { items, error } = await bench.clip({ ...getFiles, projectId, filters });
			expect([error, items.length]).toEqual([undefined, 1]);
		});

		it('does not ask endlessly', async () => {
			const projectId = await bench.finished();
			bench.fail({ ...refusal(403), times: 99 });
			const parameters = { ...getFiles, projectId, filters: { limit: 1 } };
			const { error, outcome } = await bench.clip(parameters);
			expect(outcome).toBe('expired');
			expect(error?.description).toContain('HTTP 403');
			expect([asked(), fetched()]).toEqual([2, 4]);
			await storage.expectEmpty();
		});

		it('asks again where the service, for a moment, does not know the project that it has shown', async () => {
			const old = host().serve('/old.mp4', (...exchange) => {
				bench.fail({ on: 'query', fault: { kind: 'code', code: -1000, errMsg: 'not found' } });
				statusAnswer(403)(...exchange);
			});
			const { items, error } = await bench.clip({ ...getFiles, projectId: await behind(old) });
			expect([error, items.length, asked()]).toEqual([undefined, 1, 3]);
		});

		it.each<[string, fields: object]>([
			['the clip has no ID', { videoId: null }],
			['the clip is gone', { videoId: '1' }],
		])('says that there is no fresh one: %s', async (_name, fields) => {
			const videoUrl = host().serve('/old.mp4', statusAnswer(403));
			const projectId = bench.listed([{ ...fields, videoUrl }]);
			bench.listed([{ videoId: '2', videoUrl }]);
			const { outcome, error } = await bench.clip({ ...getFiles, projectId });
			expect(outcome).toBe('expired');
			expect(error?.description).toContain('No fresh link');
		});

		it('says that there is none where the service does not answer the question', async () => {
			const projectId = await behind(host().serve('/old.mp4', statusAnswer(403)));
			bench.fail({ on: 'query', match: { projectId }, fault: { kind: 'status', status: 401 } });
			const { error } = await bench.clip({ ...getFiles, projectId });
			expect(error?.description).toContain('No fresh link');
		});

		it.each<[string, Answer]>([
			['by the words of a store', statusAnswer(400, {}, '<Error><Code>ExpiredToken</Code></Error>')],
			['after a transfer that broke off', answerWith(fileAnswer(bytes, { cuts: [700] }), statusAnswer(403))],
		])('knows it %s', async (_name, answer) => {
			const projectId = await behind(host().serve('/old.mp4', answer));
			const result = await bench.clip({ ...getFiles, projectId });
			expect([result.error, result.items.length, asked()]).toEqual([undefined, 1, 2]);
			expect(result.items[0]?.json.videoUrl).toContain('/media/');
		});
	});

	describe('of a file that is not there yet', () => {
		it.each([404, 409, 202])('asks three times within a minute: HTTP %i', async (status) => {
			const result = await run(answerWith(statusAnswer(status), statusAnswer(status), fileAnswer(bytes)));
			await storage.expectWhole(result, bytes);
			expect(host().requests).toHaveLength(3);
			expect(result.minutes).toBeLessThan(1);
		});

		it('asks by one fresh link then', async () => {
			const projectId = await behind(host().serve('/old.mp4', statusAnswer(404)));
			expect((await bench.clip({ ...getFiles, projectId })).items).toHaveLength(1);
			expect([host().requests.length, asked(), fetched()]).toEqual([3, 2, 1]);
		});

		it('ends if the fresh link leads nowhere, too', async () => {
			const projectId = await behind(host().serve('/old.mp4', statusAnswer(404)));
			bench.fail({ ...refusal(404), times: 9 });
			expect((await bench.clip({ ...getFiles, projectId })).outcome).toBe('notFound');
			expect([host().requests.length, asked(), fetched()]).toEqual([3, 2, 1]);
		});
	});

	it.each<[string, Answer]>([
		['in other words', statusAnswer(400, {}, 'The exp claim timestamp check failed')],
		['in no words', statusAnswer(401)],
		['by a page', statusAnswer(200, { 'Content-Type': 'text/html' }, '<p>La page a expiré</p>')],
		['by a server error', statusAnswer(500)],
	])('gets a fresh link at once for one that is past by its own date: %s', async (_name, answer) => {
		const old = host().serve('/old.mp4', answer).replace('1900000000', '1500000000');
		const { items, error } = await bench.clip({ ...getFiles, projectId: await behind(old) });
		expect([error, items.length, host().requests.length, asked()]).toEqual([undefined, 1, 1, 2]);
	});

	it('follows a redirect that names its address in UTF-8', async () => {
		host().serve('/clips/caf%C3%A9.mp4', fileAnswer(bytes));
		const raw = Buffer.from('/clips/café.mp4').toString('latin1');
		await storage.expectWhole(await run(redirectAnswer(raw)), bytes);
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
		expect(error?.description).toMatch(/Z_DATA_ERROR|incorrect header/);
	});

	it('does not take what is no answer of a host for trouble with the storage', async () => {
		const context = contextOf();
		context.helpers.httpRequest = async () => await Promise.resolve({ body: null });
		const { signal } = new AbortController();
		const limits = { maxBytes: 1, stem: 'a', until: Date.now() + 1_000, signal };
		const link = new URL('https://h.example/a.mp4');
		expect(await tryDownload(context, link, limits)).toEqual({ failure: { kind: 'unavailable' } });
	});

	it('says what n8n says when it cannot store a file', async () => {
		await storage.moveTo('/dev/null/storage').catch(() => undefined);
		const videoUrl = host().serve('/x.mp4', fileAnswer(bytes));
		const projectId = bench.listed([{ videoId: 1, videoUrl }]);
		const { error, outcome } = await bench.clip({ ...getFiles, projectId });
		expect(outcome).toBe('notStored');
		expect(error?.description).toContain('ENOTDIR');
	});
});
