import type { Benchmark, BenchOptions, BenchResult, Curve, Figure } from '../figure';
import { mean, sum } from '../statistics';
import { LAZILY, PEERS } from './ways';
import { withPlaces } from './places';
import { gather, type Taken, watch } from './windows';

const size = 100;
const minutes = 60;

/** How many minutes make one point of a plot: single ones depend on who happens to ask in them. */
const stretch = 5;

function figureOf(name: string, ours: Taken, loop: Taken, settings: string): Figure {
	return {
		name,
		unit: 'ms',
		// One number: the whole hour counts, not its median minute.
		ours: [sum(ours.cpu)],
		peer: { name: PEERS.loop, sample: [sum(loop.cpu)] },
		goal: { atMost: 0.25, of: 'ratio' },
		note: `${size} projects wait; regular mode${settings}; without what an idle n8n takes; the loop saves each answer, so it needs more and more time; our status checks become less frequent`,
	};
}

const curveOf = (name: string, { cpu }: Taken): Curve => ({
	name,
	plot: 'CPU time as the wait gets longer',
	xLabel: 'minutes waited',
	yLabel: 'ms of CPU time per project and minute',
	points: Array.from({ length: Math.floor(cpu.length / stretch) }, (_, index) => ({
		x: (index + 1) * stretch,
		y: mean(cpu.slice(index * stretch, (index + 1) * stretch)),
	})),
});

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, openCrowd }) => {
		tell('starting five n8n');
		const idle = await open();
		const durable = await openCrowd('durable', size);
		const loop = await openCrowd('loop', size);
		const lazyDurable = await openCrowd('durable', size, LAZILY);
		const lazyLoop = await openCrowd('loop', size, LAZILY);
		const crowds = [durable, loop, lazyDurable, lazyLoop];
		tell(`starting ${size} runs in four of them`);
		await gather(crowds, idle, 240_000);
		tell(`watching for ${minutes} minutes`);
		const of = await watch(crowds, idle, minutes);
		const name = 'CPU of n8n per project that waits an hour';
		const lazily = '; both with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true';
		return {
			figures: [
				figureOf(name, of(durable), of(loop), ''),
				figureOf(`${name}, with LAZY_ACQUIRE`, of(lazyDurable), of(lazyLoop), lazily),
			],
			curves: [curveOf('Pause the Execution', of(durable)), curveOf(PEERS.loop, of(loop))],
		};
	});
}

/** What projects that wait for an hour take of n8n: questions get rarer the longer a wait is. */
export const hour: Benchmark = { name: 'hour', inShort: false, run };
