/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { z } from 'zod/v3';
import { measureInChild } from '../child';
import type { Benchmark, BenchOptions, BenchResult, Curve, Figure } from '../figure';
import { median } from '../statistics';

const MANY = 10_000;

type Side = 'ours' | 'peer';

/** How IDs look on the wire: numbers that JavaScript can hold, or longer ones. */
type Ids = 'number' | 'long';

const read = z.array(z.object({ count: z.number(), milliseconds: z.number() }));

/** Milliseconds of one reading by the number of clips, one for each of several fresh processes. */
type Times = ReadonlyMap<number, number[]>;

async function measure(counts: readonly number[], ids: Ids, short: boolean): Promise<Record<Side, Times>> {
	const [processes, clips] = short ? [3, 100_000] : [7, 150_000];
	const times = { ours: new Map<number, number[]>(), peer: new Map<number, number[]>() };
	for (let each = 0; each < processes; each += 1) {
		for (const side of ['ours', 'peer'] as const) {
			const readings = await measureInChild({
				script: join(__dirname, 'measure.cjs'),
				args: [side, String(clips), ids, ...counts.map(String)],
				// The reader is not among what the package gives to others.
				nodeArgs: ['--import', 'tsx'],
				read,
			});
			for (const { count, milliseconds } of readings) {
				times[side].set(count, [...(times[side].get(count) ?? []), milliseconds]);
			}
		}
	}
	return times;
}

function figure(name: string, times: Record<Side, Times>, note: string): Figure {
	return {
		name,
		unit: 'ms',
		ours: times.ours.get(MANY) ?? [],
		peer: { name: 'JSON.parse', sample: times.peer.get(MANY) ?? [] },
		goal: { atMost: 3, of: 'ratio' },
		note,
	};
}

function curve(name: string, times: Times): Curve {
	return {
		name,
		xLabel: 'clips',
		yLabel: 'milliseconds of CPU time',
		points: [...times].map(([x, sample]) => ({ x, y: median(sample) })),
		plot: 'Reading an answer',
	};
}

async function measureAll(options: BenchOptions): Promise<BenchResult> {
	const counts = options.short ? [MANY] : [10, 100, 1_000, MANY];
	options.tell('reading answers');
	const times = await measure(counts, 'number', options.short);
	const common = figure(
		'Reading a body of 10,000 clips',
		times,
		'CPU time from the text to the ranked clips. JSON.parse alone ranks nothing, reads neither topics nor expiry, and rounds long IDs.',
	);
	if (options.short) return { figures: [common] };
	const long = figure(
		'The same with IDs above 2^53',
		await measure([MANY], 'long', false),
		'JSON.parse rounds each of these IDs. To keep them takes a second copy of the text, with the IDs as text.',
	);
	const curves = [curve('these nodes', times.ours), curve('JSON.parse', times.peer)];
	return { figures: [common, long], curves };
}

/** How fast an answer with many clips is read. */
export const reader: Benchmark = {
	name: 'reader',
	inShort: true,
	run: measureAll,
};
