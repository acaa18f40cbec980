/** A sample: numbers of five digits. */
export type Summary = ReturnType<typeof summarize>;

/** One row of the table. Less is better. */
export interface Figure {
	/** What is measured, such as "CPU to start a wait, beside a loop". */
	name: string;
	unit: string;
	ours: Summary;
	/** What a user would pick instead, measured in turns with ours. */
	peer?: Summary & { name: string };
	/** At most so many times the peer's median, or at most such a number. */
	goal?: { atMost: number; of: 'ratio' | 'absolute' };
	/** What a reader must know to judge the figure. */
	note?: string;
}

/** What a benchmark yields on a Node; no Node where nothing depends on it. */
export interface Yield {
	node?: string;
	figures: Figure[];
}

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

/** A sample in short. */
export function summarize(...sample: readonly number[]) {
	const short = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(5)));
	return {
		median: short(median(sample)),
		least: short(Math.min(...sample)),
		most: short(Math.max(...sample)),
		runs: sample.length,
	};
}

/** A row of the table: the figure, ours, the other side, how many times that is, the goal, and what to know of it. */
export function cellsOf({ name, unit, ours, peer, goal, note = '' }: Figure): string[] {
	const number = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-US');
	const told = ({ median, least, most, runs }: Summary) =>
		`${number(median)} ${unit}${runs === 1 ? '' : ` (${number(least)} to ${number(most)})`}`;
	const ratio = peer === undefined || peer.median === 0 ? undefined : ours.median / peer.median;
	const value = goal?.of === 'ratio' ? ratio : ours.median;
	const missed = goal !== undefined && value !== undefined && value > goal.atMost ? ', missed' : '';
	return [
		name,
		told(ours),
		peer === undefined ? '' : `${peer.name}: ${told(peer)}`,
		ratio === undefined ? '' : `${ratio.toPrecision(3)}x`,
		goal === undefined ? '' : `${goal.atMost}${goal.of === 'ratio' ? 'x' : ` ${unit}`}${missed}`,
		note,
	];
}
