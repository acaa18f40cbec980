/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { until, type SavedWorkflow } from '../../host';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import type { MeasuredN8n } from '../server/measured';
import { median } from '../statistics';
import { PEERS, startByWebhook, waitingIn } from './ways';
import { withPlaces } from './places';

/** From one start to the next, in milliseconds, so that n8n is done with most of the one before. */
const spacing = 300;

/** How long an n8n at rest is watched before each batch, in milliseconds. */
const restMs = 5_000;

/** Starts runs, and gives the CPU time of n8n in milliseconds for each of them, until n8n has parked them all. */
async function batch(n8n: MeasuredN8n, { id }: SavedWorkflow, path: string, size: number): Promise<number> {
	const atRest = await n8n.usage(true);
	const restedAt = performance.now();
	await pause(restMs);
	const before = await n8n.usage();
	const began = performance.now();
	const idle = (before.cpuMs - atRest.cpuMs) / (began - restedAt);
	for (let index = 0; index < size; index += 1) {
		await startByWebhook(n8n, path, `https://media.example.com/${began}-${index}/sim-endless/talk.mp4`);
		await pause(Math.max(0, began + (index + 1) * spacing - performance.now()));
	}
	// Helpers have another mode, and are parked before the run that they belong to. To look is work for n8n, so it is rare.
	const parked = async () => await n8n.client.countExecutions(id, 'webhook', ['waiting']);
	await until(async () => (await parked()) >= size, 1_000);
	const { cpuMs } = await n8n.usage();
	const spent = cpuMs - before.cpuMs - idle * (performance.now() - began);
	// The next batch must not pay for the questions of this one.
	await n8n.client.session.call({
		method: 'POST',
		path: '/rest/executions/stopMany',
		body: { filter: { workflowId: id, status: ['waiting'] } },
		read: z.unknown(),
	});
	await until(async () => (await parked()) === 0, 1_000);
	return spent / size;
}

async function run({ short, tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, simulator }) => {
		const n8n = await open();
		const publish = async (way: 'durable' | 'loop') =>
			await n8n.publish(waitingIn(way, simulator, way).workflow);
		const [ours, loop] = [await publish('durable'), await publish('loop')];
		const size = short ? 10 : 30;
		const taken: Record<'ours' | 'loop', number[]> = { ours: [], loop: [] };
		// The first of each only warms up.
		for (let round = 0; round <= (short ? 2 : 5); round += 1) {
			const one = await batch(n8n, ours, 'durable', size);
			const other = await batch(n8n, loop, 'loop', size);
			if (round === 0) continue;
			taken.ours.push(one);
			taken.loop.push(other);
			tell(`round ${round}: ${one.toFixed(0)} ms, the loop ${other.toFixed(0)} ms`);
		}
		tell(`${median(taken.ours).toFixed(0)} ms against ${median(taken.loop).toFixed(0)} ms`);
		const figure = {
			unit: 'ms',
			ours: taken.ours,
			peer: { name: `${PEERS.loop}; its first round`, sample: taken.loop },
		};
		const name = 'CPU of n8n to start a durable wait';
		const note = `batches of ${size} runs of one video each, in turns in one n8n in regular mode; from the call of the webhook until all are parked; without what an idle n8n takes`;
		return {
			figures: [
				{ name, ...figure, goal: { atMost: 180, of: 'absolute' }, note },
				{ name: `${name}, beside the loop`, ...figure, goal: { atMost: 3, of: 'ratio' }, note },
			],
		};
	});
}

/** What n8n takes to start a run that waits durably, beside what it takes to start the loop of built-in nodes. */
export const starting: Benchmark = { name: 'starting', inShort: true, run };
