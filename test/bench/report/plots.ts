/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Curve, Figure } from '../figure';
import { type Results, resultsFolder } from '../results';
import { limitOf, meets, ratioOf } from '../statistics';

/** Where the plot of all ratios is. */
export const RATIOS_FILE = 'ratios.svg';

const config = {
	font: 'sans-serif',
	background: 'white',
	view: { stroke: null },
	axis: { labelFontSize: 12, titleFontSize: 12, labelLimit: 600, grid: true, gridColor: '#e5e5e5' },
	legend: { labelFontSize: 12, labelLimit: 500, orient: 'bottom', title: null },
	title: { fontSize: 14, anchor: 'start' },
};

const slug = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** Points that span more than two powers of ten are told apart on a logarithmic scale only. */
function scaleOf(values: readonly number[]): { type: string } {
	const [least, most] = [Math.min(...values), Math.max(...values)];
	return { type: least > 0 && most / least > 50 ? 'log' : 'linear' };
}

function curvesPlot(title: string, curves: readonly Curve[]): object {
	const values = curves.flatMap(({ name, points }) => points.map(({ x, y }) => ({ curve: name, x, y })));
	const [first] = curves;
	const axis = (field: 'x' | 'y', label: string) => ({
		field,
		type: 'quantitative',
		title: label,
		scale: scaleOf(values.map((point) => point[field])),
		axis: { format: field === 'x' ? '~s' : ',~r' },
	});
	return {
		width: 520,
		height: 260,
		title,
		config,
		data: { values },
		mark: { type: 'line', point: true },
		encoding: {
			x: axis('x', first?.xLabel ?? ''),
			y: axis('y', first?.yLabel ?? ''),
			color: { field: 'curve', type: 'nominal' },
		},
	};
}

interface Bar {
	figure: string;
	ratio: number;
	goal: number;
	met: string;
}

function barOf(figure: Figure): Bar[] {
	const ratio = ratioOf(figure);
	if (ratio === undefined || ratio <= 0 || figure.goal.of !== 'ratio') return [];
	const met = meets(figure) === true ? 'goal met' : 'goal missed';
	const better = 'atLeast' in figure.goal ? ' (more is better)' : '';
	return [{ figure: `${figure.name}${better}`, ratio, goal: limitOf(figure.goal), met }];
}

function ratiosPlot(bars: readonly Bar[]): object {
	const y = { field: 'figure', type: 'nominal', title: null, sort: null, axis: { labelLimit: 0 } };
	const scale = { type: 'log' };
	const mark = { type: 'bar', height: 12 };
	const met = { domain: ['goal met', 'goal missed'], range: ['#4c78a8', '#e45756'] };
	return {
		width: 380,
		height: { step: 24 },
		title: 'These nodes as a multiple of the peer (bar), and the goal (black line); less is better',
		config,
		data: { values: bars.map((bar) => ({ ...bar, peer: 1 })) },
		layer: [
			{
				mark,
				encoding: {
					y,
					x: { field: 'peer', type: 'quantitative', title: 'times the peer', scale },
					x2: { field: 'ratio' },
					color: { field: 'met', type: 'nominal', scale: met },
				},
			},
			{
				mark: { type: 'tick', color: 'black', thickness: 2, height: 18 },
				encoding: { y, x: { field: 'goal', type: 'quantitative', title: 'times the peer', scale } },
			},
		],
	};
}

function draw(file: string, specification: object): void {
	const drawn = spawnSync(process.execPath, [join(__dirname, 'svg.mjs')], {
		input: JSON.stringify(specification),
		encoding: 'utf8',
		maxBuffer: 16 * 1024 * 1024,
	});
	if (drawn.status !== 0) throw new Error(`${file} could not be drawn: ${drawn.stderr}`);
	writeFileSync(join(resultsFolder, file), drawn.stdout);
}

/**
 * Draws all plots into the folder of the results.
 *
 * @returns the file names by benchmark
 */
export function drawPlots(results: Results): Map<string, string[]> {
	const bars = Object.values(results).flatMap(({ figures }) => figures.flatMap(barOf));
	if (bars.length > 0) draw(RATIOS_FILE, ratiosPlot(bars));
	return new Map(
		Object.entries(results).map(([benchmark, { curves }]) => {
			const titles = [...new Set(curves.map(({ name, plot }) => plot ?? name))];
			const files = titles.map((title) => {
				const file = `${slug(`${benchmark} ${title}`)}.svg`;
				const together = curves.filter(({ name, plot }) => (plot ?? name) === title);
				draw(file, curvesPlot(title, together));
				return file;
			});
			return [benchmark, files];
		}),
	);
}
