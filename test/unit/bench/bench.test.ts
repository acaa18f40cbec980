import { countEffort } from '../../bench/canvas/count';
import { type Figure, median, meets, summarize } from '../../bench/figure';
import { benchmarks } from '../../bench/list';
import { ratioText, shortNumber, withFigures } from '../../bench/page';
import { plotOf } from '../../bench/plot';
import { readResults, withFresh } from '../../bench/results';
import { node } from '../../e2e/flows';
import { textOf } from '../package/project';

const against = (ours: number, theirs: number, atMost: number): Figure => ({
	name: 'pace',
	unit: 'ms',
	ours: summarize(ours),
	peer: { name: 'peer', ...summarize(theirs) },
	goal: { atMost, of: 'ratio' },
});

test.each([
	[[3], 3],
	[[5, 1, 3], 3],
	[[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (sample, middle) => {
	expect(median(sample)).toBe(middle);
});

test.each([
	[16, '16'],
	[12_345, '12,300'],
	[2.0571, '2.06'],
	[0.333333, '0.333'],
])('%d is written as %s', (value, text) => {
	expect(shortNumber(value)).toBe(text);
});

test.each([
	[20, 10, 2, '2x', true],
	[1.1025, 1, 1.1, '1.103x', false],
	[1.24, 1, 1.1, '1.24x', false],
	[1, 0, 1, '', undefined],
])(
	'%d beside %d, at most %d times as much, is written as "%s" and met: %s',
	(ours, theirs, atMost, text, met) => {
		const figure = against(ours, theirs, atMost);
		expect([ratioText(figure), meets(figure)]).toEqual([text, met]);
	},
);

test.each<[string, Record<string, unknown>, number]>([
	['two values', { url: 'https://a.example', method: 'POST' }, 2],
	['values in collections', { options: { response: { responseFormat: 'file' } } }, 1],
	['entries of a list', { rules: { values: [{ a: 1 }, { a: 2 }] } }, 2],
	[
		'of a condition both sides and how they are compared',
		{
			conditions: {
				options: { version: 3 },
				combinator: 'and',
				conditions: [
					{ id: 'c', leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'equals' } },
				],
			},
		},
		3,
	],
])('what a user fills in is counted: %s', (_what, parameters, filled) => {
	expect(countEffort([node('A', 'any', { parameters })])).toMatchObject({ nodes: 1, parameters: filled });
});

describe('the kept figures', () => {
	const [any] = readResults();

	it('are of benchmarks that exist', () => {
		expect(Object.keys(benchmarks)).toEqual(
			expect.arrayContaining(readResults().map(({ benchmark }) => benchmark)),
		);
	});

	it('give way to fresh ones of the same benchmark on the same Node, and to no others', () => {
		if (any === undefined) throw new TypeError('No figures are kept.');
		const on = (node: string, date: string) => ({ ...any, node, date });
		const [old, other, fresh] = [on('24.1.0', 'old'), on('20.20.2', 'old'), on('24.21.0', 'new')];
		expect(withFresh([old, other], [fresh])).toEqual([other, fresh]);
	});

	it('are those of docs/performance.md and its plot (to refresh them: npm run bench -- --report)', () => {
		const page = textOf('docs/performance.md');
		expect(page).toBe(withFigures(page, readResults()));
		expect(textOf('test/bench/ratios.svg')).toBe(plotOf(readResults()));
	});

	it('stand on a page of at most 600 words, numbers not counted', () => {
		const words = textOf('docs/performance.md').match(/[^\s|]*\p{L}{2}[^\s|]*/gu) ?? [];
		expect(words.length).toBeLessThanOrEqual(600);
	});
});
