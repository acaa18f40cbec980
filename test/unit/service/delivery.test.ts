import { classOfCode } from '../../../nodes/Clip/service/rules/outcome';
import { failure } from '../given/answers';
import { expectLinear, MANY } from '../given/linear';
import {
	failedProject,
	hasFailed,
	isUnknown,
	readDeliveredId,
} from '../../../nodes/Clip/service/rules/delivery';

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

const idOf = (body: unknown) => readDeliveredId(text(body));

describe('the project that a webhook call names', () => {
	test.each<[unknown, string]>([
		[{ projectId: 20417733 }, '20417733'],
		[{ projectId: 'a-1_B' }, 'a-1_B'],
		['{"code":2000,"projectId":12345678901234567890}', '12345678901234567890'],
		['\ufeff{"projectId":7}', '7'],
		[{ code: 4002, projectId: 7, videos: 'none' }, '7'],
	])('is exact: %j', (body, id) => expect(idOf(body)).toBe(id));

	test.each<[string, string]>([
		['{"projectId" :\n9007199254740993}', '9007199254740993'],
		['{"videos":[{"projectId":9007199254740993}],"projectId":9007199254740993}', '9007199254740993'],
		['{"videos":[{"projectId":9007199254740992}],"projectId":9007199254740993}', '9007199254740993'],
		['{"projectId":9007199254740995,"projectId":9007199254740993}', '9007199254740993'],
		['{"project\\u0049d":9007199254740993}', '9007199254740993'],
		['{"x":"\\"projectId\\":9007199254740995","projectId":9007199254740993}', '9007199254740993'],
	])('is exact wherever else something like it stands: %s', (body, id) => expect(idOf(body)).toBe(id));

	test.each<[unknown]>([
		[''],
		['projectId=5'],
		['[]'],
		['null'],
		['5'],
		['{"projectId":'],
		[{}],
		[{ projectId: null }],
		[{ projectId: '' }],
		[{ projectId: {} }],
		[{ projectId: [5] }],
		[{ projectId: true }],
		[{ projectId: 1.5 }],
		[{ projectId: '../../admin' }],
		[{ projectId: '5/../6' }],
		[{ projectId: '5?x=1' }],
		[{ data: { projectId: 5 } }],
		['{"__proto__":{"projectId":5}}'],
		['{"projectId":1e400}'],
		['{"projectId":1e20}'],
		[`{"projectId":${'9'.repeat(200)}}`],
		[{ projectId: 'x'.repeat(1_000_000) }],
		[{ projectId: { toString: '5' } }],
		[{ projectId: '5\n2026 Accepted a call for project 6' }],
	])('is none: %j', (body) => {
		expect(idOf(body)).toBeNull();
	});

	test.each(['://', '?', '\\', '"', '1', '-', ' ', 'a?b '])(
		'is looked for in linear time, since anybody may send very much of %j',
		(part) => {
			const body = JSON.stringify({ projectId: `${part.repeat(MANY / part.length)}!` });
			expectLinear(() => expect(idOf(body)).toBeNull());
		},
	);
});

describe('a failure that the service tells when it is asked', () => {
	it('comes out with its code and message', () => {
		const failed = failure({ outcome: 'failed', code: '4002', serviceMessage: 'clipping failed' });
		expect(failedProject('7', failed)).toEqual({
			projectId: '7',
			status: 'failed',
			code: '4002',
			message: 'clipping failed',
		});
	});

	it.each([4002, 4004, 4005, 4007, 4008, 4010, 4242])('is one of the project: code %d', (code) => {
		const answer = failure({ outcome: classOfCode('query', code) ?? 'unreadable', code: String(code) });
		expect([hasFailed(answer), isUnknown(answer)]).toEqual([true, false]);
	});

	it.each([-1000, 4006])('is none when there is no such project: code %d', (code) => {
		const answer = failure({ outcome: classOfCode('query', code) ?? 'unreadable', code: String(code) });
		expect([hasFailed(answer), isUnknown(answer)]).toEqual([false, true]);
	});

	it.each([
		failure({ outcome: 'authentication', code: '4001' }),
		failure({ outcome: 'rateLimited', code: '4003' }),
		failure({ outcome: 'invalidRequest', httpStatus: 404 }),
		failure({ outcome: 'temporary', httpStatus: 503 }),
	])('is none of the project when it says nothing of it: %j', (answer) => {
		expect([hasFailed(answer), isUnknown(answer)]).toEqual([false, false]);
	});
});
