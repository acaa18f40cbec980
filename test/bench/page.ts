import { SUBMISSION_LIMITS } from '../../nodes/Clip/lib/limits';
import { table, withPart } from '../docs/markdown';
import { type Figure, type Measured, meets, ratioOf } from './figure';
import { majorOf } from './results';

/** A number as people read it: three digits that count. */
function shortNumber(value: number): string {
	if (Number.isInteger(value) && Math.abs(value) < 10_000) return String(value);
	return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

/** A number with its unit; one node, not one nodes. */
const withUnit = (value: number, unit: string): string =>
	`${shortNumber(value)} ${value === 1 ? unit.replace(/^([a-z]{3,})s$/, '$1') : unit}`;

/** A ratio; where the goal is missed by less than three digits show, with as many as show it. */
export function ratioText(figure: Figure): string {
	const ratio = ratioOf(figure);
	if (ratio === undefined) return '';
	const { goal } = figure;
	const hides =
		goal?.of === 'ratio' && ratio > goal.atMost && shortNumber(ratio) === shortNumber(goal.atMost);
	return `${hides ? ratio.toPrecision(4) : shortNumber(ratio)}x`;
}

function goalText(figure: Figure): string {
	const { goal, unit } = figure;
	if (goal === undefined) return '';
	const limit = goal.of === 'ratio' ? `${shortNumber(goal.atMost)}x` : withUnit(goal.atMost, unit);
	return `${limit}${meets(figure) === false ? ', missed' : ''}`;
}

/** A row of the table: the figure, ours, how many times the other side that is, and the goal. */
export function cellsOf(figure: Figure): string[] {
	const { name, unit, ours, peer } = figure;
	const beside = peer === undefined ? '' : `${ratioText(figure)} ${peer.name}`.trim();
	return [name, withUnit(ours.median, unit), beside, goalText(figure)];
}

/** The figures by name, in their order. One that was measured on several Nodes has the older ones in its name. */
export function figuresByName(results: readonly Measured[]): Map<string, Figure> {
	const newest = Math.max(...results.map(({ node }) => majorOf(node ?? '')));
	return new Map(
		results.flatMap(({ node, figures }) =>
			figures.map((figure) => {
				const major = node === undefined ? newest : majorOf(node);
				const name = major === newest ? figure.name : `${figure.name}, Node ${major}`;
				return [name, { ...figure, name }];
			}),
		),
	);
}

/** The table of all figures. */
function figuresSection(results: readonly Measured[]): string {
	const rows = [...figuresByName(results).values()].map(cellsOf);
	const days = results.map(({ date }) => date).sort();
	const machines = [...new Set(results.map(({ machine, n8n }) => `${machine}, n8n ${n8n}`))];
	return [
		table(['Figure', 'These nodes', 'Beside', 'Goal, at most'], rows),
		`${machines.join('; ')}; ${days[0] ?? ''} to ${days.at(-1) ?? ''}.`,
	].join('\n\n');
}

/** The three figures that a user asks for, in sentences. */
function threeSection(results: readonly Measured[]): string {
	const figures = figuresByName(results);
	const ofOurs = (name: string) => figures.get(name)?.ours.median ?? NaN;
	const { perHour } = SUBMISSION_LIMITS;
	const cpu = Math.round((ofOurs('CPU per waiting project and minute') * 40) / 600);
	const slots = withUnit(ofOurs('Slots held while 200 projects wait'), 'executions');
	const memory = Math.round(ofOurs('Download of 1 GB: extra memory'));
	return [
		`- **Waiting:** while 200 projects wait, n8n runs ${slots} for them. 40 waits take ${cpu}% of a core.`,
		`- **Files:** a download of 1 GB to the disk needs ${memory} MB of memory.`,
		`- **A day:** ${perHour * 24} videos with each account, since the service takes ${perHour} an hour.`,
	].join('\n');
}

/**
 * The page of all figures with what was measured.
 *
 * @throws Error when a mark is missing
 */
export const withFigures = (page: string, results: readonly Measured[]): string =>
	withPart(page, 'figures', figuresSection(results));

/**
 * The page for users with the three figures.
 *
 * @throws Error when a mark is missing
 */
export const withThree = (page: string, results: readonly Measured[]): string =>
	withPart(page, 'three', threeSection(results));
