import { hiding } from '../../../nodes/Clip/lib/redact';
import { isSuccess, noAnswer, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { FailureOutcome } from '../../../nodes/Clip/service/rules/outcome';
import { failureOf, projectOf, read } from '../given/answers';
import { holding } from '../given/matchers';

/** The table of codes in the field notes, written out a second time on purpose: the code must say the same. */
const CODES: Array<[FailureOutcome, number[]]> = [
	['authentication', [4001]],
	['failed', [4002]],
	['invalidRequest', [-1000, 4004, 4006, 4010]],
	['quota', [4007]],
	['rateLimited', [4003]],
	['sourceProblem', [4005, 4008, 4009]],
];

/** By which statuses a server says for certain that nothing was done, and which leave that open. */
const STATUSES: Array<[FailureOutcome, leavesOpen: boolean, number[]]> = [
	['authentication', false, [401, 403]],
	['invalidRequest', false, [301, 302, 307, 308, 400, 404, 405, 413, 415, 422]],
	['quota', false, [402]],
	['rateLimited', false, [429]],
	['temporary', true, [100, 199, 408, 425, 500, 502, 503, 504, 524, 599]],
	['unreadable', true, [300, 303, 304, 305, 306, 406, 407, 409, 410, 418, 600, 999]],
];

describe.each(['create', 'query'] as const)('an answer to %s', (call) => {
	it.each(CODES)('means %s, whatever its HTTP status, with the code %j', (outcome, codes) => {
		for (const code of [...codes, ...codes.map(String)]) {
			for (const httpStatus of [200, 400, 404, 429, 503]) {
				const known = { code: String(code), serviceMessage: 'no', httpStatus, excerpt: '' };
				const expected = { ...known, outcome, mayHaveCreated: false };
				expect(read(call, { code, errMsg: 'no' }, httpStatus)).toMatchObject(expected);
			}
		}
	});

	it.each(STATUSES)('without a code means %s, and leaves open (%s) what was done, with HTTP %j', (...row) => {
		const [outcome, leavesOpen, statuses] = row;
		const mayHaveCreated = leavesOpen && call === 'create';
		for (const status of statuses) {
			// A page of a server in front says nothing of a project that is asked for.
			const refused = outcome === 'invalidRequest' && status >= 400;
			const ofPage = call === 'query' && refused ? 'unreadable' : outcome;
			for (const body of ['', '<html>Bad Gateway</html>']) {
				const expected = { outcome: ofPage, code: null, mayHaveCreated };
				expect([status, read(call, body, status)]).toMatchObject([status, expected]);
			}
			// A body that repeats its status says no more than that.
			for (const body of ['{"error":"x"}', '[]', { code: status }])
				expect([status, read(call, body, status)]).toMatchObject([
					status,
					{ outcome, code: null, mayHaveCreated },
				]);
		}
	});

	it('that refuses names no project where the service sends 0 for none', () => {
		const asked = call === 'query' ? { projectId: '7', idInAnswer: null } : { projectId: null };
		expect(
			readAnswer(call, 200, '{"code":4006,"projectId":0}', call === 'query' ? '7' : undefined),
		).toMatchObject({ ...asked, mayHaveCreated: false });
	});

	it.each(['', '<html>hello</html>', '{"code":2000,"projectId":20', '{"code":2000}x'])(
		'that is no JSON is temporary, and is shown: %j',
		(body) =>
			expect(read(call, body)).toMatchObject({ outcome: 'temporary', code: null, excerpt: holding(body) }),
	);

	const codes = [3999, 499, 600, 6000, 0, 200, -1, 'OK', true, 2000.5, { value: 4002 }, [2000]];
	it.each([
		...['[]', 'null', '5', '{}', '{"data":{"code":2000,"projectId":7,"videos":[{}]}}'],
		'{"code":12345678901234567890,"projectId":7,"videos":[{}]}',
		...codes.map((code) => JSON.stringify({ code, projectId: 7, videos: [{}] })),
		...[{}, '[]'].map((videos) => JSON.stringify({ code: 2000, projectId: 7, videos })),
	])('in no known shape is never guessed, and is shown: %s', (body) => {
		const expected = { outcome: 'unreadable', excerpt: body, mayHaveCreated: call === 'create' };
		expect(read(call, body)).toMatchObject(expected);
	});

	it.each([500, 599, 5000, '5999'])('with the code %j of a broken server settles nothing', (code) => {
		for (const status of [200, 400, 500]) {
			const outcome = call === 'query' || status === 500 ? 'temporary' : 'unreadable';
			const expected = {
				outcome,
				code: Number(code) === status ? null : String(code),
				mayHaveCreated: call === 'create',
			};
			expect(read(call, { code }, status)).toMatchObject(expected);
		}
	});

	it.each([
		[{ errMsg: 'a', message: 'b', msg: 'c' }, 'a'],
		[{ errMsg: ' ', message: 'b', msg: 'c' }, 'b'],
		[{ errMsg: { deep: 1 }, msg: 5 }, '5'],
		[{ msg: 'x'.repeat(1000) }, `${'x'.repeat(300)}…`],
	])('has its message in errMsg, message or msg: %j', (texts, serviceMessage) => {
		expect(read(call, { code: 4002, ...texts })).toMatchObject({ serviceMessage });
	});

	it('that is a long page is shown by its beginning, in one line', () => {
		const { excerpt } = failureOf(read(call, `<html>\n\n${'long \t'.repeat(1_000_000)}`, 502));
		expect(excerpt).toMatch(/^<html> long long .{280,300}…$/);
	});
});

describe('a submission', () => {
	it.each([
		['{"code":2000,"projectId":20417733,"errMsg":""}', '20417733'],
		['{"code":"1000","projectId":"5"}', '5'],
		['{"projectId":12345678901234567890,"videos":null}', '12345678901234567890'],
	])('is accepted with an exact project: %s', (body, projectId) => {
		const answer = read('create', body, 201);
		expect(answer.outcome).toBe('accepted');
		expect(projectOf(answer)).toMatchObject({ projectId, status: 'processing', clipCount: 0 });
	});

	it.each([undefined, '', {}, 1.5, 0, '../a'])(
		'that was accepted without a project may have created one, and the answer is shown: %j',
		(projectId) => {
			const excerpt = JSON.stringify({ code: 2000, projectId });
			const expected = { outcome: 'unreadable', mayHaveCreated: true, excerpt };
			expect(read('create', excerpt)).toMatchObject(expected);
		},
	);

	it.each([true, 1.5, -0.5, '7', 'x', '00', '-'])(
		'that was refused but names a project may have created one, also where its ID cannot be read: %j',
		(projectId) => expect(read('create', { code: 4003, projectId })).toMatchObject({ mayHaveCreated: true }),
	);

	it('shows the ID of its project whole, though a part of it stands in the link of the video', () => {
		const body = '{"code":5999,"projectId":20240513001}';
		const answer = readAnswer('create', 200, body, undefined, hiding(['20240513']));
		expect(answer).toMatchObject({ projectId: '20240513001', mayHaveCreated: true });
	});
});

describe('a query', () => {
	it.each(['{"code":1000,"projectId":7,"videos":[]}', '{"code":"1000","videos":[{}]}'])(
		'finds the project processing: %s',
		(body) => {
			const project = projectOf(read('query', body));
			expect(project).not.toHaveProperty('clips');
			expect(project).toMatchObject({ projectId: '7', status: 'processing', clipCount: 0 });
		},
	);

	it.each([
		[{ code: 2000, videos: [{ videoId: 1 }, { videoId: 2 }] }, 2],
		[{ code: '2000', videos: null, errMsg: 'all good' }, 0],
		[{ code: 2000, videos: [null, 'x', 5, []] }, 0],
		[{ videos: [{ videoId: 1 }] }, 1],
	])('finds the project ready: %j', (body, clipCount) => {
		const project = projectOf(read('query', body));
		expect(project).toMatchObject({ projectId: '7', status: 'ready', clipCount });
		expect(project.clips).toHaveLength(clipCount);
		expect(isSuccess(read('query', body, 404))).toBe(false);
	});

	it.each(['{"projectId":7}', '{"projectId":7,"videos":[]}'])('learns nothing from %s', (body) => {
		expect(read('query', body).outcome).toBe('unreadable');
	});

	it.each([4000, 4011, 4999])('is told by the unknown code %i that the project failed', (code) => {
		expect(read('query', { code }, 400)).toMatchObject({ outcome: 'failed', code: String(code) });
	});

	it.each([
		[8, '8'],
		['8', '8'],
		[undefined, null],
		[0, null],
		['../8', null],
	])(
		'keeps the ID that was asked for, and tells what the service calls the project: %j',
		(projectId, idInAnswer) => {
			for (const code of [1000, 2000])
				expect(read('query', { code, projectId })).toMatchObject({ project: { projectId: '7' }, idInAnswer });
			expect(read('query', { code: 4002, projectId })).toMatchObject({
				projectId: '7',
				mayHaveCreated: false,
			});
		},
	);
});

it.each([
	['create', true, true],
	['create', false, false],
	['query', true, false],
] as const)('No answer at all to %s, which was sent (%s), may have created a project: %s', (...row) => {
	const [call, sent, mayHaveCreated] = row;
	const nothing = { code: null, httpStatus: null, excerpt: '', idInAnswer: null, retryAfterMs: null };
	const failure = { ...nothing, outcome: 'temporary', serviceMessage: 'ECONNRESET', projectId: '7' };
	expect(noAnswer(call, 'ECONNRESET', sent, '7')).toEqual({ ...failure, mayHaveCreated });
});
