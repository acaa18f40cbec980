/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import express from 'express';
import { createServer } from 'node:http';
import { listen, shut } from '../../host/ports';
import { holding } from '../given/matchers';
import { startClient, type Client } from './client';

describe('the simulator', () => {
	let client: Client;
	beforeEach(async () => {
		client = await startClient();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await client.simulator.close();
	});

	test.each([
		['harbour', 20],
		['sim-slow', 200],
		['sim-endless', Infinity],
	])('has the clips of %s.mp4 after %d seconds, or when it is told to', async (name, seconds) => {
		const at = Date.UTC(2030, 0, 1);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(at);
		const { projectId = '' } = await client.create({ videoUrl: `https://films.example/${name}.mp4` });
		clock.mockReturnValue(at + Math.min(seconds, 1e9) * 1000 - 1);
		expect(await client.query(projectId)).toEqual({ code: 1000, projectId, videos: [], errMsg: '' });
		if (seconds === Infinity) client.simulator.finish(projectId);
		else clock.mockReturnValue(at + seconds * 1000);
		expect(await client.query(projectId)).toMatchObject({ code: 2000, projectId });
	});

	test('says that a clipping failed, and that it does not know a project', async () => {
		const failed = await client.createReady({ videoUrl: 'https://films.example/a.mp4?sim-clipping-fails' });
		expect(failed).toMatchObject({ code: 4002, errMsg: 'clipping failed', videos: [] });
		expect(await client.query('12345678')).toMatchObject({ code: 4006, errMsg: 'project not found' });
	});

	test('makes four to eight clips, never in the order of their scores, of the lengths that were asked for', async () => {
		for (let film = 0; film < 20; film += 1) {
			const videoUrl = `https://films.example/${film}.mp4`;
			const { videos } = await client.createReady({ videoUrl, preferLength: [2, 3] });
			const scores = videos.map(({ viralScore }) => Number(viralScore));
			expect([4, 5, 6, 7, 8]).toContain(videos.length);
			expect(scores).not.toEqual([...scores].sort((a, b) => b - a));
			expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
			for (const { videoMsDuration } of videos) {
				expect(videoMsDuration).toBeGreaterThanOrEqual(30_000);
				expect(videoMsDuration).toBeLessThan(90_000);
			}
		}
		expect((await client.createReady({ maxClipNumber: 2 })).videos).toHaveLength(2);
		expect((await client.createReady({ keywords: 'only sim-nothing please' })).videos).toEqual([]);
	});

	test('writes ids above 2^53 as exact integers', async () => {
		client.simulator.configure({ idStyle: 'big' });
		await client.create();
		const { projectId } = client.simulator.ledger[0] ?? {};
		expect(String(Number(projectId))).not.toBe(projectId);
		expect(await (await client.get(projectId ?? '')).text()).toContain(`"projectId":${projectId},`);
	});

	test('gives each clip a file of its own, behind a link that ends, with a fresh one in each answer', async () => {
		client.simulator.configure({ linkSeconds: 60 });
		const { projectId = '', videos } = await client.createReady();
		const links = videos.map(({ videoUrl }) => videoUrl);
		const files = await Promise.all(links.map(async (link) => await (await fetch(link)).text()));
		expect(new Set(files).size).toBe(links.length);
		const [first = '', second = ''] = links;
		const query = (link: string) => link.replace(/.*\?/, '');
		for (const forged of [first.replace(query(first), query(second)), first.replace(/\?.*/, '')])
			expect((await fetch(forged)).status).toBe(403);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
		expect((await fetch(first)).status).toBe(403);
		const fresh = (await client.query(projectId)).videos[0]?.videoUrl ?? '';
		expect(fresh).not.toBe(first);
		expect((await fetch(fresh)).status).toBe(200);
	});

	test('refuses a missing and a wrong key in two ways, and notes no key', async () => {
		const wrong = { [client.simulator.headerName]: 'wrong-key' };
		expect(await (await client.get('1', wrong)).json()).toMatchObject({ code: 4001 });
		expect(await (await client.post('{}', wrong)).json()).toMatchObject({ code: 4001 });
		client.simulator.configure({ authStyle: 'http' });
		expect((await client.get('1', wrong)).status).toBe(401);
		const missing = await fetch(`${client.simulator.origin}/elsewhere?secret=1`);
		expect(missing.status).toBe(404);
		const states = client.simulator.requests.map(({ headers }) => headers.serviceai_api_key);
		expect(states).toEqual(['wrong', 'wrong', 'wrong', 'missing']);
		expect(JSON.stringify(client.simulator.requests)).not.toMatch(/wrong-key|secret/);
	});

	test('runs into the faults that were asked for, and into no others', async () => {
		const { faults, ledger } = client.simulator;
		const { projectId = '' } = await client.create();
		const code = { kind: 'code', code: -1, errMsg: 'x' } as const;
		faults.add(
			{ on: 'query', times: 2, match: { projectId }, fault: { kind: 'status', status: 502 } },
			{ on: 'create', match: { videoUrlIncludes: 'third' }, fault: code },
			{ on: 'create', phase: 'after', match: { videoUrlIncludes: 'harbour' }, fault: { kind: 'reset' } },
			{ on: 'query', match: { projectId: '7' }, fault: { kind: 'cut', afterBytes: 5 } },
		);
		const statuses = [];
		for (const id of ['1', projectId, projectId, projectId]) statuses.push((await client.get(id)).status);
		expect(statuses).toEqual([200, 502, 502, 200]);
		expect(await client.create({ videoUrl: 'https://films.example/third.mp4' })).toMatchObject({ code: -1 });
		await expect(client.create()).rejects.toThrow();
		expect(ledger.at(-2)).toMatchObject({ code: -1, projectId: null, fault: 'code' });
		expect(ledger.at(-1)).toMatchObject({ code: 2000, fault: 'reset' });
		await expect(client.query('7')).rejects.toThrow();
		expect(faults.pending).toEqual([]);
	});

	test('calls the webhook of the submission once when a project is ready, and again when it is told to', async () => {
		const bodies: unknown[] = [];
		const app = express().post('/hook', express.json(), (request, response) => {
			bodies.push(request.body);
			response.sendStatus(204);
		});
		const server = createServer(app);
		const webhookUrl = `http://127.0.0.1:${await listen(server)}/hook`;
		const called = new Promise((resolve) =>
			server.once('request', (_, answer) => answer.on('close', resolve)),
		);
		client.simulator.configure({ webhookUrl });
		const { projectId = '' } = await client.create();
		client.simulator.configure({ webhookUrl: null });
		client.simulator.finish(projectId);
		await called;
		expect(await client.simulator.deliver(projectId)).toMatchObject({ status: 204 });
		const { videos } = await client.query(projectId);
		const ready = { code: 2000, projectId: Number(projectId), videos: { length: videos.length } };
		expect(bodies).toMatchObject([ready, ready]);
		await shut(server);
		expect(await client.simulator.deliver(projectId)).toMatchObject({ status: null });
		const { projectId: without = '' } = await client.create();
		await expect(client.simulator.deliver(without)).rejects.toThrow(/No webhook URL/);
	});

	test('shows its projects as a page in which nothing of theirs is markup', async () => {
		await client.createReady({ projectName: '<script>"1" & 2</script>' });
		const page = await (await fetch(client.simulator.origin)).text();
		expect(page).toContain('&lt;script&gt;&quot;1&quot; &amp; 2&lt;/script&gt;');
		expect(page).not.toMatch(/<script|<b>bold|http-equiv/);
		expect(page).not.toContain(client.simulator.apiKey);
	});

	test('is steered by its control route, which says what makes no sense', async () => {
		const control = async (wish: object): Promise<unknown> => {
			const headers = { 'Content-Type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(wish) };
			return await (await fetch(`${client.simulator.origin}/control`, init)).json();
		};
		const { projectId } = await client.create();
		const wish = {
			settings: { linkSeconds: 5 },
			faults: [{ on: 'query', fault: { kind: 'reset' } }],
			finish: projectId,
		};
		expect(await control(wish)).toMatchObject({
			settings: { linkSeconds: 5, processingSeconds: 20 },
			projects: [{ projectId, status: 'ready' }],
			faults: client.simulator.faults.pending,
			submissions: client.simulator.ledger,
		});
		expect(client.simulator.faults.pending).toHaveLength(1);
		expect(await control({ settings: { tempo: 1 } })).toEqual({ error: holding('tempo') });
		expect(await control({ finish: '1' })).toEqual({ error: 'There is no project 1.' });
	});
});
