import type { Benchmark, Figure } from './figure';
import { hasRegressed } from './statistics';
import { cellsOf } from './report/table';

/** What the short version found. */
export interface Verdicts {
	/** Figures that it guards and that are as good as they have to be. */
	passed: string[];
	/** Clear regressions, one line each. */
	failed: string[];
}

/** Judges figures that were measured quickly: ratios and counts only, never an absolute time. */
export function judge(figures: readonly Figure[]): Verdicts {
	const guarded = figures.filter((figure) => hasRegressed(figure) !== undefined);
	return {
		passed: guarded.filter((figure) => hasRegressed(figure) === false).map(({ name }) => name),
		failed: guarded
			.filter((figure) => hasRegressed(figure) === true)
			.map((figure) =>
				cellsOf(figure)
					.filter((cell) => cell !== '')
					.join(', '),
			),
	};
}

/** Measures a benchmark quickly and judges it. */
export async function runShort(benchmark: Benchmark, tell: (line: string) => void): Promise<Verdicts> {
	return judge((await benchmark.run({ short: true, tell })).figures);
}
