/** A cell's text as Markdown tables take it. */
const cellOf = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Prettier aligns the columns of a table that fits the width of a line; padding would be most of a wider one. */
const ALIGNED_UP_TO = 110;

/** A table, as Prettier writes tables. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const lines = [head, ...rows].map((cells) => cells.map(cellOf));
	const widest = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
	const isAligned = `| ${widest.map((width) => '-'.repeat(width)).join(' | ')} |`.length <= ALIGNED_UP_TO;
	const widths = isAligned ? widest : head.map(() => 0);
	const written = lines.map(
		(cells) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`,
	);
	const rule = `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`;
	return [...written.slice(0, 1), rule, ...written.slice(1)].join('\n');
}

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;

/** A page with a generated part between its marks. */
export function withPart(page: string, name: string, part: string): string {
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from < 0 || to < from) throw new Error(`The page lacks ${begin} or ${end}.`);
	return `${page.slice(0, from)}${begin}\n\n${part}\n\n${page.slice(to)}`;
}
