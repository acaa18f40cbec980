/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';

const root = join(__dirname, '../..');

const workflow = z.object({
	nodes: z.array(
		z.object({
			name: z.string(),
			type: z.string(),
			position: z.tuple([z.number(), z.number()]),
		}),
	),
	connections: z.record(z.object({ main: z.array(z.array(z.object({ node: z.string() }))) })),
});

const NOTE = 'n8n-nodes-base.stickyNote';

type Node = z.infer<typeof workflow>['nodes'][number];

/** The side of a node's box, and the room around the picture, in pixels. */
const SIDE = 96;
const MARGIN = { x: 52, top: 24, bottom: 58 };

/** How much closer together than on the canvas the nodes stand. */
const SCALE = 0.75;

/** A line of a node's name holds about so many characters. */
const LINE = 18;

/** Glyphs of our own for the nodes of n8n, on a square of 24. */
const GLYPHS: Readonly<Record<string, string>> = {
	'n8n-nodes-base.manualTrigger': 'M5 3l14 8-6 2-3 7z',
	'n8n-nodes-base.set': 'M4 20l1-5L16 4l4 4L9 19z',
	'n8n-nodes-base.splitOut': 'M4 12h6l6-7h4M10 12h10M10 12l6 7h4',
};
const ANY_GLYPH = 'M5 5h14v14H5z';

const STYLE = `
		.paper { fill: #f7f7f8 } .box { fill: #fff; stroke: #c3c4cc } .line { stroke: #8b8d99; fill: none }
		.tip { fill: #8b8d99 } .glyph { fill: none; stroke: #6b6d7a; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
		.name { fill: #1f2029; font: 500 13px system-ui, sans-serif; text-anchor: middle }
		.dark { display: none }
		@media (prefers-color-scheme: dark) {
			.paper { fill: #1d1e24 } .box { fill: #2b2c34; stroke: #50525e } .line { stroke: #8b8d99 } .name { fill: #ececf1 }
			.glyph { stroke: #b9bbc6 } .dark { display: inline } .light { display: none }
		}
	`;

const escape = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A node's name in lines, as the canvas wraps it. */
function lines(name: string): string[] {
	return name.split(' ').reduce<string[]>((done, word) => {
		const last = done.at(-1);
		if (last === undefined || last.length + word.length + 1 > LINE) return [...done, word];
		return [...done.slice(0, -1), `${last} ${word}`];
	}, []);
}

/** Our own icon, in the given theme, as a part of the picture. */
function ownIcon(x: number, y: number, theme: 'light' | 'dark'): string {
	const file = theme === 'dark' ? 'clip.dark.svg' : 'clip.svg';
	const svg = readFileSync(join(root, 'nodes/Clip', file), 'utf8').trim();
	return svg.replace('<svg', `<svg class="${theme}" x="${x}" y="${y}" width="48" height="48"`);
}

function icon({ type }: Node, x: number, y: number): string {
	const at: [number, number] = [x + SIDE / 2 - 24, y + SIDE / 2 - 24];
	if (type.startsWith('n8n-nodes-video-clipping.')) return ownIcon(...at, 'light') + ownIcon(...at, 'dark');
	return `<path class="glyph" transform="translate(${at[0]} ${at[1]}) scale(2)" d="${GLYPHS[type] ?? ANY_GLYPH}"/>`;
}

/** A trigger's box is round on the left. */
const box = (node: Node, x: number, y: number): string =>
	/[Tt]rigger$/.test(node.type)
		? `<path class="box" d="M${x + 36} ${y}h${SIDE - 44}a8 8 0 0 1 8 8v${SIDE - 16}a8 8 0 0 1-8 8h-${SIDE - 44}a36 36 0 0 1-36-36v-${SIDE - 72}a36 36 0 0 1 36-36z"/>`
		: `<rect class="box" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" rx="8"/>`;

/**
 * Draws a workflow as n8n's canvas shows it, for light and dark pages.
 *
 * @param file - an example's path below the project's folder
 * @returns an SVG
 */
export function drawWorkflow(file: string): string {
	const { nodes: all, connections } = workflow.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));
	// Notes would be too small to read in it.
	const nodes = all.filter(({ type }) => type !== NOTE);
	const left = Math.min(...nodes.map(({ position }) => position[0]));
	const top = Math.min(...nodes.map(({ position }) => position[1]));
	const placed = new Map(
		nodes.map((node) => {
			const [x, y] = node.position;
			return [node.name, { node, x: MARGIN.x + (x - left) * SCALE, y: MARGIN.top + (y - top) * SCALE }];
		}),
	);
	const boxes = [...placed.values()];
	const width = Math.max(...boxes.map(({ x }) => x)) + SIDE + MARGIN.x;
	const height = Math.max(...boxes.map(({ y }) => y)) + SIDE + MARGIN.bottom;
	const arrows = Object.entries(connections).flatMap(([from, { main }]) =>
		main.flat().map(({ node: to }) => {
			const [start, end] = [placed.get(from), placed.get(to)];
			if (start === undefined || end === undefined)
				throw new TypeError(`${file} connects ${from} with nothing.`);
			const [x1, y1, x2, y2] = [start.x + SIDE, start.y + SIDE / 2, end.x, end.y + SIDE / 2];
			const middle = (x1 + x2) / 2;
			return `<path class="line" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 8} ${y2}"/><path class="tip" d="M${x2 - 9} ${y2 - 5}l9 5-9 5z"/>`;
		}),
	);
	const drawn = boxes.map(({ node, x, y }) => {
		const name = lines(node.name).map(
			(line, index) =>
				`<text class="name" x="${x + SIDE / 2}" y="${y + SIDE + 20 + index * 17}">${escape(line)}</text>`,
		);
		return box(node, x, y) + icon(node, x, y) + name.join('');
	});
	const label = nodes.map(({ name }) => name).join(', ');
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A workflow on n8n's canvas: ${escape(label)}">
	<style>${STYLE}</style>
	<rect class="paper" width="${width}" height="${height}" rx="12"/>
	${[...arrows, ...drawn].join('\n\t')}
</svg>
`;
}
