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

/** Gives a sentence about a figure, or nothing where it was not measured yet. */
type Says = (name: string, words: (figure: Figure) => string) => string[];

const sayingOf = (results: readonly Measured[]): Says => {
	const figures = figuresByName(results);
	return (name, words) =>
		[figures.get(name)].flatMap((figure) => (figure === undefined ? [] : [`- ${words(figure)}`]));
};

/** What waiting costs, in sentences for users. */
function waitingSection(results: readonly Measured[]): string {
	const says = sayingOf(results);
	return [
		...says(
			'Slots held while 200 projects wait',
			({ ours, peer }) =>
				`**Slots:** while 200 projects wait, n8n runs ${withUnit(ours.median, 'executions')} for them, at most ${ours.most} for a moment; with **Keep It Running** there are ${peer?.median ?? 200}.`,
		),
		...says(
			'CPU per waiting project and minute',
			({ ours, peer }) =>
				`**CPU:** a waiting project takes ${withUnit(ours.median, 'ms')} a minute; 40, as many as one account has, take ${shortNumber((ours.median * 40) / 600)}% of a core. A loop of n8n's own nodes takes ${withUnit(peer?.median ?? NaN, 'ms')}.`,
		),
		...says(
			'CPU to start a wait',
			({ ours, peer }) =>
				`**To start** one takes ${withUnit(ours.median, 'ms')} of CPU, once; such a loop ${withUnit(peer?.median ?? NaN, 'ms')}, without a record of what was paid for.`,
		),
		...says(
			'Requests per waiting project and minute',
			({ ours }) => `**Requests:** ${shortNumber(ours.median)} a minute for each project.`,
		),
	].join('\n');
}

/** What a day takes, in sentences for users. */
function daySection(results: readonly Measured[]): string {
	const says = sayingOf(results);
	const beside = ({ peer }: Figure) =>
		peer === undefined ? '' : `; ${peer.name} ${withUnit(peer.median, 'ms')}`;
	return [
		...says(
			'CPU to submit a video of a batch',
			(figure) =>
				`**A batch:** each of 40 videos takes ${withUnit(figure.ours.median, 'ms')} of CPU to submit${beside(figure)}.`,
		),
		...says(
			'CPU of a call, 100 in a minute',
			(figure) =>
				`**Calls of the service:** under 100 in a minute, each takes ${withUnit(figure.ours.median, 'ms')} of CPU${beside(figure)}.`,
		),
		...says(
			'CPU of the recipe "Podcast to Approved Shorts" at rest, an hour',
			({ ours }) =>
				`**A recipe at rest:** while there is nothing to do, Podcast to Approved Shorts takes ${shortNumber(Math.round(ours.median * 24))} s of CPU in 24 hours.`,
		),
	].join('\n');
}

/**
 * The page with what the figures tell in its generated parts.
 *
 * @throws Error when a mark is missing
 */
export const withFigures = (page: string, results: readonly Measured[]): string =>
	withPart(
		withPart(withPart(page, 'waiting', waitingSection(results)), 'day', daySection(results)),
		'figures',
		figuresSection(results),
	);
