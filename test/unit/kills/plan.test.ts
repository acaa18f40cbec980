import { type Moment, planOf } from '../../kills/plan';

const momentsOf = (seed: number, count: number): Moment[] =>
	Array.from({ length: count }, (_, index) => planOf(seed, 'regular', index).moment);

describe('A planned kill', () => {
	it('is the same one for the same seed, whatever was planned before', () => {
		const [early, late] = [planOf(7, 'queue', 13), planOf(7, 'queue', 13)];
		expect({ ...early, random: early.random() }).toEqual({ ...late, random: late.random() });
	});

	it('is another one for another seed', () => {
		expect(momentsOf(1, 60)).not.toEqual(momentsOf(2, 60));
	});

	it.each([1, 2, 3])('hits a batch that is being submitted in 90 of 200 cases (seed %d)', (seed) => {
		const all = momentsOf(seed, 200);
		expect(all.filter((moment) => moment === 'submitting')).toHaveLength(90);
		expect(new Set(all)).toEqual(
			new Set(['submitting', 'retrying', 'heldBack', 'parking', 'parked', 'polling', 'resuming']),
		);
	});

	it('hits a batch that is being submitted in five of any first ten', () => {
		expect(momentsOf(11, 10).filter((moment) => moment === 'submitting')).toHaveLength(5);
	});

	it('hits a Retry only after a submission, which leaves something to retry', () => {
		const all = momentsOf(5, 200);
		for (const [index, moment] of all.entries()) {
			if (moment === 'retrying') expect(all[index - 1]).toBe('submitting');
		}
	});

	it('hits each process of queue mode, and all at once', () => {
		const hit = Array.from({ length: 60 }, (_, index) => planOf(3, 'queue', index).target);
		expect(new Set(hit)).toEqual(new Set(['main', 'worker', 'all']));
	});
});
