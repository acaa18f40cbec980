import {
	keysAt,
	keysOf,
	readDigits,
	readSpelledId,
	readTime,
	spellId,
	spellTime,
} from '../../../nodes/Clip/create/rules/spelling';

const IDS = ['0', '7', '007', '20417733', '9'.repeat(20), '1'.repeat(128), 'a', 'AZaz09-_', '_'.repeat(128)];

describe('The ID of a project in digits', () => {
	it.each(IDS)('is read again: %s', (id) => {
		expect(spellId(id)).toMatch(/^\d+$/);
		expect(readSpelledId(spellId(id))).toBe(id);
	});

	it.each(IDS)('is none where a digit of it is lost or another one: %s', (id) => {
		const spelled = spellId(id);
		expect(readSpelledId(spelled.slice(0, -1))).not.toBe(id);
		const wrong = Array.from(
			spelled,
			(digit, place) => spelled.slice(0, place) + String((Number(digit) + 1) % 10) + spelled.slice(place + 1),
		);
		expect(wrong.map(readSpelledId).filter((read) => read !== null)).toEqual([]);
	});

	it.each([null, '', '0', '012', '2123', '19999', 'abc'])('is none in %j', (spelled) => {
		expect(readSpelledId(spelled)).toBeNull();
	});
});

describe('A time in digits', () => {
	it.each([0, 1, Date.UTC(2026, 10, 26), 9_999_999_999_999])('is read again: %i', (at) => {
		expect(readTime(spellTime(at))).toBe(at);
	});

	it.each([null, '', '123', '12345678901234'])('is none in %j', (digits) => {
		expect(readTime(digits)).toBeNull();
	});
});

describe('What is spelled in keys', () => {
	const reading = (known: readonly string[], places: number) =>
		readDigits(keysAt('k', 0, places), (key) => known.includes(key));

	it('is read place by place, up to one without a digit', () => {
		expect(reading(keysOf('k', '4071'), 8)).toEqual({ digits: '4071', isWhole: true });
		expect(reading(keysOf('k', '4071'), 4)).toEqual({ digits: '4071', isWhole: false });
		expect(reading([], 4)).toEqual({ digits: '', isWhole: true });
	});

	it('cannot be read where a place has two digits', () => {
		expect(reading([...keysOf('k', '4071'), ...keysOf('k', '41')], 8)).toBeNull();
	});
});
