import { table } from '../../docs/markdown';
import { describeMachine } from '../machine';
import type { Results } from '../results';
import { median, meets, ratioOf } from '../statistics';
import type { Figure } from '../figure';
import { RATIOS_FILE } from './plots';
import { goalText, shortNumber } from './table';

/** Where the figures stand in the README. */
const MARKS = { begin: '<!-- figures:begin -->', end: '<!-- figures:end -->' } as const;

const amount = (value: number, unit: string): string => `${shortNumber(value)} ${unit}`.trim();

function cellsOf(figure: Figure): string[] {
	const { name, unit, ours, peer, goal } = figure;
	const ratio = ratioOf(figure);
	const met = meets(figure);
	const theirs = peer === undefined ? '' : `${amount(median(peer.sample), unit)} (${peer.name})`;
	return [
		name,
		amount(median(ours), unit),
		theirs,
		ratio === undefined ? '' : `${shortNumber(ratio)} x`,
		`${goalText(goal, unit)}${met === false ? ', missed' : ''}`,
	];
}

const sameText = (texts: string[]): string[] => [...new Set(texts)];

/** What the README tells of the figures: one table, when and where they were measured, and a plot. */
export function figuresSection(results: Results): string {
	const all = Object.values(results);
	const rows = all.flatMap(({ figures }) => figures.map(cellsOf));
	const dates = sameText(all.map(({ date }) => date)).join(', ');
	const machines = sameText(all.map(({ machine }) => describeMachine(machine))).join('; ');
	return [
		`Measured on ${dates}: ${machines}. Medians; [the spread, the notes and the plots](test/bench/results/figures.md). To repeat: \`npm run bench\`.`,
		table(['Figure', 'These nodes', 'Peer or limit', 'Ratio', 'Goal'], rows),
		`![Each figure as a multiple of its peer, and the goal](test/bench/results/${RATIOS_FILE})`,
	].join('\n\n');
}

/**
 * The page with the figures between the marks.
 *
 * @throws Error when a mark is missing
 */
export function withFigures(page: string, section: string): string {
	const begin = page.indexOf(MARKS.begin);
	const end = page.indexOf(MARKS.end);
	if (begin < 0 || end < begin) throw new Error(`README.md lacks ${MARKS.begin} or ${MARKS.end}.`);
	return `${page.slice(0, begin)}${MARKS.begin}\n\n${section}\n\n${page.slice(end)}`;
}
