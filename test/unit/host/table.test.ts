import fc from 'fast-check';
import { displayWidth, fit, renderTable, type Column } from '../../host/table';

describe('the width of a text on a terminal', () => {
	it.each([
		['harbour', 7],
		['港の話', 6],
		['한국어', 6],
		['🎬 cut', 6],
		['👩‍👩‍👧 family', 9],
		['🇩🇪', 2],
		['cafe\u0301', 4],
		['❤️', 2],
		['שלום', 4],
	])('of %s is %i', (text, width) => {
		expect(displayWidth(text)).toBe(width);
	});
});

describe('a text that must fit', () => {
	it('is left alone when it does', () => {
		expect(fit('港の話', 6)).toBe('港の話');
	});

	it('is cut between whole symbols, never through a wide one', () => {
		expect(fit('港の話', 5)).toBe('港の…');
		expect(fit('港の話', 4)).toBe('港…');
		expect(fit('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
	});

	it('cannot break the line, move the cursor or turn the direction of the rest', () => {
		expect(fit('a\nb\tc\u001b[2Jd\u202ee', 40)).toBe('a b c [2Jd e');
	});

	it('never takes more cells than allowed, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
				expect(displayWidth(fit(text, width))).toBeLessThanOrEqual(width);
			}),
		);
	});
});

describe('a table', () => {
	const columns: Column[] = [
		{ title: 'name', align: 'left', limit: 6 },
		{ title: 'n', align: 'right', limit: 4 },
		{ title: 'title', align: 'left', limit: 100 },
	];

	it('aligns texts to the left and numbers to the right, counting cells and not characters', () => {
		const rows = [
			['tide', '9', 'one'],
			['港の', '10', '二つ 🎬'],
		];
		expect(renderTable(columns, rows, 40)).toEqual([
			'name   n  title',
			'────  ──  ───────',
			'tide   9  one',
			'港の  10  二つ 🎬',
		]);
	});

	it('cuts the last column where the line would be too long', () => {
		const lines = renderTable(columns, [['a much longer name', '1', 'a title that goes on and on']], 24);
		expect(lines[2]).toBe('a muc…  1  a title that…');
		expect(lines.every((line) => displayWidth(line) <= 24)).toBe(true);
	});

	it('has a heading even without rows', () => {
		expect(renderTable(columns, [], 40)).toEqual(['name  n  title', '────  ─  ─────']);
	});
});
