import type { Benchmark, BenchOptions, BenchResult, Curve } from '../figure';
import type { Crowd } from './crowd';
import { PEERS } from './ways';
import { withPlaces } from './places';
import { median } from '../statistics';
import { gather, type Taken, watch } from './windows';

const sizes = [1, 10, 100, 1000] as const;
const most = 1000;
const minutes = 2;

/** What all projects of a crowd take together. */
const curves: ReadonlyArray<{ name: string; yLabel: string; of: (taken: Taken, size: number) => number }> = [
	{ name: 'CPU time', yLabel: 'ms of CPU time a minute', of: ({ cpu }, size) => median(cpu) * size },
	{ name: 'requests', yLabel: 'requests a minute', of: ({ requests }, size) => median(requests) * size },
	{ name: 'memory', yLabel: 'MB held by n8n', of: ({ memory }) => median(memory) },
];

const curvesOf = (grown: ReadonlyArray<readonly [Crowd, Taken]>): Curve[] =>
	curves.map(({ name, yLabel, of }) => ({
		name: `Projects waiting: ${name}`,
		xLabel: 'projects waiting',
		yLabel,
		points: grown.map(([{ size }, taken]) => ({ x: size, y: of(taken, size) })),
	}));

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, openCrowd }) => {
		tell('starting six n8n');
		const idle = await open();
		const crowds: Crowd[] = [];
		for (const size of sizes) crowds.push(await openCrowd('durable', size));
		const loop = await openCrowd('loop', most);
		tell('starting the runs');
		await gather([...crowds, loop], idle, 500_000);
		tell(`watching for ${minutes} minutes`);
		const taken = await watch([...crowds, loop], idle, minutes);
		const at = (size: (typeof sizes)[number]) => {
			const found = crowds.find((crowd) => crowd.size === size);
			if (found === undefined) throw new TypeError(`No crowd of ${size} was opened.`);
			return taken(found);
		};
		const [atMost, atHundred] = [at(most), at(100)];
		return {
			figures: [
				{
					name: 'CPU of n8n per waiting project and minute, at 1,000',
					unit: 'ms',
					ours: atMost.cpu,
					peer: { name: PEERS.loop, sample: taken(loop).cpu },
					goal: { atMost: 0.25, of: 'ratio' },
					note: '1,000 projects wait; regular mode; without what an idle n8n takes',
				},
				{
					name: 'Growth of CPU time from 100 to 1,000 waiting projects',
					unit: 'ms per project and minute',
					ours: atMost.cpu,
					peer: { name: 'at 100 projects', sample: atHundred.cpu },
					goal: { atMost: 1.1, of: 'ratio' },
					note: 'linear or better, but for a tenth of noise; regular mode',
				},
				{
					name: 'Memory of n8n while 1,000 projects wait',
					unit: 'MB',
					ours: atMost.memory,
					peer: { name: PEERS.loop, sample: taken(loop).memory },
					goal: { atMost: 1, of: 'ratio' },
					note: 'regular mode; held after a collection',
				},
			],
			curves: curvesOf(crowds.map((crowd) => [crowd, taken(crowd)] as const)),
		};
	});
}

/** What waiting takes of n8n as more and more projects wait. */
export const growth: Benchmark = { name: 'growth', inShort: false, run };
