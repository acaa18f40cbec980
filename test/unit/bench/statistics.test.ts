import type { Figure } from '../../bench/figure';
import { judge } from '../../bench/short';
import { hasRegressed, median, meets, ratioOf } from '../../bench/statistics';

const figure = (changes: Partial<Figure>): Figure => ({
	name: 'pace',
	unit: 'ms',
	ours: [10],
	goal: { atMost: 2, of: 'ratio' },
	...changes,
});

const against = (ours: number, theirs: number, changes: Partial<Figure> = {}) =>
	figure({ ours: [ours], peer: { name: 'peer', sample: [theirs] }, ...changes });

describe('the median', () => {
	test.each([
		[[3], 3],
		[[5, 1, 3], 3],
		[[4, 1, 3, 2], 2.5],
	])('of %j is %d', (sample, middle) => {
		expect(median(sample)).toBe(middle);
	});

	it('of nothing is an error', () => {
		expect(() => median([])).toThrow(RangeError);
	});
});

describe('a goal', () => {
	test.each<[Figure, boolean]>([
		[against(20, 10), true],
		[against(21, 10), false],
		[against(9, 10, { goal: { atLeast: 0.9, of: 'ratio' } }), true],
		[against(8, 10, { goal: { atLeast: 0.9, of: 'ratio' } }), false],
		[figure({ goal: { atMost: 10, of: 'absolute' } }), true],
		[figure({ goal: { atMost: 9, of: 'absolute' } }), false],
		[figure({ goal: { atLeast: 11, of: 'absolute' } }), false],
		[against(0, 0), true],
		[against(1, 0), false],
	])('is met or missed by the medians: %j', (each, met) => {
		expect(meets(each)).toBe(met);
	});

	it('of a ratio says nothing without a peer', () => {
		expect(meets(figure({}))).toBeUndefined();
		expect(ratioOf(figure({}))).toBeUndefined();
	});
});

describe('the guard of CI', () => {
	test.each<[string, Figure, boolean | undefined]>([
		['a ratio half worse than its goal', against(30, 10), false],
		['a ratio more than half worse', against(31, 10), true],
		['a pace half worse than its goal', against(60, 100, { goal: { atLeast: 0.9, of: 'ratio' } }), false],
		['a pace more than half worse', against(59, 100, { goal: { atLeast: 0.9, of: 'ratio' } }), true],
		['an absolute time, however bad', figure({ goal: { atMost: 1, of: 'absolute' } }), undefined],
		['a count at its goal', figure({ goal: { atMost: 10, of: 'absolute' }, slack: 1 }), false],
		['a count above its goal', figure({ goal: { atMost: 9, of: 'absolute' }, slack: 1 }), true],
		['a ratio of counts above its goal', against(21, 10, { slack: 1 }), true],
	])('judges %s', (_what, each, regressed) => {
		expect(hasRegressed(each)).toBe(regressed);
	});

	it('names what passed, tells all of what failed, and leaves out what it does not guard', () => {
		const bad = against(100, 10, { name: 'bad' });
		const unguarded = figure({ name: 'time', goal: { atMost: 1, of: 'absolute' } });
		const { passed, failed } = judge([against(10, 10), bad, unguarded]);
		expect(passed).toEqual(['pace']);
		expect(failed).toEqual(['bad, 100 ms, peer, 10 ms, 10 x, at most 2 x, no']);
	});
});
