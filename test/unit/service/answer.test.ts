import { hiding } from '../../../nodes/Clip/lib/redact';
import fc from 'fast-check';
import { type Call, isSuccess, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import { read } from '../given/answers';
import { CODES } from '../given/codes';
import { holding, like } from '../given/matchers';

const CALLS: readonly Call[] = ['create', 'query'];
const STATUSES = [200, 201, 400, 401, 403, 404, 422, 429, 500, 502, 503];
const UNKNOWN_CODES = [
	[4000, 'failed'],
	[4011, 'failed'],
	[4242, 'failed'],
	[4999, 'failed'],
] as const;

/** HTTP statuses by which a server says for certain that nothing was done. */
const NOTHING_DONE = [301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 413, 415, 422, 429];

describe.each(CALLS)('an answer to %s', (call) => {
	describe.each(call === 'query' ? [...CODES, ...UNKNOWN_CODES] : CODES)('with code %i', (code, outcome) => {
		test.each(STATUSES)(`means ${outcome} with HTTP %i, as number and as text`, (status) => {
			for (const written of [code, String(code)]) {
				expect(read(call, { code: written, errMsg: 'no' }, status)).toMatchObject({
					outcome,
					code: String(code),
					serviceMessage: 'no',
					httpStatus: status,
					excerpt: '',
					mayHaveCreated: false,
				});
			}
		});
	});

	test.each([
		[100, 'temporary', true],
		[102, 'temporary', true],
		[300, 'unreadable', true],
		[301, 'invalidRequest', false],
		[302, 'invalidRequest', false],
		[303, 'unreadable', true],
		[304, 'unreadable', true],
		[305, 'unreadable', true],
		[306, 'unreadable', true],
		[307, 'invalidRequest', false],
		[400, 'invalidRequest', false],
		[401, 'authentication', false],
		[402, 'quota', false],
		[403, 'authentication', false],
		[404, 'invalidRequest', false],
		[405, 'invalidRequest', false],
		[406, 'unreadable', true],
		[407, 'unreadable', true],
		[408, 'temporary', true],
		[409, 'unreadable', true],
		[410, 'unreadable', true],
		[418, 'unreadable', true],
		[600, 'unreadable', true],
		[999, 'unreadable', true],
		[413, 'invalidRequest', false],
		[425, 'temporary', true],
		[429, 'rateLimited', false],
		[500, 'temporary', true],
		[502, 'temporary', true],
		[503, 'temporary', true],
		[504, 'temporary', true],
		[524, 'temporary', true],
	])('without a code means, with HTTP %i, %s', (status, outcome, mayHaveCreated) => {
		for (const body of [
			'',
			'<html>Bad Gateway</html>',
			'busy',
			'{"error":"x"}',
			'[]',
			'null',
			'{"code":20',
		]) {
			// A page of a server in front, which says nothing of the project, as long as it is asked for.
			const page =
				call === 'query' && [400, 404, 405, 413].includes(status) && !['[]', 'null'].includes(body);
			expect(read(call, body, status)).toMatchObject({
				outcome: page && !body.startsWith('{"error"') ? 'unreadable' : outcome,
				code: null,
				mayHaveCreated: mayHaveCreated && call === 'create',
			});
		}
	});

	test.each(['', ' ', '<html>hello</html>', 'OK', '{"code":2000,"projectId":20', '{"code":2000}x'])(
		'that is no JSON is temporary: %j',
		(body) => {
			expect(read(call, body)).toMatchObject({
				outcome: 'temporary',
				code: null,
				excerpt: holding(body.trim()),
				mayHaveCreated: call === 'create',
			});
		},
	);

	test.each<[unknown]>([
		['[]'],
		['null'],
		['5'],
		['"2000"'],
		['{}'],
		[{ data: { code: 2000, projectId: 7, videos: [{}] } }],
		[{ code: 3999, projectId: 7 }],
		[{ code: 499, projectId: 7 }],
		[{ code: 6000, projectId: 7 }],
		[{ code: 0, projectId: 7, videos: [{}] }],
		[{ code: 200, projectId: 7, videos: [{}] }],
		[{ code: -1, projectId: 7 }],
		[{ code: -4001, projectId: 7 }],
		[{ code: 'OK', projectId: 7, videos: [{}] }],
		[{ code: 'FAILED', projectId: 7, videos: [{}] }],
		[{ code: true, projectId: 7, videos: [{}] }],
		[{ code: 2000.5, projectId: 7, videos: [{}] }],
		[{ code: { value: 4002 }, projectId: 7, videos: [{}] }],
		[{ code: [2000], projectId: 7, videos: [{}] }],
		['{"code":12345678901234567890,"projectId":7,"videos":[{}]}'],
		[{ code: 2000, projectId: 7, videos: {} }],
		[{ code: 2000, projectId: 7, videos: '[]' }],
		[{ code: 2000, projectId: 7, videos: 3 }],
	])('in no known shape is never guessed, and is shown: %j', (body) => {
		const answer = read(call, body);
		expect(answer).toMatchObject({ outcome: 'unreadable', mayHaveCreated: call === 'create' });
		expect(answer).toMatchObject({ excerpt: typeof body === 'string' ? body : JSON.stringify(body) });
	});

	test.each<[object, string]>([
		[{ errMsg: 'a' }, 'a'],
		[{ message: 'b' }, 'b'],
		[{ msg: 'c' }, 'c'],
		[{ errMsg: '', message: ' ', msg: 'c' }, 'c'],
		[{ errMsg: null, message: 'b' }, 'b'],
		[{ errMsg: { deep: 1 }, msg: 'c' }, 'c'],
		[{ errMsg: 'a', message: 'b' }, 'a'],
		[{ errMsg: 5 }, '5'],
		[{ errMsg: '' }, ''],
		[{}, ''],
		[{ msg: 'x'.repeat(1000) }, `${'x'.repeat(300)}…`],
	])('has its message in errMsg, message or msg: %j', (texts, serviceMessage) => {
		expect(read(call, { code: 4002, ...texts })).toMatchObject({ serviceMessage });
	});

	it.each([500, 503, 599, 5000, '5003', 5999])(
		'with a code that looks like a fault of a server is temporary: %j',
		(code) => {
			for (const status of [200, 400, 404, 500]) {
				expect(read(call, { code }, status)).toMatchObject({
					outcome: call === 'query' || status === 500 ? 'temporary' : 'unreadable',
					code: String(code),
					mayHaveCreated: call === 'create',
				});
			}
		},
	);

	it('shows no query string of a link, neither in the message nor in the excerpt', () => {
		const link = 'https://h.example/v.mp4?Signature=SECRET&Expires=1';
		const bodies = [
			JSON.stringify({ code: 4008, errMsg: `cannot download ${link}` }),
			JSON.stringify({ videos: { videoUrl: link } }),
			JSON.stringify({ videos: { videoUrl: link } }).replaceAll('/', String.raw`\/`),
			`<html><a href='${link}'>${link}</a></html>`,
			`Not found: ${link}`,
		];
		for (const body of bodies) {
			expect(JSON.stringify(read(call, body))).not.toContain('SECRET');
			expect(JSON.stringify(read(call, body))).toContain('h.example');
		}
	});

	it('shows the beginning of a long page in one line', () => {
		const answer = read(call, `<html>\n\n${'long \t'.repeat(1_000_000)}`, 502);
		expect(answer).toMatchObject({ excerpt: like(/^<html> long long .{280,300}…$/) });
	});

	it('has a meaning whatever it is', () => {
		const code = fc.constantFrom<unknown>(2000, 1000, -1000, 4001, 4003, 5000, '2000', null, 'x');
		const body = fc.oneof(
			fc.string(),
			fc.json(),
			fc
				.record({ code, projectId: fc.jsonValue(), videos: fc.jsonValue() }, { requiredKeys: [] })
				.map((x) => JSON.stringify(x)),
			fc
				.record({ code, projectId: fc.nat(), videos: fc.array(fc.jsonValue()) })
				.map((x) => JSON.stringify(x)),
		);
		fc.assert(
			fc.property(fc.constantFrom(...STATUSES), body, (status, text) => {
				const answer = read(call, text, status);
				if (isSuccess(answer)) {
					expect(status).toBeLessThan(300);
					expect(answer.project.projectId).not.toBe('');
				} else {
					expect(answer.excerpt.length).toBeLessThanOrEqual(301);
				}
			}),
		);
	});
});

describe('a submission', () => {
	it.each(UNKNOWN_CODES)(
		'that got the unknown code %i may have created a project, whatever the status',
		(code) => {
			for (const status of [200, 201, 301, 400, 404, 409, 422, 429, 500, 503]) {
				for (const written of [code, String(code)]) {
					expect(read('create', { code: written, errMsg: 'is being created' }, status)).toMatchObject({
						code: String(code),
						serviceMessage: 'is being created',
						mayHaveCreated: true,
					});
				}
			}
		},
	);

	it.each(NOTHING_DONE)(
		'that got HTTP %i alone has created nothing, also where the body repeats it',
		(status) => {
			for (const body of ['', 'no', '{}', { code: status }, { code: String(status), message: 'no' }]) {
				expect(read('create', body, status)).toMatchObject({ mayHaveCreated: false });
			}
		},
	);

	it.each([true, 1.5, -0.5, 7, '7', 'x', '00', '-'])(
		'that was refused but names a project may have created one, also where its ID cannot be read: %j',
		(projectId) => expect(read('create', { code: 4001, projectId })).toMatchObject({ mayHaveCreated: true }),
	);

	it.each([undefined, null, 0, '0', '', ' ', false, [], {}])(
		'that was refused and names no project has created none: %j',
		(projectId) => expect(read('create', { code: 4001, projectId })).toMatchObject({ mayHaveCreated: false }),
	);

	it('that got any other status, and no known code, may have created a project', () => {
		for (let status = 100; status < 1_000; status += 1) {
			if (NOTHING_DONE.includes(status)) continue;
			expect(read('create', { errMsg: 'already submitted' }, status)).toMatchObject({ mayHaveCreated: true });
		}
	});
});

describe('what an answer says of itself', () => {
	const long = 'y'.repeat(5_000_000);
	it.each([
		{ code: long },
		{ code: 4002, projectId: long },
		{ code: 4002, errMsg: long },
		{ code: '\u202e\n4002' },
	])('is short and clean in a failure', (body) => {
		const answer = read('create', body, 400);
		expect(JSON.stringify(answer).length).toBeLessThan(1_000);
		expect(Object.values(answer).join('')).not.toMatch(/[\n\u202e]/);
	});
});

it('The ID of a project is shown whole, though a part of it stands in the link of the video', () => {
	const body = '{"code":5999,"projectId":20240513001}';
	const answer = readAnswer('create', 200, body, undefined, hiding(['20240513']));
	expect(answer).toMatchObject({ projectId: '20240513001', mayHaveCreated: true });
});
