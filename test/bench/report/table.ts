import { table } from '../../docs/markdown';
import type { Figure, Goal, Sample } from '../figure';
import { describeMachine } from '../machine';
import type { Results } from '../results';
import { limitOf, median, meets, ratioOf } from '../statistics';

/** The columns of the table. */
export const HEADINGS = [
	'Figure',
	'Ours',
	'Spread',
	'Peer or limit',
	'Its figure',
	'Ratio',
	'Goal',
	'Met',
] as const;

/** A number as people read it: three digits that count. */
export function shortNumber(value: number): string {
	if (Number.isInteger(value) && Math.abs(value) < 10_000) return String(value);
	const rounded = Number(value.toPrecision(3));
	return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

/** A number with its unit; of one place, not of "1 places". */
export const withUnit = (value: number, unit: string): string =>
	`${shortNumber(value)} ${value === 1 ? unit.replace(/^([a-z]{3,})s$/, '$1') : unit}`.trim();

const spread = (sample: Sample): string => {
	const [least, most] = [Math.min(...sample), Math.max(...sample)];
	return sample.length < 2 || least === most ? '' : `${shortNumber(least)} to ${shortNumber(most)}`;
};

/** A goal in words. */
export function goalText(goal: Goal, unit: string): string {
	const bound = 'atMost' in goal ? 'at most' : 'at least';
	const limit = limitOf(goal);
	return goal.of === 'ratio' ? `${bound} ${shortNumber(limit)} x` : `${bound} ${withUnit(limit, unit)}`;
}

/** The ratio of a figure; where the goal was missed by less than three digits show, with as many as show it. */
export function ratioText(figure: Figure): string {
	const ratio = ratioOf(figure);
	if (ratio === undefined) return '';
	const short = shortNumber(ratio);
	const isHidden =
		meets(figure) === false && figure.goal.of === 'ratio' && short === shortNumber(limitOf(figure.goal));
	return `${isHidden ? ratio.toPrecision(4) : short} x`;
}

/** The cells of a figure, in the order of {@link HEADINGS}. */
export function cellsOf(figure: Figure): string[] {
	const { name, unit, ours, peer, goal } = figure;
	const met = meets(figure);
	return [
		name,
		withUnit(median(ours), unit),
		spread(ours),
		peer?.name ?? '',
		peer === undefined ? '' : withUnit(median(peer.sample), unit),
		ratioText(figure),
		goalText(goal, unit),
		met === undefined ? 'not measured' : met ? 'yes' : 'no',
	];
}

/** The page of all figures, in Markdown: a table for each benchmark, with what one must know to judge it. */
export function figuresPage(results: Results, plots: ReadonlyMap<string, readonly string[]>): string {
	const parts = Object.entries(results).map(([name, { date, machine, figures }]) => {
		const notes = figures.flatMap(({ name: figure, note }) =>
			note === undefined ? [] : [`- ${figure}: ${note}`],
		);
		return [
			`## ${name}`,
			`Measured on ${date}: ${describeMachine(machine)}.`,
			table(HEADINGS, figures.map(cellsOf)),
			notes.join('\n'),
			...(plots.get(name) ?? []).map((plot) => `![${plot}](${plot})`),
		]
			.filter((part) => part !== '')
			.join('\n\n');
	});
	return `${['# Figures', 'Medians, and their spread where there were several runs. To repeat: `npm run bench`; for the commands, `npm run bench -- commands checks`.', ...parts].join('\n\n')}\n`;
}
