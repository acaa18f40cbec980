import { exists, textOf } from '../package/project';

const [, section = ''] = /^## Promises\n([\s\S]*?)(?=^## )/m.exec(textOf('CONTRIBUTING.md')) ?? [];
const rows = section.split('\n').filter((line) => /^\| (?!---|.*\| Held by, among others \|$)/.test(line));

/** A file and the names of tests in it, as the rows have them. */
const HOLDING = /`(test\/[^`]+)`: ("[^"]+"(?:, "[^"]+")*)/g;

const named = rows.flatMap((row) =>
	[...row.matchAll(HOLDING)].flatMap(([, file = '', names = '']) =>
		[...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => [file, name] as const),
	),
);

describe('The tests that hold the promises', () => {
	it.each(named)('are there, in %s: %s', (file, name) => {
		expect(exists(file)).toBe(true);
		expect(textOf(file)).toContain(name);
	});

	it('are found in each row, each file with a name', () => {
		expect(rows).toHaveLength(8);
		const unread = rows.filter((row) => row.replace(HOLDING, '').includes('`'));
		expect([unread, rows.filter((row) => row.search(HOLDING) < 0)]).toEqual([[], []]);
	});
});
