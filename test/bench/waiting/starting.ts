/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { until, untilFound, type SavedWorkflow } from '../../host';
import type { Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import type { MeasuredN8n } from '../server/measured';
import { PEERS, publishWaiting, startByWebhook, type Way } from './ways';
import { withPlaces } from './places';

/** From one start to the next, in milliseconds, so that n8n is done with most of the one before. */
const spacing = 300;

/** From the end of one batch to the next, in milliseconds, so that n8n is done with what the stopped runs leave behind. */
const restMs = 3_000;

/**
 * Runs in a batch. Few, so that a batch is short: once a minute n8n looks at all runs that wait, which other figures tell, and
 * most batches are over before.
 */
const size = 15;
const rounds = { full: 7, short: 1 };

/** How many executions n8n has stored for each run of a workflow that was started so often. */
const executionsPerRun = async ({ client }: MeasuredN8n, { id }: SavedWorkflow): Promise<number> =>
	(await client.listExecutions(id)).length / size;

/** Starts runs, and gives the CPU time of n8n in milliseconds for each of them, until n8n has parked them all. */
async function batch(n8n: MeasuredN8n, { id }: SavedWorkflow, path: string): Promise<number> {
	// Status checks have another mode, and are paused before the run that they belong to. To look is work for n8n, so it is rare.
	const parked = async () => await n8n.client.countExecutions(id, 'webhook', ['waiting']);
	await n8n.usage(true);
	await pause(restMs);
	const before = await n8n.usage();
	const began = performance.now();
	for (let index = 0; index < size; index += 1) {
		const videoUrl = `https://media.example.com/${began}-${index}/sim-endless/talk.mp4`;
		await startByWebhook(n8n, path, { videoUrl });
		await pause(Math.max(0, began + (index + 1) * spacing - performance.now()));
	}
	await until(async () => (await parked()) >= size, 1_000);
	const cpuMs = (await n8n.usage()).cpuMs - before.cpuMs;
	// The next batch must not pay for the questions of this one, whichever workflow asks them.
	await n8n.client.session.call({
		method: 'POST',
		path: '/rest/executions/stopMany',
		body: { filter: { workflowId: 'all', status: ['waiting'] } },
		read: z.unknown(),
	});
	await until(async () => (await parked()) === 0, 1_000);
	return cpuMs / size;
}

/** How many executions n8n has left waiting for each run of which the clips are ready and handed on. */
async function leftWaiting(n8n: MeasuredN8n, { id }: SavedWorkflow, simulator: Simulator): Promise<number> {
	const videoUrl = 'https://media.example.com/ends/sim-endless/talk.mp4';
	await startByWebhook(n8n, 'durable', { videoUrl });
	const projectOf = () => simulator.ledger.find(({ rawBody }) => rawBody.includes('/ends/'))?.projectId;
	const project = await untilFound(
		() => projectOf() ?? undefined,
		() => 'Nothing was submitted',
		100,
	);
	const count = async (states: string[]) => await n8n.client.countExecutions(id, 'webhook', states);
	await until(async () => (await count(['waiting'])) === 1, 1_000);
	simulator.finish(project);
	await until(async () => (await count(['success'])) === 1, 1_000);
	return (await n8n.client.listExecutions(id)).filter(({ status }) => status === 'waiting').length;
}

async function run({ short, tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, simulator }) => {
		const n8n = await open();
		const publish = async (way: Way) => await publishWaiting(n8n, way, simulator, way);
		const [ours, loop] = [await publish('durable'), await publish('loop')];
		const nested = await publish('nested');
		const taken: Record<'ours' | 'loop' | 'nested', number[]> = { ours: [], loop: [], nested: [] };
		// These only warm up.
		await batch(n8n, ours, 'durable');
		await batch(n8n, loop, 'loop');
		const executions = {
			ours: [await executionsPerRun(n8n, ours)],
			loop: [await executionsPerRun(n8n, loop)],
		};
		const peer = `${PEERS.loop}; its first round`;
		const count: Figure = {
			name: 'Executions of n8n for a wait that pauses',
			unit: 'executions',
			ours: executions.ours,
			peer: { name: peer, sample: executions.loop },
			goal: { atMost: 2, of: 'absolute' },
			slack: 1,
			note: 'the run, and its status check; each of them costs CPU time at the start',
		};
		await batch(n8n, nested, 'nested');
		for (let round = 1; round <= (short ? rounds.short : rounds.full); round += 1) {
			tell(`round ${round}`);
			taken.ours.push(await batch(n8n, ours, 'durable'));
			if (!short) taken.loop.push(await batch(n8n, loop, 'loop'));
			taken.nested.push(await batch(n8n, nested, 'nested'));
		}
		const part: Figure = {
			name: "CPU of n8n to start a wait that pauses, against n8n's own part",
			unit: 'ms',
			ours: taken.ours,
			peer: { name: PEERS.nested, sample: taken.nested },
			goal: { atMost: 1.1, of: 'ratio' },
			note: 'the same batches; as many executions, which submit as much, without a journal',
		};
		if (short) return { figures: [part, count] };
		const time: Figure = {
			name: 'CPU of n8n to start a wait that pauses',
			unit: 'ms',
			ours: taken.ours,
			peer: { name: peer, sample: taken.loop },
			goal: { atMost: 131, of: 'absolute' },
			note: `batches of ${size} runs of one video each, in turns in one n8n in regular mode; from the call of the webhook until all are paused`,
		};
		tell('a run whose clips get ready');
		const left: Figure = {
			name: 'Executions of n8n left waiting after a wait that pauses',
			unit: 'executions',
			ours: [await leftWaiting(n8n, ours, simulator)],
			goal: { atMost: 0, of: 'absolute' },
		};
		return { figures: [time, part, count, left] };
	});
}

/** What n8n takes to start a run that waits durably, beside what it takes to start the loop of built-in nodes. */
export const starting: Benchmark = { name: 'starting', inShort: true, run };
