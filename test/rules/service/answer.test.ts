import { makeFailedAnswerWithoutResponse, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { Endpoint } from '../../../nodes/Clip/service/rules/codes';
import type { FailureKind } from '../../../nodes/Clip/problems/facts';
import { failureOf, projectOf, read } from '../given/answers';
import { holding } from '../given/matchers';

/** The table of codes in the field notes, written out a second time on purpose: the code must say the same. */
const CODES: Array<[FailureKind, number[]]> = [
	['authentication', [4001]],
	['failed', [4002]],
	['invalidRequest', [-1000, 4004, 4006, 4010]],
	['quota', [4007]],
	['rateLimited', [4003]],
	['sourceProblem', [4005, 4008, 4009]],
];

/** By which statuses a server says for certain that nothing was done, and which leave that open. */
const STATUSES: Array<[FailureKind, leavesOpen: boolean, number[]]> = [
	['authentication', false, [401, 403]],
	['invalidRequest', false, [301, 307, 308, 400, 404, 405, 413, 415, 422]],
	['quota', false, [402]],
	['rateLimited', false, [429]],
	['temporary', true, [100, 199, 408, 425, 500, 502, 503, 504, 524, 599]],
	['unreadable', true, [300, 302, 303, 304, 305, 306, 406, 407, 409, 410, 411, 418, 431, 600, 999]],
];

const fateOf = (call: Endpoint, leavesOpen: boolean) =>
	call === 'query' ? 'unaffected' : leavesOpen ? 'mayHaveCreated' : 'notCreated';

describe.each(['create', 'query'] as const)('an answer to %s', (call) => {
	it.each(CODES)('means %s, whatever its HTTP status, with the code %j', (kind, codes) => {
		for (const code of [...codes, ...codes.map(String)]) {
			for (const httpStatus of [200, 400, 404, 429, 503]) {
				const known = { code: Number(code), message: 'no', httpStatus, excerpt: '' };
				const expected = { ...known, kind, ...(call === 'create' && { fate: 'notCreated' }) };
				expect(read(call, { code, errMsg: 'no' }, httpStatus)).toMatchObject(expected);
			}
		}
	});

	it.each(STATUSES)('without a code means %s, and leaves open (%s) what was done, with HTTP %j', (...row) => {
		const [kind, leavesOpen, statuses] = row;
		const fate = fateOf(call, leavesOpen);
		for (const status of statuses) {
			// A page of a server in front says nothing of a project that is asked for.
			const refused = kind === 'invalidRequest' && status >= 400;
			const ofPage = call === 'query' && refused ? 'unreadable' : kind;
			for (const body of ['', '<html>Bad Gateway</html>']) {
				const expected = { kind: ofPage, code: null, fate, isNotJson: true };
				expect([status, read(call, body, status)]).toMatchObject([status, expected]);
			}
			// A body that repeats its status says no more than that.
			for (const body of ['{"hint":"x"}', '[]', { code: status }])
				expect([status, read(call, body, status)]).toMatchObject([
					status,
					{ kind, code: null, fate, isNotJson: false },
				]);
		}
	});

	it('that refuses names no project where the service sends 0 for none', () => {
		const asked = call === 'query' ? { projectId: '7', idInAnswer: null } : { projectId: null };
		expect(
			readAnswer(
				call,
				{ httpStatus: 200, text: '{"code":4006,"projectId":0}' },
				{ queriedProjectId: call === 'query' ? '7' : undefined },
			),
		).toMatchObject({ ...asked, fate: call === 'create' ? 'notCreated' : 'unknownProject' });
	});

	it.each([...['', '<html>hello</html>', 'OK', '{"code":2000,"projectId":20', '{"code":2000}x', '[NaN]']])(
		'that is no JSON passes, and is shown: %j',
		(body) =>
			expect(read(call, body)).toMatchObject({ kind: 'temporary', code: null, excerpt: holding(body) }),
	);

	const codes = [3999, 499, 600, 6000, 0, 200, -1, 'OK', true, 2000.5, { value: 4002 }, [2000]];
	it.each([
		...['[]', 'null', '5', '{}', '{"data":{"code":2000,"projectId":7,"videos":[{}]}}'],
		'{"code":12345678901234567890,"projectId":7,"videos":[{}]}',
		...codes.map((code) => JSON.stringify({ code, projectId: 7, videos: [{}] })),
		...[{}, '[]'].map((videos) => JSON.stringify({ code: 2000, projectId: 7, videos })),
	])('in no known shape is never guessed, and is shown: %s', (body) => {
		const expected = { kind: 'unreadable', excerpt: body, fate: fateOf(call, true) };
		expect(read(call, body)).toMatchObject(expected);
	});

	it.each([500, 599, 5000, '5999'])('with the code %j of a broken server settles nothing', (code) => {
		for (const status of [200, 400, 500]) {
			const kind = call === 'query' || status === 500 ? 'temporary' : 'unreadable';
			const expected = {
				kind,
				code: Number(code) === status ? null : Number(code),
				fate: fateOf(call, true),
			};
			expect(read(call, { code }, status)).toMatchObject(expected);
		}
	});

	it.each([
		[{ errMsg: 'a', message: 'b', msg: 'c' }, 'a'],
		[{ errMsg: ' ', message: 'b', msg: 'c' }, 'b'],
		[{ errMsg: { deep: 1 }, msg: 5 }, '5'],
		[{ msg: 'x'.repeat(1000) }, `${'x'.repeat(300)}…`],
	])('has its message in errMsg, message or msg: %j', (texts, message) => {
		expect(read(call, { code: 4002, ...texts })).toMatchObject({ message, excerpt: '' });
	});

	it.each([{}, { error: 'a' }, { errMsg: '' }, { errors: ['too long'] }, { detail: { message: 'x' } }])(
		'that says nothing to people is shown as it is: %j',
		(fields) => {
			const excerpt = JSON.stringify({ code: 4008, ...fields });
			expect(read(call, excerpt)).toMatchObject({ code: 4008, message: '', excerpt });
		},
	);

	it('that says something is shown as it came, too, where its code says nothing', () => {
		for (const [body, status] of [
			[{ errMsg: 'no' }, 403],
			[{ code: 'AccessDenied', errMsg: 'no' }, 403],
			[{ code: 9, errMsg: 'no' }, 200],
		] as const) {
			const told = { message: 'no', excerpt: JSON.stringify(body) };
			expect(read(call, body, status)).toMatchObject(told);
		}
	});

	it('names its code as people look it up', () => {
		expect(read(call, { code: ' +4002' })).toMatchObject({ code: 4002 });
	});

	it('is quoted without the key, also where JSON has escaped each sign of it', () => {
		for (const escaped of ['\\u006b\\u003d9', '\\u006B\\u003D9', 'k\\u003d9', 'k=9']) {
			const answer = readAnswer(
				call,
				{ httpStatus: 401, text: `{"hint":"${escaped} is no key"}` },
				{
					queriedProjectId: '7',
					secrets: {
						apiKey: 'k=9',
						ofLinks: [],
					},
				},
			);
			expect(answer).toMatchObject({ excerpt: '{"hint":"*** is no key"}' });
		}
	});

	it('that gives a project does not hold the key', () => {
		const text = JSON.stringify({ code: 1000, projectId: '7', hint: 'your key is key-of-ada' });
		const secrets = { apiKey: 'key-of-ada', ofLinks: [] };
		const answer = readAnswer(call, { httpStatus: 200, text }, { queriedProjectId: '7', secrets });
		expect(projectOf(answer).hint).toBe('your key is ***');
	});

	it('that is a long page is shown by its beginning, in one line', () => {
		const { excerpt } = failureOf(read(call, `<html>\n\n${'long \t'.repeat(1_000_000)}`, 502));
		expect(excerpt).toMatch(/^<html> long long .{280,300}…$/);
	});
});

describe('a submission', () => {
	it('is accepted whatever else its answer lists', () => {
		expect(read('create', { code: 1000, projectId: '7', steps: [{ name: 'queued' }] })).toMatchObject({
			progress: 'accepted',
		});
	});

	it('of which the answer has clips that cannot be read is unknown', () => {
		const answer = read('create', { code: 1000, projectId: '7', videos: 'none' });
		expect(answer).toMatchObject({ kind: 'unreadable', fate: 'mayHaveCreated', projectId: '7' });
	});

	it.each([
		['{"code":2000,"projectId":20417733,"errMsg":""}', '20417733'],
		['{"code":"1000","projectId":"5"}', '5'],
		['{"projectId":12345678901234567890,"videos":null}', '12345678901234567890'],
	])('is accepted with an exact project: %s', (body, projectId) => {
		for (const status of [200, 201, 299]) {
			const answer = read('create', body, status);
			expect(answer).toMatchObject({ progress: 'accepted' });
			expect(projectOf(answer)).toMatchObject({ projectId, status: 'processing', clipCount: 0 });
		}
	});

	it.each([
		[{ code: 2000, projectId: 20417733 }],
		{ code: 2000, data: { projectId: 20417733 } },
		{ code: 1000, project_id: 20417733 },
		{ code: 2000, projectID: 20417733, projectId: 0 },
		{ code: 2000, result: { project: { id: 20417733 } } },
		{ data: { projectId: 20417733 } },
		{ data: { code: 4002 } },
	])('that names its project where nobody has documented it is not guessed at, and is shown: %j', (body) => {
		const expected = { kind: 'unreadable', fate: 'mayHaveCreated', excerpt: JSON.stringify(body) };
		expect(read('create', body)).toMatchObject(expected);
	});

	it.each([undefined, '', {}, 1.5, 0, '../a'])(
		'that was accepted without a project may have created one, and the answer is shown: %j',
		(projectId) => {
			const excerpt = JSON.stringify({ code: 2000, projectId });
			const expected = { kind: 'unreadable', fate: 'mayHaveCreated', excerpt };
			expect(read('create', excerpt)).toMatchObject(expected);
		},
	);

	it.each([
		[{ code: 9 }, 429, 'unreadable', true],
		[{ code: 9 }, 400, 'unreadable', true],
		[{ code: 9 }, 401, 'authentication', false],
		[{}, 429, 'rateLimited', false],
		[{ code: 'RATE_LIMITED' }, 429, 'rateLimited', false],
		[{ code: 'BadRequest' }, 400, 'invalidRequest', false],
	])('with %j and HTTP %i is %s: an unknown number may say that it is under way', (...row) => {
		const [body, status, kind, leavesOpen] = row;
		expect(read('create', body, status)).toMatchObject({ kind, fate: fateOf('create', leavesOpen) });
	});

	it.each([true, 1.5, -0.5, '7', 'x', '00', '-'])(
		'that was refused but names a project may have created one, also where its ID cannot be read: %j',
		(projectId) =>
			expect(read('create', { code: 4003, projectId })).toMatchObject({ fate: 'mayHaveCreated' }),
	);

	it('shows the ID of its project whole, though a part of it stands in the link of the video', () => {
		const body = '{"code":5999,"projectId":20240513001}';
		const answer = readAnswer(
			'create',
			{ httpStatus: 200, text: body },
			{ secrets: { apiKey: '', ofLinks: ['20240513'] } },
		);
		expect(answer).toMatchObject({ projectId: '20240513001', fate: 'mayHaveCreated' });
	});
});

it.each([
	['create', true, 'mayHaveCreated'],
	['create', false, 'notCreated'],
	['query', true, 'unaffected'],
] as const)('No answer at all to %s, which was sent (%s), says of the project: %s', (...row) => {
	const [call, sent, fate] = row;
	const nothing = { code: null, httpStatus: null, excerpt: '', idInAnswer: null, retryAt: null };
	const known = { hindrance: null, interruption: null, credentialFault: null, isNotJson: false };
	const failure = {
		...nothing,
		...known,
		kind: 'temporary',
		fate,
		standing: 'passes',
		message: 'ECONNRESET',
		projectId: '7',
	};
	expect(
		makeFailedAnswerWithoutResponse(
			call,
			{ reason: 'ECONNRESET', mayHaveArrived: sent },
			{ queriedProjectId: '7' },
		),
	).toEqual(failure);
});

it.each([
	['n8nRules', 'blocked'],
	['certificate', 'blocked'],
	['host', 'temporary'],
	['credential', 'authentication'],
] as const)('No answer at all because of %s is %s', (hindrance, kind) => {
	expect(
		makeFailedAnswerWithoutResponse(
			'query',
			{ reason: 'why', mayHaveArrived: false, hindrance },
			{ queriedProjectId: '7' },
		),
	).toMatchObject({
		hindrance,
		kind,
	});
});

it('No answer at all, for which nobody has words, has no message', () => {
	const interruption = 'disconnected';
	for (const reason of [null, undefined]) {
		const trouble = { reason, interruption, mayHaveArrived: true } as const;
		expect(makeFailedAnswerWithoutResponse('query', trouble)).toMatchObject({ message: '', interruption });
	}
});

it('A submission whose credential cannot be read at the moment may be tried again', () => {
	const away = { reason: 'why', mayHaveArrived: false, hindrance: 'credential' } as const;
	expect(makeFailedAnswerWithoutResponse('create', away)).toMatchObject({
		kind: 'temporary',
		fate: 'notCreated',
	});
});
