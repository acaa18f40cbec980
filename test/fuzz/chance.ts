import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

/** What a draw belongs to: the seed, the number of the case, and what in it. The same labels always draw the same. */
export type Labels = ReadonlyArray<number | string>;

/**
 * Draws a value.
 *
 * @param arbitrary - from what
 * @param labels - what decides which
 */
export function draw<T>(arbitrary: Arbitrary<T>, ...labels: Labels): T {
	const seed = createHash('sha256').update(labels.join('/')).digest().readInt32LE();
	const [value] = fc.sample(arbitrary, { numRuns: 1, seed });
	if (value === undefined) throw new TypeError('Nothing was drawn.');
	return value;
}

/** A weight and what it is of. */
export type Weighted<T> = readonly [number, Arbitrary<T>];

/**
 * One of several, some more often than others.
 *
 * @param choices - the weights are parts of their sum
 */
export const often = <T>(...choices: ReadonlyArray<Weighted<T>>): Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/**
 * One of several values.
 *
 * @param values - each as often as the others
 */
export const oneOf = <T>(...values: readonly T[]): Arbitrary<T> => fc.constantFrom(...values);

/** True in so many of a hundred cases. */
export const percent = (share: number): Arbitrary<boolean> =>
	often([share, fc.constant(true)], [100 - share, fc.constant(false)]);

/**
 * What stands for `Math.random`, so that a case is the same whenever it is run.
 *
 * @param seed - any whole number
 */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		// A linear congruential generator (Numerical Recipes); it only has to spread.
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
