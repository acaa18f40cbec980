import { createHash } from 'node:crypto';
import { seeded } from './seeded';

/** What a run can be doing when something is killed, in the order of its life. */
export const moments = {
	starting: 'before its first submission',
	submitting: 'while its batch of 12 is submitted',
	pausing: 'between its last submission and its pause',
	paused: 'while it is paused',
	heldBack: 'while its batch is submitted at the pace of the service',
	polling: 'during a status check',
	resuming: 'when all clips are ready and it resumes',
	retrying: "while n8n's Retry of it submits the rest",
} as const;

/** One of {@link moments}. */
export type Moment = keyof typeof moments;

/** Every moment, in order. */
export const allMoments = [
	'starting',
	'submitting',
	'pausing',
	'paused',
	'heldBack',
	'polling',
	'resuming',
	'retrying',
] as const;

/** How n8n runs. */
export type Mode = 'regular' | 'queue';

/** What is killed: in queue mode the main process, the worker that has the run, or the main process and all workers. */
export const targets = { regular: ['n8n'], queue: ['main', 'worker', 'all'] } as const;

/** One of {@link targets}. */
export type Target = (typeof targets)[Mode][number];

/** A kill before it happens. */
export interface Plan {
	mode: Mode;
	/** Which kill of its mode, from 0. */
	index: number;
	moment: Moment;
	target: Target;
	/** For all else that is left to chance. */
	random: () => number;
}

/**
 * How ten kills are spread; the two tens take turns. A pair stays together: what can be retried is what the kill before has
 * left behind.
 */
const tens: ReadonlyArray<ReadonlyArray<readonly Moment[]>> = [
	[
		['submitting', 'retrying'],
		['submitting'],
		['submitting'],
		['submitting'],
		['submitting'],
		['heldBack'],
		['pausing'],
		['polling'],
		['resuming'],
	],
	[
		['submitting', 'retrying'],
		['submitting'],
		['submitting'],
		['submitting'],
		['heldBack'],
		['pausing'],
		['paused'],
		['polling'],
		['resuming'],
	],
];

const randomOf = (...words: Array<string | number>): (() => number) =>
	seeded(createHash('sha256').update(words.join('/')).digest().readInt32BE(0));

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], random: () => number): T[] {
	return things
		.map((thing) => ({ thing, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ thing }) => thing);
}

/**
 * A number by chance.
 *
 * @param least - what it is at least
 * @param most - what it is less than
 */
export const between = (random: () => number, least: number, most: number): number =>
	least + random() * (most - least);

/** One of several things by chance. */
export function anyOf<T>(random: () => number, things: readonly T[]): T {
	const chosen = things[Math.floor(random() * things.length)];
	if (chosen === undefined) throw new TypeError('There is nothing to choose from.');
	return chosen;
}

/** The kill of that number, always the same one for the same seed, whatever was done before. */
export function planOf(seed: number, mode: Mode, index: number): Plan {
	const ten = Math.floor(index / 10);
	const order = shuffled(tens[ten % tens.length] ?? [], randomOf(seed, mode, 'ten', ten)).flat();
	const random = randomOf(seed, mode, 'kill', index);
	return {
		mode,
		index,
		moment: order[index % 10] ?? 'submitting',
		target: anyOf(random, targets[mode]),
		random,
	};
}
