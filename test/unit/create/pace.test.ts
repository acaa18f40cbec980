import {
	reserve,
	release,
	fittingSubmissions,
	recentMoments,
	nextSubmissionAt,
	paceOf,
} from '../../../nodes/Clip/create/pace';

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
	expect(nextSubmissionAt(moments, { submissionsPerMinute }, now)).toBe(at);
});

describe('A batch', () => {
	const policies = (count: number, maxRateLimitWait: number, submissionsPerMinute = 3) =>
		Array.from({ length: count }, () => ({ submissionsPerMinute, maxRateLimitWait }));
	const afterHalf = fullHour.slice(1).map((at) => at + 30 * MINUTE);

	it.each([
		['what a minute holds, where nothing may wait', 9, 0, [], 0, 3],
		['twice as many within a minute', 9, MINUTE, [], 0, 6],
		['what two hours hold within 75 minutes', 99, 75 * MINUTE, [], 0, 40],
		['all of it, where it has no more', 5, 75 * MINUTE, [], 0, 5],
		['what the last hour has left', 5, 20 * MINUTE, afterHalf, 0, 1],
		['nothing while the service takes no more', 5, MINUTE, [], HOUR + 2 * MINUTE, 0],
	])('fits with %s', (_what, count, wait, moments, earliest, fits) => {
		expect(fittingSubmissions(moments, policies(count, wait), HOUR, earliest).count).toBe(fits);
	});

	it('says when the first that does not fit could go out, at the pace of its own options', () => {
		expect(fittingSubmissions([], policies(4, 0), HOUR, 0)).toEqual({ count: 3, nextAt: HOUR + MINUTE });
		expect(fittingSubmissions([], policies(600, 0, 600), HOUR, 0).count).toBe(600);
	});
});

describe('The pace of an account', () => {
	const policy = { submissionsPerMinute: 1, maxRateLimitWait: 0 };

	it('holds for all who ask, until a submission is older than an hour', () => {
		expect(reserve(paceOf('asked by all'), policy, 1)).toEqual({ at: 1 });
		expect(recentMoments(paceOf('asked by all'), HOUR)).toEqual([1]);
		expect(recentMoments(paceOf('asked by all'), HOUR + 1)).toEqual([]);
	});

	it('does not count what was refused, and lets nobody go while the service takes no more', () => {
		const pace = paceOf('refused');
		const sent = reserve(pace, policy, 0);
		if (typeof sent === 'number') throw new TypeError('The first one may go out.');
		release(pace, sent);
		expect(recentMoments(pace, 1)).toEqual([]);
		pace.closedUntil = 2 * MINUTE;
		expect(reserve(pace, policy, 1)).toBe(2 * MINUTE);
	});
});
