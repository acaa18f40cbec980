/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { beginExchange } from '../../../nodes/Clip/get/files/fileHost';
import { describeFileFact } from '../../../nodes/Clip/problems/files';
import { BinaryDataService } from 'n8n-core';
import { Container } from '@n8n/di';
import { sleep } from 'n8n-workflow';
import { type Answer, film, fileAnswer, redirectAnswer, statusAnswer } from '../bench/fileHost';
import { useDownload } from '../bench/storage';
import { useWays } from '../obstacles/ways';
import { FILE_IS_SAFE } from '../../rules/given/texts';
import { getFiles, goingOn } from '../bench/support';

describe('A link that leads elsewhere', () => {
	const { host, storage, from, run } = useDownload();
	const openWay = useWays();
	const bytes = film(5_000);

	/** Redirects, one after the other, to a file. */
	const chain = (count: number): string => {
		let link = host().serve('/real.mp4', fileAnswer(bytes));
		for (let left = count; left > 0; left -= 1) link = host().serve(`/r${left}`, redirectAnswer(link));
		return link;
	};

	it('is followed five times', async () => {
		await storage.expectWhole(await from(chain(5)), bytes);
		expect(host().requests).toHaveLength(6);
	});

	it('is followed no sixth time', async () => {
		const { error } = await from(chain(6));
		expect(error?.description).toContain('HTTP 302');
		expect(host().requests).toHaveLength(6);
	});

	it.each([301, 302, 303, 307, 308])(
		'is followed after HTTP %i, also to a place on the same host',
		async (status) => {
			host().serve('/real.mp4', fileAnswer(bytes));
			await storage.expectWhole(await run(redirectAnswer('real.mp4', status)), bytes);
		},
	);

	it.each([
		['no address at all', statusAnswer(302)],
		['an empty one', redirectAnswer('')],
		['a mail', redirectAnswer('mailto:me@h.example')],
		['another protocol', redirectAnswer('ftp://h.example/x.mp4')],
		['a file', redirectAnswer('file:///etc/passwd')],
		['no host', redirectAnswer('http://')],
	])('leads nowhere with %s', async (_what, answer) => {
		const { outcome } = await run(answer);
		expect(outcome).toBe('redirected');
		expect(host().requests).toHaveLength(1);
	});

	it('may lead away from a page that never ends, which is left', async () => {
		const link = host().serve('/real.mp4', fileAnswer(bytes));
		const result = await run((_request, response) => {
			response.writeHead(302, { Location: link });
			const timer = setInterval(() => void response.write(film(20_000)), 100);
			response.on('close', () => clearInterval(timer));
		});
		await storage.expectWhole(result, bytes);
	});

	it.each([404, 503])('may lead to a refusal with HTTP %i that never ends, which is left', async (status) => {
		const { error } = await run((_request, response) => {
			response.writeHead(status, { 'Content-Type': 'text/html' });
			const timer = setInterval(() => void response.write('<html>'.repeat(3_000)), 100);
			response.on('close', () => clearInterval(timer));
		});
		expect(error?.description).toContain(`HTTP ${status}`);
	});

	it('may lead to an encrypted connection', async () => {
		const link = new URL(host().serve('/real.mp4', fileAnswer(bytes)));
		const { origin, open } = await openWay('untrusted', link.origin);
		open();
		await storage.expectWhole(await run(redirectAnswer(link.href.replace(link.origin, origin))), bytes);
	});
});

describe('A host of files', () => {
	const { bench, host, storage, from, run } = useDownload();
	const openWay = useWays();
	afterEach(() => jest.restoreAllMocks());

	it('is asked for the file as it is, not packed: its length must be the one that comes', async () => {
		const bytes = film(5_000);
		await storage.expectWhole(await run(fileAnswer(bytes)), bytes);
		expect(host().requests[0]?.headers).toMatchObject({ accept: '*/*', 'accept-encoding': 'identity' });
	});

	it('that breaks off is told in the words of the network', async () => {
		const { error } = await run((request) => void request.socket.resetAndDestroy());
		expect(error?.description).toContain(describeFileFact({ speaker: 'network', words: 'ECONNRESET' }));
	});

	it('that breaks off without words is told so', async () => {
		const { signal } = new AbortController();
		const exchange = beginExchange(signal, Date.now() + 1_000);
		await expect(exchange.receive(Promise.reject(new Error('?')), 'incomplete')).rejects.toMatchObject({
			failure: { kind: 'incomplete', fileFacts: ['disconnected'] },
		});
		exchange.close();
	});

	it.each(['untrusted', 'expired'] as const)(
		'is not asked again where its certificate is %s',
		async (kind) => {
			const link = new URL(host().serve('/a.mp4', fileAnswer(film(5_000))));
			const { origin } = await openWay(kind, link.origin);
			const began = Date.now();
			const { error } = await from(link.href.replace(link.origin, origin));
			expect(error?.description).toContain('NODE_EXTRA_CA_CERTS');
			expect(error?.description).toContain(FILE_IS_SAFE);
			expect(host().requests).toEqual([]);
			// Before a second try it would pause.
			expect(Date.now() - began).toBeLessThan(1_000);
			const { items } = await from(link.href.replace(link.origin, origin), {}, goingOn);
			expect(items[0]?.json.details).toMatchObject({ outcome: 'refused' });
		},
	);

	it('is not silent while n8n stores what it has sent', async () => {
		const bytes = film(3_000_000);
		const service = Container.get(BinaryDataService);
		const store = service.store.bind(service);
		jest.spyOn(service, 'store').mockImplementation(async (...given) => {
			await sleep(90_000);
			return await store(...given);
		});
		await storage.expectWhole(await run(fileAnswer(bytes)), bytes);
		expect(host().requests).toHaveLength(1);
	});

	it('is left as soon as its file is refused, also while others are downloaded', async () => {
		const endless: Answer = (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 90_000_000 });
			response.write(film(5_000));
		};
		let open = 0;
		const last: Answer = (request, response, count) => {
			void sleep(2_000)
				.then(host().connections)
				.then((connections) => {
					open = connections;
					fileAnswer(film(5_000))(request, response, count);
				});
		};
		const links = [
			host().serve('/a.mp4', endless),
			host().serve('/b.mp4', endless),
			host().serve('/c.mp4', last),
		];
		const projectId = bench.listed(links.map((videoUrl, videoId) => ({ videoId, videoUrl })));
		await bench.clip({ ...getFiles, projectId, options: { maxSize: 1 } }, goingOn);
		expect(open).toBe(1);
	});

	it('is watched only as long as the download lasts', async () => {
		const timersAfter = async () => {
			const { outcome } = await run(fileAnswer(film(2_000_000)), { options: { maxSize: 1 } });
			expect(outcome).toBe('tooLarge');
			await sleep(2_345);
			return jest.getTimerCount();
		};
		const [first, , , last] = [
			await timersAfter(),
			await timersAfter(),
			await timersAfter(),
			await timersAfter(),
		];
		expect(last).toBeLessThanOrEqual(first);
	});
});
