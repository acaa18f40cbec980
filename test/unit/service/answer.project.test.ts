import { isSuccess, noAnswer, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import { projectOf, read } from '../given/answers';

const ERROR_STATUSES = [400, 401, 403, 404, 422, 429, 500, 502, 503];

describe('an answer to create', () => {
	test.each<[unknown, string]>([
		[{ code: 2000, projectId: 20417733, errMsg: '' }, '20417733'],
		[{ code: '2000', projectId: '20417733' }, '20417733'],
		[{ code: 1000, projectId: 5 }, '5'],
		[{ projectId: 5 }, '5'],
		[{ code: null, projectId: 5 }, '5'],
		['{"code":2000,"projectId":12345678901234567890}', '12345678901234567890'],
		[{ code: 2000, projectId: 5, message: 'queued' }, '5'],
		[{ code: 2000, projectId: 5, videos: null }, '5'],
	])('is accepted with an exact project: %j', (body, projectId) => {
		for (const status of [200, 201, 202]) {
			const answer = read('create', body, status);
			expect(answer.outcome).toBe('accepted');
			expect(projectOf(answer)).toMatchObject({ projectId, status: 'processing', clipCount: 0 });
		}
	});

	test.each<[unknown]>([
		[{ code: 2000 }],
		[{ code: 2000, projectId: null }],
		[{ code: 2000, projectId: '' }],
		[{ code: 2000, projectId: {} }],
		[{ code: 2000, projectId: 1.5 }],
		[{ code: 2000, data: { projectId: 5 } }],
		[{ code: 1000 }],
	])('without a project leaves it unknown whether one exists, and shows what came: %j', (body) => {
		expect(read('create', body)).toMatchObject({
			outcome: 'unreadable',
			mayHaveCreated: true,
			projectId: null,
			excerpt: JSON.stringify(body),
		});
	});

	test.each(ERROR_STATUSES)('that says both accepted and HTTP %i leaves it unknown', (status) => {
		for (const code of [2000, '2000', 1000]) {
			const answer = read('create', { code, projectId: 5 }, status);
			expect(answer).toMatchObject({ mayHaveCreated: true, projectId: '5', code: String(code) });
		}
	});
});

describe('an answer to query', () => {
	test.each<[unknown]>([
		[{ code: 1000, projectId: 7, videos: [] }],
		[{ code: '1000' }],
		[{ code: 1000, videos: null, errMsg: 'in the queue' }],
		[{ code: 1000, videos: [{ videoId: 1 }] }],
	])('means processing: %j', (body) => {
		const answer = read('query', body);
		expect(answer.outcome).toBe('processing');
		expect(projectOf(answer)).not.toHaveProperty('clips');
		expect(projectOf(answer)).toMatchObject({ projectId: '7', status: 'processing', clipCount: 0 });
	});

	test.each<[unknown, number]>([
		[{ code: 2000, videos: [{ videoId: 1 }, { videoId: 2 }] }, 2],
		[{ code: '2000', videos: [{ videoId: 1 }] }, 1],
		[{ code: 2000, videos: [] }, 0],
		[{ code: 2000, videos: null }, 0],
		[{ code: 2000 }, 0],
		[{ code: 2000, videos: [null, 'x', 5, []] }, 0],
		[{ videos: [{ videoId: 1 }] }, 1],
		[{ code: 2000, errMsg: 'all good', videos: [{ videoId: 1 }] }, 1],
	])('means ready: %j', (body, clipCount) => {
		const answer = read('query', body);
		expect(answer.outcome).toBe('ready');
		expect(projectOf(answer)).toMatchObject({ projectId: '7', status: 'ready', clipCount });
		expect(projectOf(answer).clips).toHaveLength(clipCount);
	});

	test.each([{ projectId: 7 }, { projectId: 7, videos: [] }])(
		'without a code and without clips says nothing: %j',
		(body) => {
			expect(read('query', body).outcome).toBe('unreadable');
		},
	);

	test.each<[unknown, string | null]>([
		[8, '8'],
		['8', '8'],
		[undefined, null],
		[0, null],
		['../8', null],
		[{ id: 8 }, null],
	])(
		'keeps the ID that was asked for, and tells what the service calls the project: %j',
		(projectId, named) => {
			for (const code of [1000, 2000]) {
				const answer = read('query', { code, projectId, videos: [{ videoId: 1 }] });
				expect(answer).toMatchObject({ project: { projectId: '7' }, named });
			}
		},
	);

	test.each(ERROR_STATUSES)('is not ready with HTTP %i', (status) => {
		expect(isSuccess(read('query', { code: 2000, videos: [{ videoId: 1 }] }, status))).toBe(false);
	});

	it('always names the project, and never claims that one may have been created', () => {
		for (const body of ['', '{}', { code: 4002 }, { code: 9 }]) {
			expect(read('query', body)).toMatchObject({ projectId: '7', mayHaveCreated: false });
		}
		expect(readAnswer('query', 200, '{"code":4002,"projectId":8}', '7')).toMatchObject({
			projectId: '7',
			named: '8',
		});
	});
});

describe('an answer to create that leaves a doubt', () => {
	it.each([
		['a refusal that names a project', 200, '{"code":4002,"projectId":20417733}'],
		['a limit that names a project', 200, '{"code":4003,"projectId":20417733}'],
		['"see other"', 303, ''],
		['an ID that cannot be asked for', 200, '{"code":2000,"projectId":"../../admin?x=1"}'],
		['the ID 0', 200, '{"code":2000,"projectId":0}'],
	])('may have created a project: %s', (_name, status, body) => {
		expect(readAnswer('create', status, body)).toMatchObject({ mayHaveCreated: true });
	});

	it.each([0, '"0"', 'null', '""'])('is a plain refusal with the project %s', (projectId) => {
		const answer = readAnswer('create', 200, `{"code":4002,"projectId":${projectId}}`);
		expect(answer).toMatchObject({ outcome: 'failed', mayHaveCreated: false });
	});
});

describe('no answer at all', () => {
	test.each([
		['create', true, true],
		['create', false, false],
		['query', true, false],
		['query', false, false],
	] as const)('to %s, sent: %p, may have created a project: %p', (call, sent, mayHaveCreated) => {
		expect(noAnswer(call, 'ECONNRESET', sent, '7')).toEqual({
			outcome: 'temporary',
			code: null,
			serviceMessage: 'ECONNRESET',
			retryAfterMs: null,
			httpStatus: null,
			excerpt: '',
			projectId: '7',
			named: null,
			mayHaveCreated,
		});
	});
});
