import { table, withPart } from '../docs/markdown';
import { type Figure, type Measured, meets, ratioOf } from './figure';
import { majorOf } from './results';

/** A number as people read it: three digits that count. */
export function shortNumber(value: number): string {
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

/** Ours, and beside it the peer's with the ratio of both. */
function valueText(figure: Figure): string {
	const { ours, peer, unit } = figure;
	if (peer === undefined) return withUnit(ours.median, unit);
	const ratio = ratioText(figure);
	return `${shortNumber(ours.median)} : ${withUnit(peer.median, unit)}${ratio === '' ? '' : ` = ${ratio}`}`;
}

/** What tells a figure on a terminal. */
export const cellsOf = (figure: Figure): string[] => [
	figure.name,
	valueText(figure),
	figure.peer?.name ?? '',
	goalText(figure),
];

/** The Nodes that figures were measured on, the newest first. */
const majorsOf = (results: readonly Measured[]): number[] =>
	[...new Set(results.flatMap(({ node }) => (node === undefined ? [] : [majorOf(node)])))].sort(
		(a, b) => b - a,
	);

/** Figures with the major version of the Node that they belong to; what depends on none stands with the newest. */
const placed = (results: readonly Measured[], newest: number) =>
	results.flatMap(({ node, figures }) =>
		figures.map((figure) => ({ figure, major: node === undefined ? newest : majorOf(node) })),
	);

/** The figures on the newest Node, by name; others only where there are none on it. */
export function figuresByName(results: readonly Measured[]): Map<string, Figure> {
	const [newest = 0] = majorsOf(results);
	const all = placed(results, newest).sort((a, b) => a.major - b.major);
	const names = [...new Set(results.flatMap(({ figures }) => figures.map(({ name }) => name)))];
	const last = new Map(all.map(({ figure }) => [figure.name, figure]));
	return new Map(
		names.flatMap((name) => [last.get(name)].flatMap((figure) => (figure ? [[name, figure]] : []))),
	);
}

/** Where and when each group was measured. */
function origin(results: readonly Measured[]): string {
	const placeOf = ({ machine, n8n }: Measured) => `${machine}, n8n ${n8n}`;
	const dayOf = ({ date, node }: Measured) => `${date}${node === undefined ? '' : `, Node ${node}`}`;
	const of = (place: string) => {
		const here = results.filter((one) => placeOf(one) === place);
		const days = [...new Set(here.map(dayOf))].map((day) => {
			const names = here.filter((one) => dayOf(one) === day).map(({ benchmark }) => benchmark);
			return `${names.join(', ')} (${day})`;
		});
		return `${place}: ${days.join(', ')}.`;
	};
	return [...new Set(results.map(placeOf))].map(of).join(' ');
}

/** The table of all figures. */
export function figuresSection(results: readonly Measured[]): string {
	const majors = majorsOf(results);
	const [newest = 0] = majors;
	const all = placed(results, newest);
	const rows = [...figuresByName(results).values()].map((figure) => [
		figure.name,
		figure.peer?.name ?? '',
		...majors.map((major) => {
			const here = all.find((one) => one.figure.name === figure.name && one.major === major);
			return here === undefined ? '' : valueText(here.figure);
		}),
		goalText(figure),
	]);
	const head = ['Figure', 'Compared with', ...majors.map((major) => `Node ${major}`), 'Goal, at most'];
	return [table(head, rows), `Measured: ${origin(results)}`].join('\n\n');
}

/** What waiting costs, in sentences for users. */
export function waitingSection(results: readonly Measured[]): string {
	const figures = figuresByName(results);
	const says = (name: string, words: (figure: Figure) => string) =>
		[figures.get(name)].flatMap((figure) => (figure === undefined ? [] : [`- ${words(figure)}`]));
	return [
		...says(
			'Slots held while 200 projects wait',
			({ ours, peer }) =>
				`**Slots:** while 200 projects wait, n8n runs ${withUnit(ours.median, 'executions')} for them, at most ${ours.most} for a moment; with **Keep It Running** there are ${peer?.median ?? 200}.`,
		),
		...says(
			"CPU per waiting project and minute, beside n8n's own floor",
			({ ours, peer }) =>
				`**CPU:** a waiting project takes ${withUnit(ours.median, 'ms')} a minute; 40, as many as one account has, take ${shortNumber((ours.median * 40) / 600)}% of a core. n8n's own floor is ${withUnit(peer?.median ?? NaN, 'ms')}.`,
		),
		...says(
			'CPU to start a wait, beside a loop',
			({ ours, peer }) =>
				`**To start** one takes ${withUnit(ours.median, 'ms')} of CPU, once; a loop of HTTP Request and Wait ${withUnit(peer?.median ?? NaN, 'ms')}, without a record of what was paid for.`,
		),
		...says(
			'Requests per waiting project and minute',
			({ ours }) => `**Requests:** ${shortNumber(ours.median)} a minute for each project.`,
		),
	].join('\n');
}

/**
 * The page with what the figures tell in its two generated parts.
 *
 * @throws Error when a mark is missing
 */
export const withFigures = (page: string, results: readonly Measured[]): string =>
	withPart(withPart(page, 'waiting', waitingSection(results)), 'figures', figuresSection(results));
