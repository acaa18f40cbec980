/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarks } from '../../bench/list';
import { figuresSection, HEADLINES, withFigures } from '../../bench/report/readme';
import { cellsOf, figuresPage, ratioText, shortNumber, withUnit } from '../../bench/report/table';
import { readResults, resultsFolder } from '../../bench/results';
import { projectRoot } from '../../host';

const refresh = 'npm run bench -- --report';

test.each([
	[0, '0'],
	[16, '16'],
	[1_024, '1024'],
	[12_345, '12,300'],
	[2.0571, '2.06'],
	[0.333333, '0.333'],
	[61.4321, '61.4'],
	[981.9, '982'],
])('%d is written as %s', (value, text) => {
	expect(shortNumber(value)).toBe(text);
});

test.each([
	[1, 'places', '1 place'],
	[2, 'places', '2 places'],
	[1, 'files/s', '1 files/s'],
	[1, 's', '1 s'],
	[1, '', '1'],
])('%d with the unit "%s" is written as %s', (value, unit, text) => {
	expect(withUnit(value, unit)).toBe(text);
});

it('a row tells ours, its spread, the peer, the ratio, the goal and whether it is met', () => {
	const cells = cellsOf({
		name: 'reading',
		unit: 'ms',
		ours: [20, 22, 30],
		peer: { name: 'JSON.parse', sample: [11] },
		goal: { atMost: 3, of: 'ratio' },
	});
	expect(cells).toEqual(['reading', '22 ms', '20 to 30', 'JSON.parse', '11 ms', '2 x', 'at most 3 x', 'yes']);
});

it.each([
	[1.1025, 1.1, '1.103 x'],
	[1.0999, 1.1, '1.1 x'],
	[1.24, 1.1, '1.24 x'],
])('a ratio of %d, where at most %d is the goal, is written as %s', (ratio, atMost, text) => {
	const figure = { name: 'waiting', unit: 'ms', ours: [ratio], peer: { name: 'asking', sample: [1] } };
	expect(ratioText({ ...figure, goal: { atMost, of: 'ratio' } })).toBe(text);
});

describe('the kept figures', () => {
	it('are of benchmarks that exist', () => {
		expect(Object.keys(benchmarks)).toEqual(expect.arrayContaining(Object.keys(readResults())));
	});

	it('hold every figure that the page is to show', () => {
		const names = Object.values(readResults()).flatMap(({ figures }) => figures.map(({ name }) => name));
		expect(HEADLINES.filter((name) => !names.includes(name))).toEqual([]);
	});

	it(`are those of docs/performance.md (to refresh it: ${refresh})`, () => {
		const shown = readFileSync(join(projectRoot(), 'docs/performance.md'), 'utf8');
		expect(shown).toBe(withFigures(shown, figuresSection(readResults())));
	});

	it(`are those of their page, whose plots are there (to refresh them: ${refresh})`, () => {
		const page = readFileSync(join(resultsFolder, 'figures.md'), 'utf8');
		const plots = [...page.matchAll(/!\[.*?\]\((.*?)\)/g)].map(([, file = '']) => file);
		expect(plots.filter((file) => !existsSync(join(resultsFolder, file)))).toEqual([]);
		const withoutPlots = page.replace(/!\[.*?\]\(.*?\)\n\n?/g, '').trimEnd();
		expect(withoutPlots).toBe(figuresPage(readResults(), new Map()).trimEnd());
	});

	it('name no path of the machine that measured them', () => {
		for (const file of readdirSync(resultsFolder)) {
			const text = readFileSync(join(resultsFolder, file), 'utf8');
			expect(text).not.toMatch(/\/(home|work|Users|tmp|root)\//);
		}
	});
});
