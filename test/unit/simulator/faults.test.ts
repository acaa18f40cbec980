/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { FaultInput } from '../../simulator';
import { Bench, aText, firstOf, goodSubmission } from './bench';

describe('faults on request', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.simulator.close());

	const submit = async () => await bench.post(JSON.stringify(goodSubmission));
	const lastEntry = () => bench.simulator.ledger.at(-1);

	test('answer with another HTTP status, its body and its headers, as often as they say', async () => {
		bench.simulator.faults.add({
			on: 'query',
			times: 2,
			fault: { kind: 'status', status: 502, body: '<h1>Bad</h1>', headers: { 'content-type': 'text/html' } },
		});
		const first = await bench.get('1');
		expect([first.status, await first.text()]).toEqual([502, '<h1>Bad</h1>']);
		expect(first.headers.get('content-type')).toBe('text/html');
		expect(bench.simulator.faults.pending).toEqual([expect.objectContaining({ times: 1 })]);
		expect((await bench.get('1')).status).toBe(502);
		expect(await bench.query('1')).toMatchObject({ code: 4006 });
		expect(bench.simulator.faults.pending).toEqual([]);
	});

	test.each<[string, FaultInput['fault']]>([
		['reset', { kind: 'reset' }],
		['status', { kind: 'status', status: 504 }],
		['body', { kind: 'body', body: 'oops' }],
	])('of the kind %s hit a create before or after its project exists', async (kind, fault) => {
		bench.simulator.faults.add({ on: 'create', fault }, { on: 'create', phase: 'after', fault });
		await submit().catch(() => undefined);
		expect(lastEntry()).toMatchObject({ code: null, projectId: null, fault: kind });
		await submit().catch(() => undefined);
		expect(lastEntry()).toMatchObject({ code: 2000, projectId: aText, fault: kind });
		expect(await bench.query(lastEntry()?.projectId ?? '')).toMatchObject({ code: 1000 });
		expect(bench.simulator.ledger).toHaveLength(2);
	});

	test('after a create wait for one that creates a project', async () => {
		bench.simulator.faults.add({ on: 'create', phase: 'after', fault: { kind: 'status', status: 500 } });
		expect(await bench.create({ lang: 'xx' })).toMatchObject({ code: 4006 });
		expect((await submit()).status).toBe(500);
	});

	test('break an answer off after so many bytes of its announced length', async () => {
		bench.simulator.faults.add({ on: 'create', fault: { kind: 'cut', afterBytes: 10 } });
		const response = await submit();
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10);
		await expect(response.text()).rejects.toThrow();
		expect(lastEntry()).toMatchObject({ code: 2000, fault: 'cut' });

		const { videoUrl } = firstOf((await bench.createReady()).videos);
		bench.simulator.faults.add({ on: 'media', times: 2, fault: { kind: 'cut', afterBytes: 0 } });
		const file = await fetch(videoUrl);
		expect(file.status).toBe(200);
		await expect(file.arrayBuffer()).rejects.toThrow();
		await expect((await fetch(videoUrl)).arrayBuffer()).rejects.toThrow();
		expect((await (await fetch(videoUrl)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
	});

	test('delay an answer, and the project comes into being late or early', async () => {
		bench.simulator.faults.add({ on: 'create', fault: { kind: 'delay', seconds: 0.02 } });
		expect(await bench.create()).toMatchObject({ code: 2000 });
		bench.simulator.faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 0.02 } });
		expect(await bench.create()).toMatchObject({ code: 2000 });
		expect(bench.simulator.ledger.map(({ code, fault }) => [code, fault])).toEqual([
			[2000, 'delay'],
			[2000, 'delay'],
		]);
	});

	test('leave a request without an answer, until the simulator closes', async () => {
		bench.simulator.faults.add(
			{ on: 'query', fault: { kind: 'hang' } },
			{ on: 'media', fault: { kind: 'hang' } },
		);
		const hanging = bench.get('1').catch(() => 'connection ended');
		while (bench.simulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await bench.get('2');
		expect(bench.simulator.requests.map(({ status }) => status)).toEqual([null, 200]);
		await bench.simulator.close();
		expect(await hanging).toBe('connection ended');
	});

	test('pick their project by id or by source, and the others are left alone', async () => {
		const { projectId: one = '' } = await bench.create();
		const { projectId: two = '' } = await bench.create({ videoUrl: 'https://films.example/second.mp4' });
		const fault = { kind: 'code', code: -1, errMsg: 'x' } as const;
		bench.simulator.faults.add(
			{ on: 'query', match: { projectId: Number(one) }, fault },
			{ on: 'query', match: { videoUrlIncludes: 'second' }, fault },
			{ on: 'create', match: { videoUrlIncludes: 'third' }, fault },
		);
		const codes = [];
		for (const id of [two, two, one, one]) codes.push((await bench.query(id)).code);
		codes.push((await bench.create()).code);
		codes.push((await bench.create({ videoUrl: 'https://films.example/third.mp4' })).code);
		expect(codes).toEqual([-1, 1000, -1, 1000, 2000, -1]);
	});

	test('can be forgotten', async () => {
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'reset' } });
		bench.simulator.faults.clear();
		expect(await bench.query('1')).toMatchObject({ code: 4006 });
	});

	test.each<[FaultInput, RegExp]>([
		[{ on: 'query', phase: 'after', fault: { kind: 'reset' } }, /phase/],
		[{ on: 'create', phase: 'before', fault: { kind: 'cut', afterBytes: 1 } }, /cut/],
		[{ on: 'create', match: { projectId: '1' }, fault: { kind: 'reset' } }, /projectId/],
		[{ on: 'webhook', fault: { kind: 'status', status: 500 } }, /receiver/],
		[{ on: 'query', times: 0, fault: { kind: 'reset' } }, /times/],
	])('are refused when they make no sense: %j', (fault, reason) => {
		expect(() => bench.simulator.faults.add(fault)).toThrow(reason);
		expect(bench.simulator.faults.pending).toEqual([]);
	});
});
