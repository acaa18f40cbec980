import { delayBeforeNextTry } from '../../../nodes/Clip/create/rules/nextTry';
import { type Answer, makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import { failure, read } from '../given/answers';

const MINUTE = 60_000;
const TRIES = Array.from({ length: 20 }, (_, index) => index + 1);

/** The pauses after each of {@link TRIES}, ten minutes apart. */
const pauses = (answer: Answer) =>
	TRIES.map((tries) => {
		const rateLimitedFor = (tries - 1) * 10 * MINUTE;
		return delayBeforeNextTry(answer, { failedTries: tries, rateLimitedFor, failedAt: 0 });
	});

const refusals = [-1000, 4001, 4002, 4004, 4005, 4006, 4007, 4008, 4009, 4010, 4242, 5003];
const statuses = [301, 400, 401, 403, 404, 408, 500, 502, 503, 504];

describe('the same submission', () => {
	it.each<[string, Answer]>([
		['it was accepted', read('create', { code: 2000, projectId: 5 })],
		['it was accepted without a project', read('create', { code: 2000 })],
		[
			'its answer was lost',
			makeFailedAnswerWithoutResponse('create', { reason: 'ECONNRESET', mayHaveArrived: true }),
		],
		['its answer is half', read('create', '{"code":4003')],
		['its answer is a page', read('create', '<html>')],
		[
			'n8n blocks it',
			makeFailedAnswerWithoutResponse('create', {
				reason: 'blocked',
				mayHaveArrived: false,
				hindrance: 'n8nRules',
			}),
		],
		[
			'its certificate is not trusted',
			makeFailedAnswerWithoutResponse('create', {
				reason: 'EXPIRED',
				mayHaveArrived: false,
				hindrance: 'certificate',
			}),
		],
		[
			'its credential cannot be used any more',
			makeFailedAnswerWithoutResponse('create', {
				reason: '',
				mayHaveArrived: false,
				hindrance: 'credential',
				credentialFault: 'changed',
			}),
		],
		['it got HTTP 429 and was accepted', read('create', { code: 2000, projectId: 5 }, 429)],
		[
			'it got an answer that may pass, from whoever it is',
			failure({ kind: 'temporary', fate: 'notCreated', httpStatus: 503 }),
		],
		['it was held back and names a project', read('create', { code: 4003, projectId: 5 })],
		...refusals.map((code): [string, Answer] => [`it was refused with ${code}`, read('create', { code })]),
		...statuses.map((status): [string, Answer] => [`it got HTTP ${status}`, read('create', '', status)]),
	])('never goes out again when %s', (_what, answer) => {
		expect(pauses(answer)).toEqual(TRIES.map(() => null));
	});

	it.each<[string, Answer]>([
		['by its code', read('create', { code: 4003 })],
		['by a gateway', read('create', 'slow down', 429)],
	])('goes out again for two hours, when it was held back %s', (_what, answer) => {
		const expected = TRIES.map((tries) => (tries > 12 ? null : tries > 1 ? MINUTE : 20_000));
		expect(pauses(answer)).toEqual(expected);
	});

	it('goes out again a few times when it never left this machine', () => {
		const answer = makeFailedAnswerWithoutResponse('create', {
			reason: 'ECONNREFUSED',
			mayHaveArrived: false,
		});
		expect(pauses(answer).slice(0, 4)).toEqual([5_000, 5_000, null, null]);
	});
});

it.each([
	['is believed when it asks for more patience than we have', 90_000, [90_000, 90_000, 90_000]],
	['does not hurry us', 7_000, [20_000, 40_000, MINUTE]],
	['is waited for', 119 * MINUTE, [119 * MINUTE, 119 * MINUTE, 119 * MINUTE]],
	['is not waited for beyond two hours', 120 * MINUTE, [120 * MINUTE, null, null]],
])('A gateway that says when to come back %s, with %i ms', (_what, wait, expected) => {
	const limited = failure({ kind: 'rateLimited', fate: 'notCreated', retryAt: 7 + wait });
	const after = (rateLimitedFor: number) =>
		delayBeforeNextTry(limited, { failedTries: 0, rateLimitedFor, failedAt: 7 });
	expect([0, 20_000, MINUTE].map(after)).toEqual(expected);
});

it('A clock that was set back does not let a refused submission go out at once', () => {
	const limited = failure({ kind: 'rateLimited', fate: 'notCreated' });
	const state = { failedTries: 0, rateLimitedFor: -60_000, failedAt: 0 };
	expect(delayBeforeNextTry(limited, state)).toBe(20_000);
});
