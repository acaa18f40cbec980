/** Characters that take two cells on a terminal: East Asian scripts and signs, and emoji that show as pictures. */
const wide =
	/^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\ufe0f)/u;

/** Characters that take no cell of their own: marks, joiners, formatting. */
const invisible = /^[\p{M}\p{Cf}\u115f\u3164]+$/u;

/** Line breaks, escape sequences and the signs that reverse the direction of text would break a table, or a terminal. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function symbolsOf(text: string): string[] {
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function widthOfSymbol(symbol: string): number {
	if (invisible.test(symbol)) return 0;
	return wide.test(symbol) ? 2 : 1;
}

/** How many cells of a terminal a text takes. */
export function displayWidth(text: string): number {
	return symbolsOf(text).reduce((sum, symbol) => sum + widthOfSymbol(symbol), 0);
}

/** The text on one line, cut so that it takes at most `width` cells; an ellipsis stands for what is missing. */
export function fit(text: string, width: number): string {
	const line = text.replace(unprintable, ' ');
	if (displayWidth(line) <= width) return line;
	let kept = '';
	let used = 0;
	for (const symbol of symbolsOf(line)) {
		used += widthOfSymbol(symbol);
		if (used > width - 1) break;
		kept += symbol;
	}
	return `${kept}…`;
}

/** A column of a table. */
export interface Column {
	title: string;
	/** Numbers go to the right. */
	align: 'left' | 'right';
	/** Longest text in cells; longer ones are cut. The last column takes what is left of the table's width instead. */
	limit: number;
}

const gap = '  ';

/**
 * Renders rows as lines with aligned columns and a heading.
 * @param width - Cells that a line may take.
 */
export function renderTable(columns: readonly Column[], rows: readonly string[][], width: number): string[] {
	let left = width;
	const cells = columns.map((column, index) => {
		const isLast = index === columns.length - 1;
		const limit = isLast ? Math.max(left, column.title.length) : column.limit;
		const texts = [column.title, ...rows.map((row) => fit(row[index] ?? '', limit))];
		const widest = Math.max(...texts.map(displayWidth));
		left -= widest + gap.length;
		return texts.map((text) => {
			const space = ' '.repeat(widest - displayWidth(text));
			return column.align === 'right' ? space + text : text + space;
		});
	});
	const rule = cells.map((texts) => '─'.repeat(displayWidth(texts[0] ?? '')));
	const line = (parts: string[]) => parts.join(gap).trimEnd();
	const lines = ['', ...rows].map((_row, index) => line(cells.map((texts) => texts[index] ?? '')));
	return [lines[0] ?? '', line(rule), ...lines.slice(1)];
}
