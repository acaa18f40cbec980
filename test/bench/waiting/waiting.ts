import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { mean } from '../statistics';
import type { Crowd, End } from './crowd';
import { LAZILY, PEERS, type Way } from './ways';
import { withPlaces } from './places';
import { gather, type Taken, watch } from './windows';

const size = 200;
/** Even, for those that are woken every two minutes. */
const minutes = 4;

/** What each way to wait took, and how the waits ended; the lazy ones are in an n8n with a setting for large numbers. */
type Outcome = Record<Way | 'lazyDurable' | 'lazyLoop', Taken & { ends: End[] }>;

/** Requests that a project may cost by the service's recommendation: one in 30 s. */
const recommended = 2;

/** Over how long the projects get ready: twice the longest pause, so that no moment of it is preferred. */
const finishMs = 210_000;

/** Who asks after a pause learns on average after half of it, in seconds. */
const limitOf = (ends: readonly End[]) => ({
	name: 'half the time between status checks',
	sample: ends.map((end) => end.pause / 2),
});

function cheapness(
	{ durable, inProcess, loop, sleeper, lazyDurable, lazyLoop }: Outcome,
	idleMb: number,
): Figure[] {
	const inCrowd = `${size} projects wait; regular mode`;
	return [
		{
			name: 'Requests per waiting project and minute',
			unit: 'requests',
			ours: durable.requests,
			peer: { name: PEERS.loop, sample: loop.requests },
			goal: { atMost: 1, of: 'ratio' },
			note: inCrowd,
		},
		{
			name: 'Requests per waiting project and minute, Keep It Running',
			unit: 'requests',
			ours: inProcess.requests,
			goal: { atMost: recommended * 1.01, of: 'absolute' },
			note: 'the service recommends one in 30 s; regular mode',
		},
		{
			name: 'CPU of n8n per waiting project and minute, at 200',
			unit: 'ms',
			ours: durable.cpu,
			peer: { name: PEERS.loop, sample: loop.cpu },
			goal: { atMost: 0.25, of: 'ratio' },
			note: `${inCrowd}; the first minutes of the wait, in which status checks are most frequent; without what an idle n8n takes`,
		},
		{
			name: 'CPU of n8n per waiting project and minute, at 200, with LAZY_ACQUIRE',
			unit: 'ms',
			ours: lazyDurable.cpu,
			peer: { name: PEERS.loop, sample: lazyLoop.cpu },
			goal: { atMost: 0.25, of: 'ratio' },
			note: `${inCrowd}; both with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true, for many executions`,
		},
		{
			name: "CPU of n8n per waiting project and minute, against n8n's own part",
			unit: 'ms',
			// Of all minutes together: in every other one the sleepers sleep.
			ours: [mean(durable.cpu)],
			peer: { name: PEERS.sleeper, sample: [mean(sleeper.cpu)] },
			goal: { atMost: 1.5, of: 'ratio' },
			note: `${inCrowd}; whoever has to know within two minutes that clips are ready, and pauses meanwhile, pays at least what the others pay here`,
		},
		...[
			{ name: PEERS.loop, sample: loop.memory },
			{ name: PEERS.inProcess, sample: inProcess.memory },
		].map((peer) => ({
			name: `Memory of n8n while ${size} projects wait, against ${peer.name === PEERS.inProcess ? 'Keep It Running' : 'the loop'}`,
			unit: 'MB',
			ours: durable.memory,
			peer,
			goal: { atMost: 1, of: 'ratio' } as const,
			note: `regular mode; held after a collection; an idle n8n holds ${Math.round(idleMb)} MB`,
		})),
	];
}

function latencies({ durable, inProcess, loop }: Outcome): Figure[] {
	const late = (ends: readonly End[]) => ends.map((end) => end.late);
	const handover = (ends: readonly End[]) => ends.map((end) => end.handover);
	return [
		{
			name: 'From ready clips to the next node, Pause the Execution',
			unit: 's',
			ours: late(durable.ends),
			peer: limitOf(durable.ends),
			goal: { atMost: 1.1, of: 'ratio' },
			note: `${size} runs wait, for ${minutes} to 10 minutes; the pauses are longer the more of them there are`,
		},
		{
			name: 'From ready clips to the next node, Pause the Execution, against the loop',
			unit: 's',
			ours: late(durable.ends),
			peer: { name: PEERS.loop, sample: late(loop.ends) },
			goal: { atMost: 2, of: 'ratio' },
			note: 'the price of fewer status checks',
		},
		{
			name: 'From ready clips to the next node, Keep It Running',
			unit: 's',
			ours: late(inProcess.ends),
			peer: limitOf(inProcess.ends),
			goal: { atMost: 1.1, of: 'ratio' },
			note: 'poll interval of 30 s',
		},
		{
			name: 'From the answer of the service to the next node, Pause the Execution',
			unit: 'ms',
			ours: handover(durable.ends),
			peer: { name: PEERS.loop, sample: handover(loop.ends) },
			goal: { atMost: 1000, of: 'absolute' },
			note: 'n8n wakes two executions, one after the other',
		},
		{
			name: 'From the answer of the service to the next node, Keep It Running',
			unit: 'ms',
			ours: handover(inProcess.ends),
			peer: { name: PEERS.loop, sample: handover(loop.ends) },
			goal: { atMost: 1, of: 'ratio' },
		},
	];
}

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, openCrowd }) => {
		tell('starting seven n8n');
		const idle = await open();
		const durable = await openCrowd('durable', size);
		const inProcess = await openCrowd('inProcess', size);
		const loop = await openCrowd('loop', size);
		const sleeper = await openCrowd('sleeper', size);
		const lazyDurable = await openCrowd('durable', size, LAZILY);
		const lazyLoop = await openCrowd('loop', size, LAZILY);
		const crowds = [durable, inProcess, loop, sleeper, lazyDurable, lazyLoop];
		tell(`starting ${size} runs in six of them`);
		await gather(crowds, idle, 240_000);
		tell(`watching for ${minutes} minutes`);
		const taken = await watch(crowds, idle, minutes);
		const idleMb = (await idle.usage(true)).heldMb;
		tell('one project after the other gets ready');
		const ending = [durable, inProcess, loop];
		await Promise.all(ending.map(async (crowd) => await crowd.finish(finishMs)));
		const ends = new Map(
			await Promise.all(ending.map(async (crowd) => [crowd, await crowd.ends(300_000)] as const)),
		);
		const of = (crowd: Crowd) => ({ ...taken(crowd), ends: ends.get(crowd) ?? [] });
		const outcome = {
			durable: of(durable),
			inProcess: of(inProcess),
			loop: of(loop),
			sleeper: of(sleeper),
			lazyDurable: of(lazyDurable),
			lazyLoop: of(lazyLoop),
		};
		return { figures: [...cheapness(outcome, idleMb), ...latencies(outcome)] };
	});
}

/** What 200 waiting projects take of n8n, in regular mode, and how late their clips come to the next node. */
export const waiting: Benchmark = { name: 'waiting', inShort: false, run };
