/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import {
	credentialFor,
	itemsOf,
	openCluster,
	saveCredential,
	webhookPath,
	withCredential,
	type Cluster,
	type Member,
} from '../host';
import { startSimulator, type Simulator } from '../simulator';
import { clipTrigger, fields, flow, node } from './flows';

jest.setTimeout(120_000);

/** Where n8n and the servers must be installed first, this takes minutes. */
const openWithin = 20 * 60_000;

describe('an n8n in queue mode', () => {
	let cluster: Cluster;
	let simulator: Simulator;
	const ends: Array<() => Promise<void>> = [];
	beforeAll(async () => {
		simulator = await startSimulator({ processingSeconds: 3, submissionLimits: null });
		ends.push(() => simulator.close());
		cluster = await openCluster({
			workers: [{ concurrency: 5 }],
			webhookProcess: true,
			logName: 'cluster-smoke',
		});
		ends.push(() => cluster.close());
	}, openWithin);
	afterAll(async () => {
		for (const end of ends.reverse()) await end();
	}, 60_000);

	/** The log tells which process ran an execution; nothing else does. */
	const ran = ({ logFile }: Member, id: string) =>
		readFileSync(logFile, 'utf8').includes(`Worker finished execution ${id} `);

	const runOnce = async (value: string) => {
		const workflow = flow(value, [node('Start', 'n8n-nodes-base.manualTrigger'), fields('Set', { value })]);
		const saved = await cluster.client.createWorkflow(workflow);
		const id = await cluster.client.runWorkflow(saved.id, 'Start');
		const execution = await cluster.client.waitForExecution(id ?? '', 60_000);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Set').map(({ json }) => json)).toEqual([{ value }]);
		return cluster.workers.filter((worker) => ran(worker, id ?? '')).map(({ name }) => name);
	};

	it('has the packed nodes in the main process', async () => {
		const types = await cluster.client.nodeTypes();
		expect([...types.keys()]).toEqual(
			expect.arrayContaining(['n8n-nodes-video-clipping.clip', 'n8n-nodes-video-clipping.clipTrigger']),
		);
	});

	it('runs a manual execution on a worker', async () => {
		expect(await runOnce('at first')).toEqual(['worker-1']);
	});

	it('runs again after the worker was killed and came back, while the main process went on', async () => {
		const [worker] = cluster.workers;
		const { pid } = cluster.main.process;
		expect(await worker?.kill()).toMatchObject({ signal: 'SIGKILL' });
		await worker?.restart();
		expect(await runOnce('after the worker')).toEqual(['worker-1']);
		expect(cluster.main.process.pid).toBe(pid);
	});

	it('runs again after the main process was killed and came back, while the worker went on', async () => {
		const pid = cluster.workers[0]?.process.pid;
		await cluster.main.kill();
		await cluster.main.restart();
		expect(await runOnce('after the main process')).toEqual(['worker-1']);
		expect(cluster.workers[0]?.process.pid).toBe(pid);
	});

	it('answers the webhook of a published Clip Trigger by the webhook process alone, and runs it on a worker', async () => {
		const trigger = clipTrigger('queued');
		const credential = await saveCredential(cluster.client, credentialFor(simulator));
		const workflow = withCredential(
			flow('Clips are ready', [trigger, fields('Post', { title: '={{ $json.title }}' })]),
			credential,
		);
		const saved = await cluster.client.createWorkflow(workflow);
		await cluster.client.activateWorkflow(saved);
		const path = webhookPath(trigger);

		const toMain = {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"projectId":1}',
		};
		const refused = await fetch(`${cluster.main.process.url}${path}`, toMain);
		await refused.arrayBuffer();
		expect(refused.status).toBe(404);

		simulator.configure({ webhookUrl: `${cluster.webhookUrl}${path}` });
		const { baseUrl, headerName, apiKey, ledger } = simulator;
		await fetch(`${baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [headerName]: apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({
				videoUrl: 'https://www.youtube.com/watch?v=queued',
				videoType: 2,
				preferLength: [0],
				lang: 'auto',
			}),
		});
		simulator.finish(ledger.at(-1)?.projectId ?? '');

		const [execution] = await cluster.client.waitForExecutionsOf(saved.id, 1, 30_000);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(execution === undefined ? [] : itemsOf(execution, 'Post').length).toBeGreaterThanOrEqual(4);
		expect(cluster.workers.some((worker) => ran(worker, execution?.id ?? ''))).toBe(true);
	});
});
