import { classOfCode } from '../../../nodes/Clip/interface/outcome';
import { isJsonObject, type JsonObject, parseJson } from '../../../nodes/Clip/lib/json';
import { failure } from '../given/answers';
import { expectLinear, MANY } from '../given/linear';
import {
	exactBody,
	failedProject,
	hasFailed,
	isUnknown,
	outlineOf,
	readDeliveredId,
	readDelivery,
} from '../../../nodes/Clip/interface/delivery';

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

/** A body as n8n parses it. */
function parsed(body: unknown): unknown {
	try {
		return JSON.parse(text(body));
	} catch {
		return undefined;
	}
}

const idOf = (body: unknown) => readDeliveredId(parsed(body), () => text(body));

/** What an outline and the whole body tell, which must be the same. */
function toldBy(body: unknown) {
	const object = parsed(body);
	if (!isJsonObject(object)) throw new Error('no object');
	const outline = outlineOf(object, '7');
	const delivery = readDelivery(parseJson(text(body)), '7');
	const whole = delivery === null ? 'neither' : 'failure' in delivery ? 'failed' : 'ready';
	expect(outline).toBe(whole);
	return delivery;
}

describe('the project that a webhook call names', () => {
	test.each<[unknown, string]>([
		[{ projectId: 20417733 }, '20417733'],
		[{ projectId: 'a-1_B' }, 'a-1_B'],
		['{"code":2000,"projectId":12345678901234567890}', '12345678901234567890'],
	])('is exact: %j', (body, id) => expect(idOf(body)).toBe(id));

	it('is read from the text only where n8n has rounded it', () => {
		const readText = jest.fn(() => '{"projectId":9007199254740993}');
		expect(readDeliveredId({ projectId: 9007199254740991 }, readText)).toBe('9007199254740991');
		expect(readText).not.toHaveBeenCalled();
		expect(readDeliveredId({ projectId: 9007199254740992 }, readText)).toBe('9007199254740993');
	});

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

describe('the project that a webhook call carries', () => {
	it('is read like the answer to a query', () => {
		const body = { code: 2000, projectId: 7, videos: [{ videoId: 1, viralScore: '9' }] };
		expect(toldBy(body)).toMatchObject({
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
		expect(idOf(body)).toBe('7');
		expect(toldBy(body)).toBeNull();
	});

	test.each<[unknown]>([
		[{ code: 2000, projectId: 7 }],
		[{ code: '2000', projectId: 7, videos: null }],
		[{ code: 2000, projectId: 7, videos: [] }],
		[{ projectId: 7, videos: [{ videoId: 1 }, { videoId: 2 }] }],
		[{ code: null, projectId: 7, videos: [{}] }],
		[{ code: 4002, projectId: 7, videos: 'none' }],
		[{ code: {}, projectId: 7, videos: [{}] }],
		[{ code: 2000, projectId: 7, videos: 0 }],
		[{ code: 2000, projectId: 7, videos: '' }],
		['{"code":9007199254740993,"projectId":7,"videos":[{}]}'],
		[`{"code":2000,"projectId":7,"videos":[{"x":${'['.repeat(3000)}${']'.repeat(3000)}}]}`],
	])('is told by its outline before it is read: %j', (body) => void toldBy(body));

	const clips = (count: number, clip: object = {}) => ({
		code: 2000,
		projectId: 7,
		videos: Array.from({ length: count }, () => clip),
	});
	const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [index, 0]));
	test.each<[string, JsonObject, string]>([
		['a thousand clips', clips(1_000, { videoId: 1, title: 'x', transcript: 'x'.repeat(3_000) }), 'ready'],
		['more clips than any project has', clips(1_001), 'tooMuch'],
		['as many lists', { code: 2000, projectId: 7, x: Array.from({ length: 60_000 }, () => []) }, 'tooMuch'],
		['as many keys', { code: 2000, projectId: 7, x: keys }, 'tooMuch'],
		['as many values in clips', clips(10, { x: Array(6_000).fill(0) }), 'tooMuch'],
	])('is bounded: %s', (_what, body, outline) => expect(outlineOf(body, '7')).toBe(outline));

	it('is read in linear time, however long its numbers are', () => {
		const digits = `${'1'.repeat(MANY)}x`;
		const video = {
			viralScore: digits,
			videoMsDuration: digits,
			relatedTopic: digits,
			videoUrl: `https://h.example/?Expires=${digits}`,
		};
		const body = text({ code: 2000, projectId: 7, videos: [video] });
		expectLinear(() => expect(readDelivery(parseJson(body), '7')).not.toBeNull());
	});
});

describe('a call that is taken at its word', () => {
	test.each([
		['long IDs', '{"videos":[{"videoId":9007199254740993,"score":9.5}]}'],
		['long negative numbers', '{"a":-9007199254740993}'],
		['nothing special', '{"code":2000,"videos":[{"videoId":1,"a":null,"b":[true,"x",1.5,1e300]}]}'],
	])('is read like any answer: %s', (_what, body) => {
		const own = parsed(body);
		if (!isJsonObject(own)) throw new Error('no object');
		expect(JSON.stringify(exactBody(own, () => body))).toBe(JSON.stringify(parseJson(body)));
	});

	it('is not parsed a second time where that would make the same of it', () => {
		const body = { code: 2000, videos: [{ videoId: 31550021, title: 'a', viralScore: '9.5' }] };
		const readText = jest.fn(() => '{}');
		expect(exactBody(body, readText)).toBe(body);
		expect(readText).not.toHaveBeenCalled();
	});
});

describe('a failure that a webhook call tells', () => {
	it('is read with its code and message', () => {
		const delivery = toldBy({ code: 4002, projectId: 7, errMsg: 'clipping failed' });
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
