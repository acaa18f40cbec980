import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { mean } from '../statistics';
import type { Crowd } from './crowd';
import { withPlaces } from './places';
import { LAZILY, PEERS } from './ways';
import { gather, type Taken, watch } from './windows';

const [few, many] = [200, 1000] as const;
const minutes = 4;

/**
 * How long the peers pause, in seconds: as long as these nodes do at such a number, so that n8n wakes both as often. The notes
 * tell how often both asked.
 */
const pauses = { [few]: 106, [many]: 169 };

/** Requests that a project may cost by the service's recommendation: one in 30 s. */
const recommended = 2;

function cpuFigure(size: number, ours: Taken, asker: Taken, way: 'asker' | 'nested' = 'asker'): Figure {
	const against = way === 'nested' ? ", against n8n's own part" : '';
	return {
		name: `CPU of n8n per waiting project and minute, at ${size.toLocaleString('en')}${against}`,
		unit: 'ms',
		// Of all minutes together: single ones depend on who happens to ask in them.
		ours: [mean(ours.cpu)],
		peer: { name: PEERS[way], sample: [mean(asker.cpu)] },
		goal: { atMost: 1.1, of: 'ratio' },
		note: `regular mode; without what an idle n8n takes; the first minutes of the wait, in which status checks are most frequent; these nodes ask ${mean(ours.requests).toFixed(3)} times a minute, the others ${mean(asker.requests).toFixed(3)} times`,
	};
}

function figuresOf(
	taken: (crowd: Crowd) => Taken,
	crowds: Record<'fewOurs' | 'fewAsk' | 'fewNested' | 'lazy' | 'manyOurs' | 'manyAsk' | 'manyNested', Crowd>,
): Figure[] {
	const { fewOurs, fewAsk, fewNested, lazy, manyOurs, manyAsk, manyNested } = crowds;
	return [
		{
			name: 'Requests per waiting project and minute',
			unit: 'requests',
			ours: taken(fewOurs).requests,
			goal: { atMost: recommended, of: 'absolute' },
			note: `${few} projects wait; the service recommends one request in 30 s`,
		},
		cpuFigure(few, taken(fewOurs), taken(fewAsk)),
		cpuFigure(few, taken(fewOurs), taken(fewNested), 'nested'),
		{
			name: 'CPU of n8n per waiting project and minute, with LAZY_ACQUIRE',
			unit: 'ms',
			ours: [mean(taken(lazy).cpu)],
			peer: { name: 'without it', sample: [mean(taken(fewOurs).cpu)] },
			goal: { atMost: 0.5, of: 'ratio' },
			note: `${few} projects wait; with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`,
		},
		cpuFigure(many, taken(manyOurs), taken(manyAsk)),
		cpuFigure(many, taken(manyOurs), taken(manyNested), 'nested'),
		{
			name: `Memory of n8n while ${many.toLocaleString('en')} projects wait`,
			unit: 'MB',
			ours: taken(manyOurs).memory,
			peer: { name: PEERS.asker, sample: taken(manyAsk).memory },
			goal: { atMost: 1.05, of: 'ratio' },
			note: 'regular mode; held after a collection',
		},
	];
}

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ open, openCrowd }) => {
		tell('starting eight n8n');
		const idle = await open();
		const crowds = {
			fewOurs: await openCrowd('durable', few),
			fewAsk: await openCrowd('asker', few, { seconds: pauses[few] }),
			fewNested: await openCrowd('nested', few, { seconds: pauses[few] }),
			lazy: await openCrowd('durable', few, { env: LAZILY }),
			manyOurs: await openCrowd('durable', many),
			manyAsk: await openCrowd('asker', many, { seconds: pauses[many] }),
			manyNested: await openCrowd('nested', many, { seconds: pauses[many] }),
		};
		const all = Object.values(crowds);
		tell(`starting ${few} or ${many} runs in seven of them`);
		await gather(all, idle, 500_000);
		tell(`watching for ${minutes} minutes`);
		const taken = await watch(all, idle, minutes);
		return { figures: figuresOf(taken, crowds) };
	});
}

/** What many waiting projects take of n8n in regular mode. */
export const waiting: Benchmark = { name: 'waiting', inShort: false, run };
