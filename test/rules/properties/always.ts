/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import fc, { type Arbitrary } from 'fast-check';

// The same cases in every run, so that a red build is red again. FUZZ_SEED=$RANDOM FUZZ_RUNS=20000 looks for others.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const numRuns = Number(process.env.FUZZ_RUNS ?? 100);

/** Checks that something holds for any value that may come. */
export const always = <T>(values: Arbitrary<T>, holds: (value: T) => void): void =>
	fc.assert(fc.property(values, holds), { seed, numRuns });
