/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import fc, { type Arbitrary } from 'fast-check';

// The same cases in every run, so that a red build is red again. FUZZ_SEED=$RANDOM FUZZ_RUNS=20000 looks for others.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/**
 * Checks that something holds for any value that may come.
 *
 * @param values - what may come
 * @param holds - fails where it does not hold
 */
export async function always<T>(values: Arbitrary<T>, holds: (value: T) => unknown): Promise<void> {
	await fc.assert(
		fc.asyncProperty(values, async (value) => {
			await holds(value);
		}),
		{
			seed,
			numRuns,
			reporter: (details) => {
				if (!details.failed) return;
				const { currentTestName: name = '' } = expect.getState();
				const command = `npx jest --selectProjects unit --testPathPatterns properties -t '${name}'`;
				const again = `To repeat it: FUZZ_SEED=${seed} FUZZ_RUNS=${details.numRuns} ${command}`;
				const said = fc.defaultReportMessage(details) ?? '';
				throw new Error(`${said}\n\n${again}`, { cause: details.errorInstance });
			},
		},
	);
}
