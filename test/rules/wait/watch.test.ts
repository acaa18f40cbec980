import type { Hindrance } from '../../../nodes/Clip/problems/facts';
import { type Answer, makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import {
	advanceWatch,
	beginWatch,
	watchSchema as schema,
	type WatchEnd,
	type Watch,
} from '../../../nodes/Clip/wait/rules/watch';
import { failure, read } from '../given/answers';

const STEADY = { patience: 'steady', pollInterval: 30_000, maxWait: 20 * 30_000 } as const;
const PROCESSING = read('query', { code: 1000 });
const EMPTY = read('query', { code: 2000, videos: [] });
const READY = read('query', { code: 2000, videos: [{ videoId: 1 }] });
const UNREADABLE = read('query', { code: 9 });
const DOWN = read('query', '', 503);
const hindered = (hindrance: Hindrance) =>
	makeFailedAnswerWithoutResponse(
		'query',
		{ reason: 'why', mayHaveArrived: false, hindrance },
		{ queriedProjectId: '7' },
	);
const NO_CREDENTIAL = hindered('credential');

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

/** Asks when it is time, until the wait ends; the last answer repeats, and each takes some time to come. */
function end(
	more: Partial<Watch>,
	answers: readonly Answer[],
	{ takes = 0, chance = 0 } = {},
): { asked: number; seconds: number; result: WatchEnd } {
	let watch = beginWatch({ startedAt: 1_000, ...more });
	for (let asked = 1; ; asked += 1) {
		const now = watch.nextQueryAt + takes;
		const answer = answers[asked - 1] ?? answers.at(-1) ?? READY;
		// It is stored between two answers.
		const step = advanceWatch(schema.parse(JSON.parse(JSON.stringify(watch))), answer, now, chance);
		if ('end' in step) return { asked, seconds: (now - 1_000) / 1_000, result: step.end };
		({ watch } = step);
	}
}

const wait = (...answers: Answer[]) => waitFor(false, ...answers);
const waitFor = (mustBeKnown: boolean, ...answers: Answer[]) => end({ ...STEADY, mustBeKnown }, answers);

/** A wait that ends with a ready project. */
const ready = (asked: number, clipCount: number) => ({
	asked,
	result: { state: 'answered', answer: { project: { clipCount } } },
});

describe('waiting for a project', () => {
	it.each([
		['a failed project', { code: 4002 }, 200],
		['a wrong key', { code: 4001 }, 401],
		['an unknown refusal', { code: 4242 }, 200],
		['no minutes left', { code: 4007 }, 200],
	])('ends at once at %s', (_what, body, status) => {
		const answer = read('query', body, status);
		const result = { state: 'failed', failure: answer };
		expect(wait(PROCESSING, answer)).toMatchObject({ asked: 2, result });
	});

	it.each<[string, Answer]>([
		['no connection', failure({ kind: 'temporary', httpStatus: null })],
		['a server error', DOWN],
		['a page instead of an answer', read('query', '<html>')],
		['too many questions', read('query', { code: 4003 })],
		['too many questions, said by a gateway', read('query', '', 429)],
	])('rides out %s', (_what, answer) => {
		for (const mustBeKnown of [false, true])
			expect(waitFor(mustBeKnown, ...times(15, answer), READY)).toMatchObject(ready(16, 1));
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
		['a redirect', read('query', '', 308)],
		['an untrusted certificate', hindered('certificate')],
		['rules of n8n', hindered('n8nRules')],
	];

	it.each(inFront)('ends at once at %s as the first answer', (_what, answer) => {
		const result = { state: 'failed', failure: answer };
		expect(wait(answer)).toMatchObject({ asked: 1, result });
		// What passes by itself is no answer of the service.
		expect(wait(DOWN, answer)).toMatchObject({ asked: 2, result });
	});

	it.each(inFront)('rides out %s once the service has answered, up to five in a row', (_what, answer) => {
		const result = { state: 'failed', failure: answer };
		expect(waitFor(true, ...times(4, answer), READY)).toMatchObject(ready(5, 1));
		expect(waitFor(true, answer)).toMatchObject({ asked: 5, result });
		const broken = [...times(4, answer), PROCESSING, ...times(4, answer), DOWN, ...times(4, answer), READY];
		expect(wait(PROCESSING, ...broken)).toMatchObject(ready(16, 1));
		expect(wait(read('query', { code: 4003 }), ...times(4, answer), READY)).toMatchObject(ready(6, 1));
	});

	it('counts all answers that bring it no further together', () => {
		const [page, json] = [read('query', '', 403), read('query', '{}', 404)];
		const mixed = [page, UNREADABLE, NO_CREDENTIAL, json, page];
		expect(waitFor(true, ...mixed)).toMatchObject({ asked: 5, result: { state: 'failed', failure: page } });
	});

	it('ends soon without the host, unless it was there before', () => {
		const away = hindered('host');
		expect(wait(away).asked).toBe(5);
		const result = { state: 'timedOut', lastFailure: away };
		expect(waitFor(true, away)).toMatchObject({ asked: 21, result });
		expect(wait(PROCESSING, ...times(9, away), READY)).toMatchObject(ready(11, 1));
	});

	it.each([-1000, 4006])('of a project that the service must know asks again where it says %i', (code) => {
		const unknown = read('query', { code });
		const result = { state: 'failed', failure: unknown };
		expect(wait(unknown)).toMatchObject({ asked: 1, result });
		expect(wait(PROCESSING, unknown)).toMatchObject({ asked: 7, result });
		expect(wait(PROCESSING, unknown, READY)).toMatchObject(ready(3, 1));
		expect(waitFor(true, unknown)).toMatchObject({ asked: 6, seconds: 135, result });
		expect(waitFor(true, ...times(5, unknown), READY)).toMatchObject(ready(6, 1));
		// Max Wait ends it before the service has said so often enough.
		const over = { state: 'timedOut', lastFailure: unknown };
		expect(end({ ...STEADY, mustBeKnown: true, maxWait: 10_000 }, [unknown])).toMatchObject({ result: over });
		expect(waitFor(true, ...times(5, unknown), PROCESSING, ...times(5, unknown), READY)).toMatchObject(
			ready(12, 1),
		);
	});

	it('without a credential asks five times, as it may be away for a moment', () => {
		const result = { state: 'failed', failure: NO_CREDENTIAL };
		expect(wait(NO_CREDENTIAL)).toMatchObject({ asked: 5, seconds: 75, result });
		expect(wait(...times(4, NO_CREDENTIAL), READY)).toMatchObject(ready(5, 1));
	});

	it.each([
		'<html>{}</html>',
		'',
		'Bad Gateway',
		'{"code":2000,"projectId":7,"vid',
		'Notice: x {"code":2000}',
	])('rides out what is no JSON: %s', (body) => {
		expect(wait(read('query', body))).toMatchObject({ result: { state: 'timedOut' } });
	});

	it('ends at answers in no known shape when they do not stop', () => {
		const result = { state: 'failed', failure: UNREADABLE };
		expect(wait(UNREADABLE)).toMatchObject({ asked: 5, seconds: 120, result });
	});

	it.each([
		['nothing but processing', PROCESSING, null],
		['failures', DOWN, DOWN],
	])('ends at the limit after %s', (_what, answer, lastFailure) => {
		const result = { state: 'timedOut', waitedMs: 600_000, lastFailure };
		expect(wait(answer)).toEqual({ asked: 21, seconds: 600, result });
	});

	it('takes a final answer at the limit for what it is', () => {
		const failed = read('query', { code: 4002 });
		expect(wait(...times(20, PROCESSING), failed).result).toEqual({ state: 'failed', failure: failed });
	});
});

describe('What a wait remembers', () => {
	it('is read back only with a failure that is one', () => {
		const begun = beginWatch({ startedAt: 0 });
		for (const lastFailure of [DOWN, null]) {
			expect(schema.safeParse({ ...begun, lastFailure }).success).toBe(true);
		}
		for (const lastFailure of ['temporary', {}, { kind: 5 }, [], undefined]) {
			expect(schema.safeParse({ ...begun, lastFailure }).success).toBe(false);
		}
	});
});

describe('asking for a project for which nobody waits', () => {
	const ask = (...answers: Answer[]) => end({}, answers);
	const broken = read('query', '{"code":NaN,"projectId":7}');
	const failed = (answer: Answer) => ({ state: 'failed', failure: answer });

	it.each<[string, Answer]>([
		['is still clipping', PROCESSING],
		['is finished with clips', READY],
	])('takes it as it is when it %s', (_what, answer) => {
		expect(ask(answer)).toEqual({ asked: 1, seconds: 0, result: { state: 'answered', answer } });
		expect(ask(DOWN, DOWN, answer)).toMatchObject({ asked: 3, seconds: 10 });
	});

	it.each<[string, Answer]>([
		['a service that is down', DOWN],
		['too many questions', read('query', { code: 4003 })],
		['no host of this name', hindered('host')],
		['JSON that is none', broken],
		['no credential', NO_CREDENTIAL],
	])('asks five times within 20 s at %s', (_what, answer) => {
		expect(ask(answer)).toEqual({ asked: 5, seconds: 20, result: failed(answer) });
		expect(ask(...times(4, answer), READY)).toMatchObject(ready(5, 1));
	});

	it('asks five times, however long each answer takes', () => {
		expect(end({}, [DOWN], { takes: 60_000 })).toMatchObject({ asked: 5, seconds: 320 });
	});

	it.each<[string, Answer]>([
		['a failed project', read('query', { code: 4002 })],
		['an unreadable answer', UNREADABLE],
		['a refusal on the way', read('query', '<p>', 403)],
		['an unknown project', read('query', { code: 4006 })],
	])('ends at once at %s', (_what, answer) => {
		expect(ask(answer)).toEqual({ asked: 1, seconds: 0, result: failed(answer) });
		expect(end({ hasAnswered: true }, [answer])).toMatchObject({ asked: 1 });
	});

	it('believes "finished, no clips" after five answers', () => {
		expect(ask(EMPTY)).toMatchObject({ ...ready(5, 0), seconds: 20 });
		expect(ask(EMPTY, DOWN, EMPTY, DOWN, EMPTY)).toMatchObject(ready(5, 0));
	});

	it('asks as often as in a wait for a project that the service must know', () => {
		const unknown = read('query', { code: 4006 });
		expect(end({ mustBeKnown: true }, [unknown])).toEqual({
			asked: 6,
			seconds: 135,
			result: failed(unknown),
		});
	});
});

describe('waiting for the project of a call', () => {
	const call = { patience: 'growing', pollInterval: 10_000, maxWait: 900_000, mustBeKnown: true } as const;
	const unknown = read('query', { code: 4006 });

	it('asks ever more slowly, and at the end of the wait', () => {
		const result = { state: 'timedOut', waitedMs: 900_000, lastFailure: null };
		expect(end(call, [PROCESSING])).toEqual({ asked: 13, seconds: 900, result });
		const short = { ...call, maxWait: 25_000 };
		expect(end(short, [PROCESSING])).toMatchObject({ asked: 4, seconds: 30 });
	});

	it('asks for about a minute where the service does not know it', () => {
		const result = { state: 'failed', failure: unknown };
		expect(end(call, [unknown])).toEqual({ asked: 5, seconds: 75, result });
		expect(end({ ...call, maxWait: 1_000 }, [unknown])).toMatchObject({ asked: 2, result });
		const over = { state: 'timedOut', lastFailure: UNREADABLE };
		expect(end({ ...call, maxWait: 1_000 }, [UNREADABLE])).toMatchObject({ asked: 2, result: over });
		expect(end(call, [PROCESSING, ...times(4, unknown), READY])).toMatchObject(ready(6, 1));
		expect(end(call, [...times(6, UNREADABLE), ...times(2, unknown), READY])).toMatchObject(ready(9, 1));
	});

	it('asks for minutes behind a server in front, and where clips are to come: nobody calls again', () => {
		const page = read('query', '<html>', 404);
		expect(end(call, [...times(7, page), READY])).toMatchObject(ready(8, 1));
		expect(end(call, [page])).toMatchObject({ asked: 12 });
		expect(end(call, [hindered('n8nRules')])).toMatchObject({ asked: 5 });
		expect(end(call, [...times(7, EMPTY), READY])).toMatchObject(ready(8, 1));
		expect(end(call, [EMPTY])).toMatchObject(ready(9, 0));
	});
});

describe('The next query after a failure', () => {
	it.each([
		['a tenth of the interval later at most', STEADY, 33],
		['not more than a second later for a call', { ...STEADY, patience: 'growing', pollInterval: 10_000 }, 11],
	] as const)('comes %s, so that many executions do not return together', (_how, more, seconds) => {
		const after = (answer: Answer) => end(more, [answer, READY], { chance: 1 }).seconds;
		expect([after(DOWN), after(PROCESSING)]).toEqual([seconds, more.pollInterval / 1_000]);
	});
});
