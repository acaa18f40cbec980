/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../host';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { peakMemory } from '../server/memory';
import { sum } from '../statistics';
import { type Crowd, untilSubmitted } from './crowd';
import { withPlaces } from './places';
import { PEERS } from './ways';

const size = 1_000;

/** Longer than any run pauses so early in its wait, so that all are due. */
const downMs = 200_000;

/** What it takes of n8n until all runs that are due after a standstill have asked. */
interface Taken {
	seconds: number;
	cpuSeconds: number;
	peakMb: number;
}

async function takenBy(crowd: Crowd): Promise<Taken> {
	const { n8n, size } = crowd;
	// n8n wakes what is due before it says that it is ready.
	const began = Date.now();
	await n8n.restart();
	await until(() => new Set(crowd.questions(began, Infinity)).size === size, 500);
	const { cpuMs } = await n8n.usage();
	const seconds = (Date.now() - began) / 1000;
	const peakMb = sum(n8n.pids().map(peakMemory));
	await n8n.stop();
	return { seconds, cpuSeconds: cpuMs / 1000, peakMb };
}

/** Stops the n8n of two crowds, leaves them so until all runs are due, and starts one after the other again. */
async function standStill([ours, other]: readonly [Crowd, Crowd], { tell }: BenchOptions): Promise<Figure[]> {
	tell('n8n is away');
	await Promise.all([ours, other].map(async ({ n8n }) => await n8n.stop()));
	await pause(downMs);
	tell('n8n is back');
	// One after the other, so that neither holds up the other one.
	const [mine, theirs] = [await takenBy(ours), await takenBy(other)];
	const number = ours.size.toLocaleString('en');
	const figure = (name: string, unit: string, of: (taken: Taken) => number): Figure => ({
		name: `${name} when ${number} waits are due after a standstill`,
		unit,
		ours: [of(mine)],
		peer: { name: PEERS.loop, sample: [of(theirs)] },
		goal: { atMost: 1.2, of: 'ratio' },
		note: `n8n was away for ${downMs / 1_000} seconds; from its start until each project was asked for once`,
	});
	return [
		figure('Memory of n8n', 'MB', ({ peakMb }) => peakMb),
		figure('CPU time of n8n', 's', ({ cpuSeconds }) => cpuSeconds),
		figure('Time until all have asked,', 's', ({ seconds }) => seconds),
	];
}

async function run(options: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ openCrowd }) => {
		const crowds = [await openCrowd('durable', size), await openCrowd('loop', size)] as const;
		options.tell(`starting ${size} runs in two n8n`);
		await Promise.all(crowds.map(async (crowd) => await crowd.start()));
		await untilSubmitted(crowds, 500_000);
		return { figures: await standStill(crowds, options) };
	});
}

/** What n8n takes when many waits are due at once, because it was away. */
export const standstill: Benchmark = { name: 'standstill', inShort: false, run };
