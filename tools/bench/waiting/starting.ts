/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../host';
import { beside, type Benchmark, type Figure, inTurns } from '../figure';
import { withBeds } from '../n8n';
import { Crowd, PEERS } from './ways';

/** Few in a batch, so that most are over before n8n looks at all that waits, once a minute, which another figure tells. */
const size = 15;
const rounds = 7;

/** From one start to the next, so that n8n is done with most of the one before; and from one batch to the next. */
const [spacingMs, restMs] = [300, 3_000];

/** CPU time of n8n in milliseconds for each of some runs, until it has paused them all. */
async function batch(crowd: Crowd): Promise<number> {
	const { client } = crowd.n8n;
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

/** What n8n takes to start a run that pauses, beside a loop of its own nodes, and the least that it takes for such a run. */
export const starting: Benchmark = async (tell) =>
	await withBeds(async (open) => {
		const n8n = await open();
		const paused = await Crowd.publish(n8n, 'paused');
		const crowds = { loop: await Crowd.publish(n8n, 'loop'), floor: await Crowd.publish(n8n, 'floor') };
		const { ours, loop, floor } = await inTurns(
			rounds,
			{
				ours: async () => await batch(paused),
				loop: async () => await batch(crowds.loop),
				floor: async () => await batch(crowds.floor),
			},
			tell,
		);
		const figure = (least: string, peer: string, sample: number[], atMost: number): Figure =>
			beside([`CPU to start a wait${least}`, 'ms'], ours, [peer, sample], {
				goal: { atMost, of: 'ratio' },
				note: `batches of ${size} runs, from the call of the webhook until all are paused`,
			});
		const figures = [figure('', PEERS.loop, loop, 2), figure(', the least', PEERS.floor, floor, 1.1)];
		return [{ node: n8n.node, figures }];
	});
