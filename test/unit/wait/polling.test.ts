import { type Answer, EMPTY_ANSWERS_BELIEVED } from '../../../nodes/Clip/service/rules/answer';
import { nextStep, startWaiting, type WaitResult } from '../../../nodes/Clip/wait/rules/polling';
import { failure, read } from '../given/answers';

const POLICY = { pollInterval: 30_000, maxWait: 20 * 30_000 };
const PROCESSING = read('query', { code: 1000 });
const EMPTY = read('query', { code: 2000, videos: [] });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const UNREADABLE = read('query', { code: 9 });
const DOWN = read('query', '', 503);

/** Asks at the times that the policy gives, until it ends; the last answer repeats. */
function wait(answers: readonly Answer[]): { asked: number; seconds: number; result: WaitResult } {
	let state = startWaiting(1_000);
	for (let asked = 1, now = 1_000; asked < 1_000; asked += 1) {
		const answer = answers[Math.min(asked, answers.length) - 1];
		if (answer === undefined) break;
		const step = nextStep(state, answer, now, POLICY);
		if ('result' in step) return { asked, seconds: (now - 1_000) / 1_000, result: step.result };
		expect(step.askAt).toBe(now + POLICY.pollInterval);
		now = step.askAt;
		state = step.state;
	}
	throw new Error('the wait did not end');
}

describe('waiting for a project', () => {
	it('ends at once when there are clips', () => {
		expect(wait([READY])).toMatchObject({ asked: 1, result: { end: 'ready', project: { clipCount: 1 } } });
		expect(wait([PROCESSING, PROCESSING, READY])).toMatchObject({ asked: 3, result: { end: 'ready' } });
	});

	test.each([
		['a failed project', { code: 4002 }, 200],
		['a wrong key', '', 401],
		['an unknown refusal', { code: 4242 }, 200],
		['no minutes left', { code: 4007 }, 200],
		['a question that is not accepted', { code: 4006 }, 200],
	])('ends at once at %s', (_what, body, status) => {
		const answer = read('query', body, status);
		expect(wait([PROCESSING, answer])).toMatchObject({
			asked: 2,
			result: { end: 'failed', failure: answer },
		});
	});

	test.each<[string, Answer]>([
		['no connection', failure({ outcome: 'temporary', httpStatus: null })],
		['a server error', DOWN],
		['a page instead of an answer', read('query', '<html>')],
		['too many questions', read('query', { code: 4003 })],
		['too many questions, said by a gateway', read('query', '', 429)],
	])('rides out %s', (_what, answer) => {
		expect(wait([...Array.from({ length: 15 }, () => answer), READY])).toMatchObject({
			asked: 16,
			result: { end: 'ready' },
		});
	});

	it('gives a project without clips some grace before it is believed', () => {
		expect(wait([EMPTY])).toMatchObject({
			asked: EMPTY_ANSWERS_BELIEVED + 1,
			result: { end: 'ready', project: { clipCount: 0 } },
		});
		expect(wait([EMPTY, EMPTY, READY])).toMatchObject({
			asked: 3,
			result: { end: 'ready', project: { clipCount: 1 } },
		});
	});

	it('keeps the grace through failures, and begins it anew when the project is processed again', () => {
		expect(wait([EMPTY, DOWN, EMPTY, DOWN, EMPTY, EMPTY, EMPTY, PROCESSING])).toMatchObject({ asked: 7 });
		expect(wait([EMPTY, EMPTY, EMPTY, EMPTY, PROCESSING, EMPTY, READY])).toMatchObject({
			asked: 7,
			result: { project: { clipCount: 1 } },
		});
	});

	it('ends at answers in no known shape when they do not stop', () => {
		expect(wait([UNREADABLE])).toMatchObject({
			asked: 5,
			result: { end: 'failed', failure: { outcome: 'unreadable' } },
		});
		expect(
			wait([UNREADABLE, UNREADABLE, UNREADABLE, UNREADABLE, PROCESSING, UNREADABLE, READY]),
		).toMatchObject({
			asked: 7,
			result: { end: 'ready' },
		});
	});

	test.each([
		['nothing but processing', PROCESSING, null],
		['failures', DOWN, DOWN],
	])('ends at the limit after %s', (_what, answer, lastFailure) => {
		expect(wait([answer])).toEqual({
			asked: 21,
			seconds: 600,
			result: { end: 'timedOut', waitedMs: 600_000, lastFailure },
		});
	});

	it('takes clips, a final answer and "finished, no clips" at the limit for what they are', () => {
		const atTheEnd = (answer: Answer) =>
			wait([...Array.from({ length: 20 }, () => PROCESSING), answer]).result;
		expect(atTheEnd(READY)).toMatchObject({ end: 'ready', project: { clipCount: 1 } });
		expect(atTheEnd(EMPTY)).toMatchObject({ end: 'ready', project: { clipCount: 0 } });
		expect(atTheEnd(read('query', { code: 4002 }))).toMatchObject({ end: 'failed' });
	});
});
