/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../host';
import type { Figure } from '../figure';
import { peakMemory } from '../server/memory';
import { sum } from '../statistics';
import type { Crowd } from './crowd';

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
	await n8n.restart();
	const began = Date.now();
	await until(() => new Set(crowd.questions(began, Infinity)).size === size, 500);
	const { cpuMs } = await n8n.usage();
	const seconds = (Date.now() - began) / 1000;
	const peakMb = sum(n8n.pids().map(peakMemory));
	await n8n.stop();
	return { seconds, cpuSeconds: cpuMs / 1000, peakMb };
}

/**
 * Stops the n8n of two crowds, leaves them so until all runs are due, and starts one after the other again.
 *
 * @param peer - what the other one is called
 */
export async function standStill(ours: Crowd, other: Crowd, peer: string): Promise<Figure[]> {
	await Promise.all([ours, other].map(async ({ n8n }) => await n8n.stop()));
	await pause(downMs);
	// One after the other, so that neither holds up the other one.
	const [mine, theirs] = [await takenBy(ours), await takenBy(other)];
	const number = ours.size.toLocaleString('en');
	const figure = (name: string, unit: string, of: (taken: Taken) => number): Figure => ({
		name: `${name} when ${number} waits are due after a standstill`,
		unit,
		ours: [of(mine)],
		peer: { name: peer, sample: [of(theirs)] },
		goal: { atMost: 1.2, of: 'ratio' },
		note: `n8n was away for ${downMs / 60_000} minutes; from its start until each project was asked for once`,
	});
	return [
		figure('Memory of n8n', 'MB', ({ peakMb }) => peakMb),
		figure('CPU time of n8n', 's', ({ cpuSeconds }) => cpuSeconds),
		figure('Time until all have asked,', 's', ({ seconds }) => seconds),
	];
}
