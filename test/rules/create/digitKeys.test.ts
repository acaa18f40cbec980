import {
	keysAt,
	keysOf,
	readDigits,
	decodeId,
	decodeTime,
	encodeId,
	encodeTime,
} from '../../../nodes/Clip/create/rules/digitKeys';

const IDS = [
	'0',
	'7',
	'007',
	'20417733',
	'9'.repeat(20),
	'1'.repeat(128),
	'a',
	'7a',
	'a7',
	'AZaz09-_',
	'_'.repeat(128),
];

describe('The ID of a project in digits', () => {
	it.each(IDS)('is read again: %s', (id) => {
		expect(encodeId(id)).toMatch(/^\d+$/);
		expect(decodeId(encodeId(id))).toBe(id);
	});

	it.each(IDS)('is none where a digit of it is lost or another one: %s', (id) => {
		const spelled = encodeId(id);
		expect(decodeId(spelled.slice(0, -1))).not.toBe(id);
		const wrong = Array.from(
			spelled,
			(digit, place) => spelled.slice(0, place) + String((Number(digit) + 1) % 10) + spelled.slice(place + 1),
		);
		expect(wrong.map(decodeId).filter((read) => read !== null)).toEqual([]);
	});

	const odd = ['20707', 'x0707', '0707x'];
	// The last two digits are right, but these are no letters of an ID.
	const noLetters = ['112356', '1919'];
	it.each([null, '', '0', '012', '2123', '19999', 'abc', ...odd, ...noLetters])(
		'is none in %j',
		(spelled) => {
			expect(decodeId(spelled)).toBeNull();
		},
	);

	it('has three more than an ID of digits, so that few are pushed out of the memory', () => {
		expect(encodeId('20417733')).toHaveLength(11);
	});
});

describe('A time in digits', () => {
	it.each([0, 1, Date.UTC(2026, 10, 26), 9_999_999_999_999])('is read again: %i', (at) => {
		expect(decodeTime(encodeTime(at))).toBe(at);
	});

	it.each([null, '', '123', '12345678901234'])('is none in %j', (digits) => {
		expect(decodeTime(digits)).toBeNull();
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

	it('is written so that its first digit is pushed out last', () => {
		expect(keysOf('k', '407')).toEqual(['k2.7', 'k1.0', 'k0.4']);
	});

	it('cannot be read where a place has two digits', () => {
		expect(reading([...keysOf('k', '4071'), ...keysOf('k', '41')], 8)).toBeNull();
	});
});
