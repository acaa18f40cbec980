import { classOfCode } from '../../../nodes/Clip/interface/outcome';
import { failure } from '../given/answers';
import { expectLinear, MANY } from '../given/linear';
import {
	failedProject,
	hasFailed,
	isUnknown,
	readDeliveredId,
	readDelivery,
} from '../../../nodes/Clip/interface/delivery';

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

describe('the project that a webhook call names', () => {
	test.each<[unknown, string]>([
		[{ projectId: 20417733 }, '20417733'],
		[{ projectId: 'a-1_B' }, 'a-1_B'],
		['{"code":2000,"projectId":12345678901234567890}', '12345678901234567890'],
	])('is exact: %j', (body, id) => expect(readDeliveredId(text(body))).toBe(id));

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
	])('is none: %j', (body) => {
		expect(readDeliveredId(text(body))).toBeNull();
		expect(readDelivery(text(body))).toBeNull();
	});

	test.each(['://', '?', '\\', '"', '1', '-', ' ', 'a?b '])(
		'is looked for in linear time, since anybody may send very much of %j',
		(part) => {
			const body = JSON.stringify({ projectId: `${part.repeat(MANY / part.length)}!` });
			expectLinear(() => expect(readDeliveredId(body)).toBeNull());
		},
	);
});

describe('the project that a webhook call carries', () => {
	it('is read like the answer to a query', () => {
		const body = { code: 2000, projectId: 7, videos: [{ videoId: 1, viralScore: '9' }] };
		expect(readDelivery(text(body))).toMatchObject({
			project: {
				projectId: '7',
				status: 'ready',
				clips: [{ videoId: '1', viralScore: 9, projectId: '7' }],
			},
		});
	});

	test.each<[unknown]>([
		[{ code: 1000, projectId: 7, videos: [{ videoId: 1 }] }],
		[{ code: 4003, projectId: 7 }],
		[{ code: 4006, projectId: 7 }],
		[{ code: 'FAILED', projectId: 7, videos: [{ videoId: 1 }] }],
		[{ code: 5000, projectId: 7 }],
		[{ projectId: 7 }],
		[{ code: 2000, projectId: 7, videos: {} }],
	])('is none when it is not about a ready project: %j', (body) => {
		expect(readDeliveredId(text(body))).toBe('7');
		expect(readDelivery(text(body))).toBeNull();
	});

	it('is read in linear time, however long its numbers are', () => {
		const digits = `${'1'.repeat(MANY)}x`;
		const video = {
			viralScore: digits,
			videoMsDuration: digits,
			relatedTopic: digits,
			videoUrl: `https://h.example/?Expires=${digits}`,
		};
		const body = text({ code: 2000, projectId: 7, videos: [video] });
		expectLinear(() => expect(readDelivery(body)).not.toBeNull());
	});
});

describe('a failure that a webhook call tells', () => {
	it('is read with its code and message', () => {
		const delivery = readDelivery(text({ code: 4002, projectId: 7, errMsg: 'clipping failed' }));
		if (delivery === null || !('failure' in delivery)) throw new Error('no failure');
		expect(failedProject('7', delivery.failure)).toEqual({
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
