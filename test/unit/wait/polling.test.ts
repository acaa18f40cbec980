import type { Answer } from '../../../nodes/Clip/service/rules/answer';
import { nextStep, startWaiting, type WaitResult } from '../../../nodes/Clip/wait/rules/polling';
import { failure, read } from '../given/answers';

const POLICY = { pollInterval: 30_000, maxWait: 20 * 30_000 };
const PROCESSING = read('query', { code: 1000 });
const EMPTY = read('query', { code: 2000, videos: [] });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const UNREADABLE = read('query', { code: 9 });
const DOWN = read('query', '', 503);

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

/** Asks at the times that the policy gives, until it ends; the last answer repeats. */
function wait(...answers: Answer[]): { asked: number; seconds: number; result: WaitResult } {
	let state = startWaiting(1_000);
	for (let asked = 1, now = 1_000; ; asked += 1) {
		const step = nextStep(state, answers[asked - 1] ?? answers.at(-1) ?? READY, now, POLICY);
		if ('result' in step) return { asked, seconds: (now - 1_000) / 1_000, result: step.result };
		expect(step.askAt).toBe(now + POLICY.pollInterval);
		now = step.askAt;
		state = step.state;
	}
}

/** A wait that ends with a ready project. */
const ready = (asked: number, clipCount: number) => ({
	asked,
	result: { end: 'ready', project: { clipCount } },
});

describe('waiting for a project', () => {
	it.each([
		['a failed project', { code: 4002 }, 200],
		['a wrong key', '', 401],
		['an unknown refusal', { code: 4242 }, 200],
		['no minutes left', { code: 4007 }, 200],
		['a question that is not accepted', { code: 4006 }, 200],
	])('ends at once at %s', (_what, body, status) => {
		const answer = read('query', body, status);
		const result = { end: 'failed', failure: answer };
		expect(wait(PROCESSING, answer)).toMatchObject({ asked: 2, result });
	});

	it.each<[string, Answer]>([
		['no connection', failure({ outcome: 'temporary', httpStatus: null })],
		['a server error', DOWN],
		['a page instead of an answer', read('query', '<html>')],
		['too many questions', read('query', { code: 4003 })],
		['too many questions, said by a gateway', read('query', '', 429)],
	])('rides out %s', (_what, answer) => {
		expect(wait(...times(15, answer), READY)).toMatchObject(ready(16, 1));
	});

	it.each<[string, Answer[], asked: number, clipCount: number]>([
		['at once when there are clips', [READY], 1, 1],
		['when there are clips', [PROCESSING, PROCESSING, READY], 3, 1],
		['without clips only after some grace', [EMPTY], 5, 0],
		['with clips that come within the grace', [...times(4, EMPTY), READY], 5, 1],
		[
			'after the grace, also through failures',
			[EMPTY, DOWN, EMPTY, DOWN, EMPTY, EMPTY, EMPTY, PROCESSING],
			7,
			0,
		],
		['after a new grace when it is processed again', [...times(4, EMPTY), PROCESSING, EMPTY, READY], 7, 1],
		['after some unreadable answers', [...times(4, UNREADABLE), PROCESSING, UNREADABLE, READY], 7, 1],
		['at the limit with clips', [...times(20, PROCESSING), READY], 21, 1],
		['at the limit without clips', [...times(20, PROCESSING), EMPTY], 21, 0],
	])('ends with a ready project %s', (_when, answers, asked, clipCount) => {
		expect(wait(...answers)).toMatchObject(ready(asked, clipCount));
	});

	it('ends at answers in no known shape when they do not stop', () => {
		expect(wait(UNREADABLE)).toMatchObject({ asked: 5, result: { end: 'failed', failure: UNREADABLE } });
	});

	it.each([
		['nothing but processing', PROCESSING, null],
		['failures', DOWN, DOWN],
	])('ends at the limit after %s', (_what, answer, lastFailure) => {
		const result = { end: 'timedOut', waitedMs: 600_000, lastFailure };
		expect(wait(answer)).toEqual({ asked: 21, seconds: 600, result });
	});

	it('takes a final answer at the limit for what it is', () => {
		const failed = read('query', { code: 4002 });
		expect(wait(...times(20, PROCESSING), failed).result).toEqual({ end: 'failed', failure: failed });
	});
});
