import type { Figure, Goal, Sample } from './figure';

/**
 * The number in the middle, or the mean of the two in the middle.
 *
 * @throws RangeError for an empty sample
 */
export function median(sample: Sample): number {
	const sorted = [...sample].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.ceil(sorted.length / 2) - 1];
	if (upper === undefined || lower === undefined) throw new RangeError('An empty sample has no median.');
	return (lower + upper) / 2;
}

/** The sum of all numbers. */
export const sum = (sample: Sample): number => sample.reduce((total, each) => total + each, 0);

/** The mean of all numbers; NaN for an empty sample. */
export const mean = (sample: Sample): number => sum(sample) / sample.length;

/** The median of ours divided by the median of the peer; undefined without a peer, or where the peer has nothing. */
export function ratioOf({ ours, peer }: Figure): number | undefined {
	const theirs = peer === undefined ? 0 : median(peer.sample);
	return theirs === 0 ? undefined : median(ours) / theirs;
}

/** How far the goal lets the figure go: at most or at least so much. */
export const limitOf = (goal: Goal): number => ('atMost' in goal ? goal.atMost : goal.atLeast);

/**
 * Whether a figure meets its goal; undefined where the peer could not be measured.
 *
 * @param slack - how much worse than the goal still passes, as a factor
 */
export function meets(figure: Figure, slack = 1): boolean | undefined {
	const { goal } = figure;
	if (goal.of === 'ratio' && figure.peer === undefined) return undefined;
	// Nothing is at most any multiple of nothing.
	const value = goal.of === 'ratio' ? (ratioOf(figure) ?? unlikePeer(figure)) : median(figure.ours);
	return 'atMost' in goal ? value <= goal.atMost * slack : value >= goal.atLeast / slack;
}

const unlikePeer = ({ ours }: Figure): number => (median(ours) === 0 ? 0 : Infinity);

/** How much worse than the goal CI accepts when a figure does not say. */
const RATIO_SLACK = 1.5;

/** Whether a figure is a clear regression: undefined where the short version does not guard it. */
export function hasRegressed(figure: Figure): boolean | undefined {
	const slack = figure.slack ?? (figure.goal.of === 'ratio' ? RATIO_SLACK : undefined);
	const passes = slack === undefined ? undefined : meets(figure, slack);
	return passes === undefined ? undefined : !passes;
}
