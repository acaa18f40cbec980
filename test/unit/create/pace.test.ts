import { countIn, countOut, momentsOf, paceOf } from '../../../nodes/Clip/create/pace';
import { fittingSubmissions, nextSubmissionAt } from '../../../nodes/Clip/create/rules/pace';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the pace of submissions', () => {
	const policy = { submissionsPerMinute: 3 };

	it('is free as long as the minute holds less than allowed', () => {
		expect(nextSubmissionAt([], policy, 5)).toBe(5);
		expect(nextSubmissionAt([1, 2], policy, 5)).toBe(5);
	});

	it('holds the next one back until the hour has room, where the minute is as published', () => {
		const hour = Array.from({ length: 20 }, (_, index) => index * MINUTE);
		expect(nextSubmissionAt(hour, policy, 30 * MINUTE)).toBe(HOUR);
		expect(nextSubmissionAt(hour, { submissionsPerMinute: 4 }, 30 * MINUTE)).toBe(30 * MINUTE);
	});

	it('holds the next one back until the first of the last ones is a minute old', () => {
		expect(nextSubmissionAt([1, 2, 3], policy, 5)).toBe(1 + MINUTE);
		expect(nextSubmissionAt([1, 2, 3, 4], policy, 5)).toBe(2 + MINUTE);
		expect(nextSubmissionAt([1, 2, 3], policy, 3 * MINUTE)).toBe(3 * MINUTE);
	});
});

describe('A batch', () => {
	const policies = (count: number, maxRateLimitWait: number, submissionsPerMinute = 3) =>
		Array.from({ length: count }, () => ({ submissionsPerMinute, maxRateLimitWait }));
	const fitting = (count: number, wait: number, moments: number[] = [], earliest = 0) =>
		fittingSubmissions(moments, policies(count, wait), HOUR, earliest).count;

	it.each([
		['what a minute holds, where nothing may wait', 9, 0, 3],
		['twice as many within a minute', 9, MINUTE, 6],
		['what two hours hold within 75 minutes', 99, 75 * MINUTE, 40],
		['all of it, where it has no more', 5, 75 * MINUTE, 5],
	])('fits with %s', (_what, count, wait, fits) => {
		expect(fitting(count, wait)).toBe(fits);
	});

	it('counts what was sent within the last hour, and until when the service takes no more', () => {
		const sent = Array.from({ length: 19 }, (_, index) => 30 * MINUTE + index * MINUTE);
		expect(fitting(5, 20 * MINUTE, sent)).toBe(1);
		expect(fitting(5, MINUTE, [], HOUR + 2 * MINUTE)).toBe(0);
	});

	it('says when the first that does not fit could go out', () => {
		expect(fittingSubmissions([], policies(4, 0), HOUR, 0)).toEqual({ count: 3, nextAt: HOUR + MINUTE });
	});

	it('has the pace of its own options', () => {
		expect(fittingSubmissions([], policies(600, 0, 600), HOUR, 0).count).toBe(600);
	});
});

describe('The pace of an account', () => {
	const policy = { submissionsPerMinute: 3, maxRateLimitWait: 0 };

	it('holds for all who ask, and says when the next may go out', () => {
		const pace = paceOf('asked by all');
		expect(pace).toBe(paceOf('asked by all'));
		for (const now of [0, 1, 2]) expect(countIn(pace, policy, now)).toEqual({ at: now });
		expect(countIn(pace, policy, 3)).toBe(MINUTE);
		expect(countIn(paceOf('another'), policy, 3)).toEqual({ at: 3 });
	});

	it('does not count what was refused, and lets nobody go while the service takes no more', () => {
		const pace = paceOf('refused');
		const sent = countIn(pace, { ...policy, submissionsPerMinute: 1 }, 0);
		if (typeof sent === 'number') throw new TypeError('The first one may go out.');
		countOut(pace, sent);
		expect(momentsOf(pace, 1)).toEqual([]);
		pace.closedUntil = 2 * MINUTE;
		expect(countIn(pace, policy, 1)).toBe(2 * MINUTE);
	});

	it('forgets what is older than an hour', () => {
		const pace = paceOf('old');
		countIn(pace, policy, 0);
		expect(momentsOf(pace, HOUR)).toEqual([]);
	});
});
