import { type Answer, noAnswer } from '../../../nodes/Clip/service/rules/answer';
import { pauseBeforeResubmitting } from '../../../nodes/Clip/create/rules/resubmission';
import { failure, read } from '../given/answers';

const TRIES = Array.from({ length: 30 }, (_, index) => index + 1);
const MINUTE = 60_000;
const pauses = (answer: Answer) =>
	TRIES.map((tries) =>
		pauseBeforeResubmitting(
			answer,
			{ tries, triedFor: (tries - 1) * MINUTE },
			{ maxRateLimitWait: 11 * MINUTE },
		),
	);

describe('the same submission', () => {
	test.each<[string, Answer]>([
		['it was accepted', read('create', { code: 2000, projectId: 5 })],
		['it was accepted without a project', read('create', { code: 2000 })],
		['its answer was lost', noAnswer('create', 'ECONNRESET', true)],
		['its answer is half', read('create', '{"code":4003')],
		['its answer is a page', read('create', '<html>')],
		['its answer has an unknown code', read('create', { code: 5003 })],
		...[500, 502, 503, 504, 408].map((status): [string, Answer] => [
			`it got HTTP ${status}`,
			read('create', '', status),
		]),
		['it got HTTP 429 and was accepted', read('create', { code: 2000, projectId: 5 }, 429)],
		...[-1000, 4001, 4002, 4004, 4005, 4006, 4007, 4008, 4009, 4010, 4242].map((code): [string, Answer] => [
			`it was refused with ${code}`,
			read('create', { code }),
		]),
		...[301, 400, 401, 403, 404].map((status): [string, Answer] => [
			`it got HTTP ${status}`,
			read('create', '', status),
		]),
	])('never goes out again when %s', (_what, answer) => {
		expect(pauses(answer)).toEqual(TRIES.map(() => null));
	});

	test.each<[string, Answer]>([
		['by its code', read('create', { code: 4003 })],
		['by a gateway', read('create', 'slow down', 429)],
	])(
		'goes out again, ever later and not for ever, when the rate limit turned it away %s',
		(_what, answer) => {
			expect(pauses(answer).slice(0, 11)).toEqual([
				20_000,
				40_000,
				...Array.from({ length: 9 }, () => 60_000),
			]);
			expect(pauses(answer).slice(11)).toEqual(TRIES.slice(11).map(() => null));
		},
	);

	it('goes out again a few times when it never left this machine', () => {
		expect(pauses(noAnswer('create', 'ECONNREFUSED', false)).slice(0, 4)).toEqual([5_000, 5_000, null, null]);
	});
});

describe('a gateway that says when to come back', () => {
	const limited = (retryAfterMs: number) => failure({ outcome: 'rateLimited', retryAfterMs });
	const policy = { maxRateLimitWait: 5 * MINUTE };

	it('is believed when it asks for more patience than we have', () => {
		expect(pauseBeforeResubmitting(limited(90_000), { tries: 4, triedFor: 0 }, policy)).toBe(90_000);
	});

	it.each([0, 1, 7_000])('does not hurry us by asking for %i ms', (retryAfterMs) => {
		const pauseAfter = (tries: number) =>
			pauseBeforeResubmitting(limited(retryAfterMs), { tries, triedFor: 0 }, policy);
		expect([1, 2, 3, 4].map(pauseAfter)).toEqual([20_000, 40_000, MINUTE, MINUTE]);
	});

	it('is not waited for beyond the limit of the user', () => {
		expect(pauseBeforeResubmitting(limited(6 * MINUTE), { tries: 1, triedFor: 0 }, policy)).toBeNull();
	});
});
