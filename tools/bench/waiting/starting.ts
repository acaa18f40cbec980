/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../host';
import { type Benchmark, type Figure, summarize } from '../figure';
import { withPlace } from '../n8n';
import { Crowd, PEERS } from './ways';

/** Few in a batch, so that most are over before n8n looks at all that waits, once a minute, which another figure tells. */
const size = 15;
const rounds = 7;

/** From one start to the next, so that n8n is done with most of the one before; and from one batch to the next. */
const [spacingMs, restMs] = [300, 3_000];

/** CPU time of n8n in milliseconds for each of some runs, until it has paused them all. */
async function batch(crowd: Crowd): Promise<number> {
	const { client } = crowd.n8n.host;
	const { id } = crowd.workflow;
	// Status checks have another mode, and are paused before the run that they belong to. To look is work for n8n, so it is rare.
	const paused = async () => await client.countExecutions(id, 'webhook', ['waiting']);
	await pause(restMs);
	const before = crowd.n8n.cpuMs();
	await crowd.start(size, spacingMs);
	await until(async () => (await paused()) >= size, 1_000);
	const spent = crowd.n8n.cpuMs() - before;
	// The next batch must not pay for the questions of this one, whichever workflow asks them.
	await crowd.n8n.stopAll();
	await until(async () => (await paused()) === 0, 1_000);
	return spent / size;
}

/** How many executions one run has while it waits, and how many are left when its project is ready. */
async function executionsOf(crowd: Crowd): Promise<{ waiting: number; left: number }> {
	const { client } = crowd.n8n.host;
	const waiting = async () =>
		(await client.listExecutions(crowd.workflow.id)).filter(({ status }) =>
			['running', 'waiting'].includes(status),
		).length;
	await crowd.start(1, 0);
	await until(async () => (await client.countExecutions(crowd.workflow.id, 'webhook', ['waiting'])) === 1);
	const before = await waiting();
	crowd.finish();
	await until(async () => (await client.countExecutions(crowd.workflow.id, 'webhook', ['waiting'])) === 0);
	await pause(restMs);
	return { waiting: before, left: await waiting() };
}

/** What n8n takes to start a run that pauses, beside a loop of its own nodes, and the least that it takes for such a run. */
export const starting: Benchmark = async (tell) =>
	await withPlace({}, async ({ simulator, open }) => {
		const n8n = await open();
		const crowds = [
			await Crowd.publish(n8n, 'paused', simulator),
			await Crowd.publish(n8n, 'loop', simulator),
			await Crowd.publish(n8n, 'floor', simulator),
		] as const;
		const taken: [number[], number[], number[]] = [[], [], []];
		// The first round only warms up.
		for (let round = 0; round <= rounds; round += 1) {
			tell(`round ${round} of ${rounds}`);
			for (const [index, crowd] of crowds.entries()) {
				const spent = await batch(crowd);
				if (round > 0) taken[index]?.push(spent);
			}
		}
		tell('counting the executions of a wait, which takes two minutes');
		const { waiting, left } = await executionsOf(crowds[0]);
		const count = (name: string, value: number, atMost: number): Figure => ({
			name,
			unit: 'executions',
			ours: summarize(value),
			goal: { atMost, of: 'absolute' },
		});
		const [ours, loop, floor] = taken;
		const figure = (beside: string, peer: string, sample: number[], goal: Figure['goal']): Figure => ({
			name: `CPU to start a wait${beside}`,
			unit: 'ms',
			ours: summarize(...ours),
			peer: { name: peer, ...summarize(...sample) },
			goal,
			note: `batches of ${size} runs, from the call of the webhook until all are paused`,
		});
		const figures = [
			figure('', PEERS.loop, loop, { atMost: 2, of: 'ratio' }),
			figure(', the least', PEERS.floor, floor, { atMost: 1.1, of: 'ratio' }),
			count('Executions of a wait', waiting, 2),
			count('Executions left after a wait', left, 0),
		];
		return [{ node: n8n.node, figures }];
	});
