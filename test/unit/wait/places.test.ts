import { sharedPlaces } from '../../../nodes/Clip/wait/rules/places';

describe('Shared places', () => {
	it('are bounded, and leave some to each other account', () => {
		const take = sharedPlaces(5, 2);
		const mine = Array.from({ length: 9 }, () => take('sick'));
		expect(mine.filter((place) => place !== null)).toHaveLength(5);
		const others = Array.from({ length: 9 }, () => take('healthy'));
		expect(others.filter((place) => place !== null)).toHaveLength(2);
		others[0]?.();
		expect(take('healthy')).not.toBeNull();
		expect(take('sick')).toBeNull();
		for (const leave of mine) leave?.();
		expect(take('sick')).not.toBeNull();
	});
});
