/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { readCommand } from '../../simulator/arguments';
import { holding, like } from '../given/matchers';
import { Bench } from './bench';
import { Receiver } from './receiver';

describe('the control API', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.simulator.close());

	const call = async (method: string, path: string, body?: unknown) => {
		const response = await fetch(`${bench.simulator.origin}${path}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
		});
		return [response.status, await response.json()];
	};

	test('changes settings, and says what is wrong with a bad one', async () => {
		const [status, settings] = await call('POST', '/control/settings', { speed: 5, webhookUrl: null });
		expect([status, settings]).toEqual([200, expect.objectContaining({ speed: 5, processingSeconds: 20 })]);
		expect(await call('POST', '/control/settings', { speed: 'fast' })).toEqual([
			400,
			{ error: 'speed: Expected number, received string' },
		]);
		expect(await call('POST', '/control/settings', { tempo: 1 })).toEqual([400, { error: holding('tempo') }]);
		expect((await call('POST', '/control/settings'))[0]).toBe(400);
	});

	test('answers text that is not JSON with 400', async () => {
		const response = await fetch(`${bench.simulator.origin}/control/settings`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{',
		});
		expect(response.status).toBe(400);
	});

	test('adds one fault or several, and forgets them', async () => {
		const fault = { on: 'query', fault: { kind: 'reset' } };
		await call('POST', '/control/faults', fault);
		await call('POST', '/control/faults', [fault, fault]);
		expect(bench.simulator.faults.pending).toHaveLength(3);
		expect((await call('POST', '/control/faults', { on: 'never' }))[0]).toBe(400);
		expect(await call('DELETE', '/control/faults')).toEqual([200, { pending: [] }]);
		expect(bench.simulator.faults.pending).toEqual([]);
	});

	test('finishes a project and sends its webhook', async () => {
		const receiver = await Receiver.start(204);
		bench.simulator.configure({ webhookUrl: receiver.url });
		const { projectId = '' } = await bench.create();
		expect((await call('POST', `/control/projects/${projectId}/finish`))[0]).toBe(200);
		expect(await bench.query(projectId)).toMatchObject({ code: 2000 });
		await receiver.arrived(1);
		expect(await call('POST', `/control/projects/${projectId}/deliver`)).toEqual([
			200,
			expect.objectContaining({ projectId, status: 204 }),
		]);
		expect((await call('POST', '/control/projects/1/finish'))[0]).toBe(404);
		expect((await call('POST', '/control/projects/1/deliver'))[0]).toBe(404);
		receiver.close();
	});

	test('shows submissions, requests and webhook calls as the simulator holds them', async () => {
		await bench.create();
		expect(await call('GET', '/control/ledger')).toEqual([200, bench.simulator.ledger]);
		expect(await call('GET', '/control/deliveries')).toEqual([200, []]);
		expect(await call('GET', '/control/requests')).toEqual([200, bench.simulator.requests]);
		expect(bench.simulator.requests).toHaveLength(1);
	});
});

describe('the view', () => {
	test('shows the projects as JSON and as a page in which nothing of theirs is markup', async () => {
		const bench = await Bench.start();
		const { origin } = bench.simulator;
		expect(await (await fetch(origin)).text()).toContain('No project yet.');
		const { projectId } = await bench.createReady({ projectName: '<script>"1" & 2</script>' });
		await bench.create({ lang: 'xx' });
		expect(await (await fetch(`${origin}/projects`)).json()).toEqual({
			projects: [
				expect.objectContaining({ projectId, status: 'ready', projectName: '<script>"1" & 2</script>' }),
			],
			submissions: { total: 2, created: 1, byCode: { 2000: 1, 4006: 1 } },
		});
		const page = await (await fetch(origin)).text();
		expect(page).toContain('&lt;script&gt;&quot;1&quot; &amp; 2&lt;/script&gt;');
		expect(page).not.toMatch(/<script|<b>bold|http-equiv/);
		expect(page).not.toContain(bench.simulator.apiKey);
		await bench.create();
		expect(await (await fetch(origin)).text()).toContain('http-equiv="refresh"');
		await bench.simulator.close();
	});
});

describe('the command line', () => {
	test('is understood', () => {
		const words = [
			'--port',
			'0',
			'--webhook-delay-seconds=-5',
			'--no-limits',
			'--id-style',
			'big',
			'--quiet',
		];
		expect(readCommand(words)).toMatchObject({
			quiet: true,
			help: false,
			options: {
				port: 0,
				apiKey: 'sim-key',
				webhookDelaySeconds: -5,
				submissionLimits: null,
				idStyle: 'big',
			},
		});
		expect(readCommand([])).toMatchObject({
			options: { port: 4010, submissionLimits: { perMinute: 3, perHour: 20 } },
		});
	});

	test.each([
		[['--speedy'], '--speedy'],
		[['--port', 'x'], '--port: needs a number'],
		[['--port', '99999'], '--port: '],
		[['--api-key', ''], '--api-key: must not be empty'],
		[['--shape', 'round'], '--shape: '],
		[['extra'], 'extra'],
	])('%j is refused with a sentence', (words, text) => {
		expect(readCommand(words)).toEqual({ problem: holding(text) });
	});

	test('shows one screen, tells a port that is in use, and ends with the signal', async () => {
		const bench = await Bench.start();
		const run = (...words: string[]) => {
			const cli = join(__dirname, '../../simulator/cli.ts');
			const child = spawn(process.execPath, ['--import', 'tsx', cli, ...words]);
			const said = { out: '', problem: '' };
			child.stdout.on('data', (part: Buffer) => (said.out += part.toString()));
			child.stderr.on('data', (part: Buffer) => (said.problem += part.toString()));
			return { child, said, ended: once(child, 'close') };
		};
		const free = run('--port', '0', '--quiet');
		const taken = run('--port', new URL(bench.simulator.origin).port);
		expect(await taken.ended).toEqual([1, null]);
		expect(taken.said).toEqual({ out: '', problem: like(/^The port is in use.*--port/) });
		while (!free.said.out.includes('Ctrl-C')) await once(free.child.stdout, 'data');
		expect(free.said.out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/service\n.*sim-key\n.*SERVICEAI_API_KEY\n/);
		free.child.kill('SIGTERM');
		expect(await free.ended).toEqual([0, null]);
		await bench.simulator.close();
	});
});
