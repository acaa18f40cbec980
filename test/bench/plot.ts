import type { Measured } from './figure';
import { meets, ratioOf } from './figure';
import { figuresByName, ratioText } from './page';

/** From a tenth of the peer to ten times as much, each power of ten as wide as the other. */
const ends = { least: 0.1, most: 10 };
const [labels, width, step] = [390, 380, 22];

const x = (ratio: number): number => {
	const within = Math.min(ends.most, Math.max(ends.least, ratio));
	return Math.round(labels + (Math.log10(within / ends.least) / Math.log10(ends.most / ends.least)) * width);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A plot of each figure as a multiple of its peer (bar), with its goal (black tick), as SVG. */
export function plotOf(results: readonly Measured[]): string {
	const bars = [...figuresByName(results).values()].flatMap((figure) => {
		const ratio = ratioOf(figure);
		return ratio === undefined || ratio === 0 ? [] : [{ figure, ratio }];
	});
	const height = 44 + bars.length * step;
	const rows = bars.flatMap(({ figure, ratio }, index) => {
		const y = 30 + index * step;
		const [left, right] = [Math.min(x(1), x(ratio)), Math.max(x(1), x(ratio))];
		const { goal } = figure;
		return [
			`<text x="${labels - 8}" y="${y + 12}" text-anchor="end">${escaped(figure.name)}</text>`,
			`<rect x="${left}" y="${y}" width="${Math.max(1, right - left)}" height="15" fill="${meets(figure) === false ? '#e45756' : '#4c78a8'}"/>`,
			...(goal?.of === 'ratio'
				? [`<rect x="${x(goal.atMost) - 1}" y="${y - 2}" width="2" height="19"/>`]
				: []),
			`<text x="${labels + width + 8}" y="${y + 12}">${ratioText(figure)}</text>`,
		];
	});
	const grid = [0.1, 1, 10].flatMap((at) => [
		`<line x1="${x(at)}" x2="${x(at)}" y1="24" y2="${height - 18}" stroke="#bbb"/>`,
		`<text x="${x(at)}" y="${height - 4}" text-anchor="middle">${at} x</text>`,
	]);
	const size = `width="${labels + width + 80}" height="${height}"`;
	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">`,
		`<rect ${size} fill="white"/>`,
		'<text x="8" y="16" font-size="14">These nodes as a multiple of the other side (bar), and the goal (black); less is better</text>',
		...grid,
		...rows,
		'</svg>',
	].join('\n')}\n`;
}
