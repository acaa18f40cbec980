import { type Answer, noAnswer } from '../../../nodes/Clip/service/rules/answer';
import { nextStep, initialState, type WaitResult, waitState } from '../../../nodes/Clip/wait/rules/polling';
import { failure, read } from '../given/answers';

const POLICY = { pollInterval: 30_000, maxWait: 20 * 30_000 };
const PROCESSING = read('query', { code: 1000 });
const EMPTY = read('query', { code: 2000, videos: [] });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const UNREADABLE = read('query', { code: 9 });
const DOWN = read('query', '', 503);
const NO_CREDENTIAL = noAnswer('query', 'gone', false, '7', 'credential');

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

/** Asks at the times that the policy gives, until it ends; the last answer repeats. */
const wait = (...answers: Answer[]) => waitFor(false, ...answers);

function waitFor(
	isExpected: boolean,
	...answers: Answer[]
): { asked: number; seconds: number; result: WaitResult } {
	let state = initialState(1_000, isExpected);
	for (let asked = 1, now = 1_000; ; asked += 1) {
		const step = nextStep(state, answers[asked - 1] ?? answers.at(-1) ?? READY, now, POLICY);
		if ('result' in step) return { asked, seconds: (now - 1_000) / 1_000, result: step.result };
		now = step.askAt;
		state = step.state;
	}
}

/** A wait that ends with a ready project. */
const ready = (asked: number, clipCount: number) => ({
	asked,
	result: { kind: 'ready', project: { clipCount } },
});

describe('waiting for a project', () => {
	it.each([
		['a failed project', { code: 4002 }, 200],
		['a wrong key', { code: 4001 }, 401],
		['an unknown refusal', { code: 4242 }, 200],
		['no minutes left', { code: 4007 }, 200],
		['a question that is not accepted', { code: 4006 }, 200],
	])('ends at once at %s', (_what, body, status) => {
		const answer = read('query', body, status);
		const result = { kind: 'failed', failure: answer };
		expect(wait(PROCESSING, answer)).toMatchObject({ asked: 2, result });
	});

	it.each<[string, Answer]>([
		['no connection', failure({ kind: 'temporary', httpStatus: null })],
		['a server error', DOWN],
		['a page instead of an answer', read('query', '<html>')],
		['too many questions', read('query', { code: 4003 })],
		['too many questions, said by a gateway', read('query', '', 429)],
	])('rides out %s', (_what, answer) => {
		for (const isExpected of [false, true])
			expect(waitFor(isExpected, ...times(15, answer), READY)).toMatchObject(ready(16, 1));
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

	/** Refusals of servers in front of the service: pages, JSON without a code, or with a code that is none of the service's. */
	const inFront: Array<[string, Answer]> = [
		...[401, 402, 403].map((status): [string, Answer] => [
			`a page with ${status}`,
			read('query', '<p>', status),
		]),
		...[400, 404, 422].map((status): [string, Answer] => [
			`JSON with ${status}`,
			read('query', '{}', status),
		]),
		['a word as code', read('query', { code: 'AccessDenied' }, 403)],
		['another code', read('query', { code: 40101 }, 401)],
		['a redirect', read('query', '', 302)],
		['an untrusted certificate', noAnswer('query', 'CERT_HAS_EXPIRED', false, '7', 'certificate')],
		['rules of n8n', noAnswer('query', 'no', false, '7', 'policy')],
	];

	it.each(inFront)('ends at once at %s as the first answer', (_what, answer) => {
		const result = { kind: 'failed', failure: answer };
		expect(wait(answer)).toMatchObject({ asked: 1, result });
		// What passes by itself is no answer of the service.
		expect(wait(DOWN, answer)).toMatchObject({ asked: 2, result });
	});

	it.each(inFront)('rides out %s once the service has answered, up to five in a row', (_what, answer) => {
		const result = { kind: 'failed', failure: answer };
		expect(waitFor(true, ...times(4, answer), READY)).toMatchObject(ready(5, 1));
		expect(waitFor(true, answer)).toMatchObject({ asked: 5, result });
		const broken = [...times(4, answer), PROCESSING, ...times(4, answer), DOWN, ...times(4, answer), READY];
		expect(wait(PROCESSING, ...broken)).toMatchObject(ready(16, 1));
		expect(wait(read('query', { code: 4003 }), ...times(4, answer), READY)).toMatchObject(ready(6, 1));
	});

	it('counts all answers that bring it no further together', () => {
		const [page, json] = [read('query', '', 403), read('query', '{}', 404)];
		const mixed = [page, UNREADABLE, NO_CREDENTIAL, json, page];
		expect(waitFor(true, ...mixed)).toMatchObject({ asked: 5, result: { kind: 'failed', failure: page } });
	});

	it('ends soon without the host, unless it was there before', () => {
		const away = noAnswer('query', 'why', false, '7', 'host');
		expect(wait(away).asked).toBe(5);
		const result = { kind: 'timedOut', lastFailure: away };
		expect(waitFor(true, away)).toMatchObject({ asked: 21, result });
		expect(wait(PROCESSING, ...times(9, away), READY)).toMatchObject(ready(11, 1));
	});

	it.each([-1000, 4006])('of a project that the service must know asks again where it says %i', (code) => {
		const unknown = read('query', { code });
		const result = { kind: 'failed', failure: unknown };
		expect(wait(PROCESSING, unknown)).toMatchObject({ asked: 2, result });
		expect(waitFor(true, unknown)).toMatchObject({ asked: 6, seconds: 135, result });
		expect(waitFor(true, ...times(5, unknown), READY)).toMatchObject(ready(6, 1));
		expect(waitFor(true, ...times(5, unknown), PROCESSING, ...times(5, unknown), READY)).toMatchObject(
			ready(12, 1),
		);
	});

	it('without a credential asks five times, as it may be away for a moment', () => {
		const result = { kind: 'failed', failure: NO_CREDENTIAL };
		expect(wait(NO_CREDENTIAL)).toMatchObject({ asked: 5, seconds: 75, result });
		expect(wait(...times(4, NO_CREDENTIAL), READY)).toMatchObject(ready(5, 1));
	});

	it.each([
		'{"code":NaN,"projectId":7}',
		'{"code":2000,"projectId":7,}',
		' [{"code":2000',
		'{"code":2000,"projectId":7,"vid',
		'Notice: Undefined index in /srv/q.php on line 7\n{"code":2000,"projectId":7,"videos":[]}',
		'<br /><b>Warning</b>: "x"<br />{ "code" : 2000}',
	])('ends with JSON that is none when it stays so for ten minutes: %s', (body) => {
		const answer = read('query', body);
		const result = { kind: 'failed', failure: answer };
		const patient = { pollInterval: 200_000, maxWait: 6_000_000 };
		expect(waitFor(false, answer)).toMatchObject({ asked: 21, seconds: 600, result });
		expect(waitFor(false, ...times(19, answer), READY)).toMatchObject(ready(20, 1));
		let state = initialState(0, false);
		for (const now of [0, 200_000, 400_000, 600_000]) {
			const step = nextStep(state, answer, now, patient);
			if ('state' in step) ({ state } = step);
		}
		expect(nextStep(state, answer, 800_000, patient)).toMatchObject({ result });
	});

	it.each(['<html>{}</html>', '', 'Bad Gateway', '<!doctype html><script>x={"@type":"Page"}</script>'])(
		'rides out the page of a gateway: %s',
		(body) => {
			expect(wait(read('query', body))).toMatchObject({ result: { kind: 'timedOut' } });
		},
	);

	it('ends at answers in no known shape when they do not stop', () => {
		expect(wait(UNREADABLE)).toMatchObject({ asked: 5, result: { kind: 'failed', failure: UNREADABLE } });
	});

	it.each([
		['nothing but processing', PROCESSING, null],
		['failures', DOWN, DOWN],
	])('ends at the limit after %s', (_what, answer, lastFailure) => {
		const result = { kind: 'timedOut', waitedMs: 600_000, lastFailure };
		expect(wait(answer)).toEqual({ asked: 21, seconds: 600, result });
	});

	it('takes a final answer at the limit for what it is', () => {
		const failed = read('query', { code: 4002 });
		expect(wait(...times(20, PROCESSING), failed).result).toEqual({ kind: 'failed', failure: failed });
	});
});

describe('What a wait remembers of answers', () => {
	const after = (...answers: Answer[]) => {
		let state = initialState(0, false);
		for (const answer of answers) {
			const step = nextStep(state, answer, 0, POLICY);
			if ('state' in step) ({ state } = step);
		}
		return state;
	};

	it('counts "finished, no clips" across failures, until the project was seen processing', () => {
		expect(after(EMPTY, DOWN, EMPTY).emptyAnswers).toBe(2);
		expect(after(EMPTY, PROCESSING, EMPTY).emptyAnswers).toBe(1);
	});

	it('is read back only with a failure that is one', () => {
		const state = initialState(0, false);
		for (const lastFailure of [DOWN, null]) {
			expect(waitState.safeParse({ ...state, lastFailure }).success).toBe(true);
		}
		for (const lastFailure of ['temporary', {}, { kind: 5 }, [], undefined]) {
			expect(waitState.safeParse({ ...state, lastFailure }).success).toBe(false);
		}
	});
});
