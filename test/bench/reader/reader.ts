/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { temporaryFolder } from '../../host/folder';
import { measureInChild } from '../child';
import type { Benchmark, BenchOptions, BenchResult, Curve, Figure } from '../figure';
import { median } from '../statistics';
import { answerOf, type Ids } from './answers';

/** As many clips as the service documents for a project. */
const MANY = 100;

/** As many clips of a hundred words as fit into the longest answer that is read, with long IDs. */
const LONGEST = 11_500;

/** Who reads: these nodes, or what a user would pick instead. */
type Side = 'ours' | 'parse' | 'parseAndMake' | 'quoteAndParse';

const PEERS = {
	parse: 'JSON.parse',
	parseAndMake: 'JSON.parse of the text and of the topics in it, and the same items made of it',
	quoteAndParse: 'JSON.parse, of a copy with the long IDs as text',
} as const;

const times = z.array(z.object({ count: z.number(), milliseconds: z.number() }));
const memory = z.object({ count: z.literal(LONGEST), megabytes: z.number() });

/** Milliseconds of one reading by the number of clips, one for each of several fresh processes. */
type Times = ReadonlyMap<number, number[]>;

const read = async <Output>(
	side: Side,
	args: readonly string[],
	output: z.ZodType<Output, z.ZodTypeDef, unknown>,
) =>
	await measureInChild({
		script: join(__dirname, 'measure.cjs'),
		args: [side, ...args],
		// The reader is not among what the package gives to others.
		nodeArgs: ['--import', 'tsx'],
		read: output,
	});

/** Reads answers in turns; `ids` are numbers that JavaScript can hold, or longer ones. */
async function measure(
	peer: Side,
	ids: Ids,
	counts: readonly number[],
	short: boolean,
): Promise<{ ours: Times; peer: Times }> {
	const [processes, clips] = short ? [3, 100_000] : [15, 150_000];
	const found = { ours: new Map<number, number[]>(), peer: new Map<number, number[]>() };
	for (let each = 0; each < processes; each += 1) {
		for (const [side, reader] of [
			['ours', 'ours'],
			['peer', peer],
		] as const) {
			const args = ['time', String(clips), ids, ...counts.map(String)];
			for (const { count, milliseconds } of await read(reader, args, times)) {
				found[side].set(count, [...(found[side].get(count) ?? []), milliseconds]);
			}
		}
	}
	return found;
}

const figure = (name: string, found: { ours: Times; peer: Times }, peer: string, note: string): Figure => ({
	name,
	unit: 'ms',
	ours: found.ours.get(MANY) ?? [],
	peer: { name: peer, sample: found.peer.get(MANY) ?? [] },
	// Nobody notices a millisecond beside the question itself. The short version guards against many of them.
	goal: { atMost: 1, of: 'absolute' },
	slack: 10,
	note,
});

/** Megabytes that it takes on top to read the longest answer, in fresh processes. */
async function measureMemory(processes: number): Promise<Figure> {
	const folder = temporaryFolder('longest-answer-');
	const file = join(folder.path, 'answer');
	writeFileSync(file, answerOf(LONGEST, 'long'));
	const found = { ours: new Array<number>(), parse: new Array<number>() };
	for (let each = 0; each < processes; each += 1) {
		for (const side of ['ours', 'parse'] as const) {
			found[side].push((await read(side, ['memory', file], memory)).megabytes);
		}
	}
	folder.remove();
	return {
		name: 'Memory to read the longest answer',
		unit: 'MB',
		ours: found.ours,
		peer: { name: PEERS.parse, sample: found.parse },
		goal: { atMost: 200, of: 'absolute' },
		slack: 1,
		note: `12 MB, ${LONGEST.toLocaleString('en')} clips with long IDs; at the peak, on top of the text itself`,
	};
}

const curve = (name: string, found: Times): Curve => ({
	name,
	xLabel: 'clips',
	yLabel: 'milliseconds of CPU time',
	points: [...found].map(([x, sample]) => ({ x, y: median(sample) })),
	plot: 'Reading an answer',
});

async function run({ short, tell }: BenchOptions): Promise<BenchResult> {
	tell('reading answers');
	const counts = short ? [MANY] : [10, MANY, 1_000, 10_000];
	const common = await measure('parse', 'number', counts, short);
	const plain = figure(
		'Reading a body of 100 clips',
		common,
		PEERS.parse,
		'CPU time from the text to the ranked clips. JSON.parse alone ranks nothing, and reads neither topics nor expiry.',
	);
	if (short) return { figures: [plain, await measureMemory(1)] };
	const made = figure(
		'Reading a body of 100 clips, against the least that makes the same items',
		await measure('parseAndMake', 'number', [MANY], short),
		PEERS.parseAndMake,
		'The peer trusts each field to be there and of its type.',
	);
	const long = figure(
		'Reading a body of 100 clips with IDs above 2^53',
		await measure('quoteAndParse', 'long', [MANY], short),
		PEERS.quoteAndParse,
		'JSON.parse by itself rounds each of these IDs.',
	);
	const curves = [curve('these nodes', common.ours), curve(PEERS.parse, common.peer)];
	return { figures: [plain, made, long, await measureMemory(5)], curves };
}

/** What it takes to read an answer with many clips. */
export const reader: Benchmark = { name: 'reader', inShort: true, run };
