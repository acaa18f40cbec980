import { z } from 'zod/v3';

const summary = z
	.object({ median: z.number(), least: z.number(), most: z.number(), runs: z.number() })
	.strict();

const figure = z
	.object({
		/** What is measured, such as "CPU to start a wait, beside a loop". Less is better. */
		name: z.string(),
		unit: z.string(),
		ours: summary,
		/** What a user would pick instead, measured in turns with ours. */
		peer: summary.extend({ name: z.string() }).optional(),
		/** At most so many times the peer's median, or at most such a number. */
		goal: z.object({ atMost: z.number(), of: z.enum(['ratio', 'absolute']) }).optional(),
		/** What a reader must know to judge the figure. */
		note: z.string().optional(),
	})
	.strict();

const measured = z
	.object({
		benchmark: z.string(),
		/** The day, as YYYY-MM-DD. */
		date: z.string(),
		machine: z.string(),
		n8n: z.string(),
		/** The Node that ran what was measured; none where nothing depends on it. */
		node: z.string().optional(),
		figures: z.array(figure),
	})
	.strict();

/** One row of the table. */
export type Figure = z.output<typeof figure>;

/** Figures that were measured together. */
export type Measured = z.output<typeof measured>;

/** Reads what is kept. */
export const resultsSchema = z.array(measured);

/** What a benchmark yields on a Node. */
export type Yield = Pick<Measured, 'node' | 'figures'>;

/** Measures a group of figures, and tells what is going on. */
export type Benchmark = (tell: (line: string) => void) => Promise<Yield[]>;

/**
 * The number in the middle, or the mean of the two in the middle.
 *
 * @throws RangeError for an empty sample
 */
export function median(sample: readonly number[]): number {
	const sorted = [...sample].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.ceil(sorted.length / 2) - 1];
	if (upper === undefined || lower === undefined) throw new RangeError('An empty sample has no median.');
	return (lower + upper) / 2;
}

/** A sample as it is kept: numbers of five digits. */
export function summarize(...sample: readonly number[]) {
	const short = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(5)));
	return {
		median: short(median(sample)),
		least: short(Math.min(...sample)),
		most: short(Math.max(...sample)),
		runs: sample.length,
	};
}

/** The median of ours divided by that of the peer; undefined without a peer, or where the peer has nothing. */
export const ratioOf = ({ ours, peer }: Figure): number | undefined =>
	peer === undefined || peer.median === 0 ? undefined : ours.median / peer.median;

/** Whether a figure meets its goal; undefined without a goal, or where the peer could not be measured. */
export function meets(one: Figure): boolean | undefined {
	const value = one.goal?.of === 'ratio' ? ratioOf(one) : one.ours.median;
	return one.goal === undefined || value === undefined ? undefined : value <= one.goal.atMost;
}
