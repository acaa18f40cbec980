/** What a measurement yielded, in the unit of its figure: one number for each run. */
export type Sample = readonly number[];

/** One row of the table: a figure of ours against that of a peer, or of a physical limit, from the same run. */
export interface Figure {
	/** What is measured, such as "Requests per waiting project and minute". */
	name: string;
	/** The unit of the samples, such as "ms" or "MB". */
	unit: string;
	ours: Sample;
	/** What a user would pick instead, or the limit; none where the goal is a number of its own. */
	peer?: { name: string; sample: Sample };
	/** What we want to reach. */
	goal: Goal;
	/** What a reader must know to judge the figure, such as the mode of n8n. */
	note?: string;
	/**
	 * How much worse than the goal the short version of CI accepts, as a factor: 1 for counts, which do not vary. Without it
	 * a goal of a ratio may be missed by half, and an absolute one is not guarded at all: machines differ.
	 */
	slack?: number;
}

/**
 * A goal for the median of ours: at most or at least a multiple of the peer's median (`ratio`), or of a number
 * (`absolute`, in the figure's unit).
 */
export type Goal =
	| { atMost: number; of: 'ratio' | 'absolute' }
	| { atLeast: number; of: 'ratio' | 'absolute' };

/** A curve for a plot: what is measured (`y`) as something grows (`x`). */
export interface Curve {
	name: string;
	xLabel: string;
	yLabel: string;
	points: ReadonlyArray<{ x: number; y: number }>;
	/** Curves with the same name here are drawn into one plot; a plot of its own without it. */
	plot?: string;
}

/** What a benchmark yields. */
export interface BenchResult {
	figures: Figure[];
	curves?: Curve[];
}

/** Whether this is the full measurement, or the short one of CI, and where to tell what is going on. */
export interface BenchOptions {
	short: boolean;
	tell: (line: string) => void;
}

/** A group of figures that is measured together. */
export interface Benchmark {
	/** As on the command line: `npm run bench -- NAME`. */
	name: string;
	/** Whether the short version that CI runs includes it. */
	inShort: boolean;
	run(options: BenchOptions): Promise<BenchResult>;
}
