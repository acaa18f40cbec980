import { reserveSlot, releaseSlot, lastSlotAt, nextSlotAt, paceOf } from '../../../nodes/Clip/create/pace';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** As many submissions as an hour may hold, one in each minute. */
const fullHour = Array.from({ length: 20 }, (_, index) => index * MINUTE);

it.each([
	['at once while the minute holds less than allowed', [1, 2], 3, 5, 5],
	['when the first of the last ones is a minute old', [1, 2, 3, 4], 3, 5, 2 + MINUTE],
	['at once after a minute', [1, 2, 3], 3, 3 * MINUTE, 3 * MINUTE],
	['when the hour has room', fullHour, 3, 30 * MINUTE, HOUR],
	['at once where nobody knows the limit of the hour', fullHour, 4, 30 * MINUTE, 30 * MINUTE],
])('The next submission goes out %s', (_when, moments, submissionsPerMinute, now, at) => {
	expect(nextSlotAt(moments, submissionsPerMinute, now)).toBe(at);
});

describe('The last of a batch goes out', () => {
	const last = (count: number, at: number[] = [], closedUntil = 0) => {
		const pace = { reserved: at.map((one) => ({ at: one })), closedUntil };
		return lastSlotAt(pace, Array<number>(count).fill(3), HOUR);
	};

	it.each([
		['at once where all fit', 3, HOUR],
		['a minute later for each three', 7, HOUR + 2 * MINUTE],
		['in the next hour beyond twenty', 21, 2 * HOUR],
	])('%s', (_when, count, at) => expect(last(count)).toBe(at));

	it('later where others were sent before, or the service takes no more', () => {
		expect(last(1, [HOUR - 1, HOUR - 1, HOUR - 1])).toBe(HOUR - 1 + MINUTE);
		expect(last(3, [], 2 * HOUR)).toBe(2 * HOUR);
	});
});

describe('The pace of an account', () => {
	it('holds for all who ask, until a submission is older than an hour', () => {
		reserveSlot(paceOf('asked by all', 1), 1);
		expect(paceOf('asked by all', HOUR).reserved).toEqual([{ at: 1 }]);
		expect(paceOf('asked by all', HOUR + 1).reserved).toEqual([]);
	});

	it('counts what was before a clock was set back as just sent', () => {
		reserveSlot(paceOf('set back', 5 * HOUR), 5 * HOUR);
		expect(lastSlotAt(paceOf('set back', HOUR), [1], HOUR)).toBe(HOUR + MINUTE);
	});

	it('does not stay closed for more than an hour where a clock was set back', () => {
		const account = 'closed before the clock was set back';
		paceOf(account, 24 * HOUR).closedUntil = 25 * HOUR;
		expect(lastSlotAt(paceOf(account, 0), [1], 0)).toBe(HOUR);
	});

	it('does not count what was refused, and lets nobody go while the service takes no more', () => {
		const pace = paceOf('refused', 0);
		const sent = reserveSlot(pace, 0);
		releaseSlot(pace, sent);
		expect(pace.reserved).toEqual([]);
		pace.closedUntil = 2 * MINUTE;
		expect(lastSlotAt(pace, [1], 1)).toBe(2 * MINUTE);
	});
});
