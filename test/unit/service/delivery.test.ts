import { readDeliveredId, readDeliveredProject } from '../../../nodes/Clip/service/delivery';

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
		expect(readDeliveredProject(text(body))).toBeNull();
	});

	test.each(['://', '?', '\\', '"', '1', '-', ' ', 'a?b '])(
		'is looked for in linear time, since anybody may send megabytes of %j',
		(part) => {
			const start = performance.now();
			const body = { projectId: `${part.repeat(12_000_000 / part.length)}!` };
			expect(readDeliveredId(JSON.stringify(body))).toBeNull();
			expect(performance.now() - start).toBeLessThan(5_000);
		},
	);
});

describe('the project that a webhook call carries', () => {
	it('is read like the answer to a query', () => {
		const body = { code: 2000, projectId: 7, videos: [{ videoId: 1, viralScore: '9' }] };
		expect(readDeliveredProject(text(body))).toMatchObject({
			projectId: '7',
			status: 'ready',
			clips: [{ videoId: '1', viralScore: 9, projectId: '7' }],
		});
	});

	test.each<[unknown]>([
		[{ code: 1000, projectId: 7, videos: [{ videoId: 1 }] }],
		[{ code: 4002, projectId: 7, videos: [{ videoId: 1 }] }],
		[{ code: 'FAILED', projectId: 7, videos: [{ videoId: 1 }] }],
		[{ code: 5000, projectId: 7 }],
		[{ projectId: 7 }],
		[{ code: 2000, projectId: 7, videos: {} }],
	])('is none when it is not about a ready project: %j', (body) => {
		expect(readDeliveredId(text(body))).toBe('7');
		expect(readDeliveredProject(text(body))).toBeNull();
	});

	it('is read in linear time, however long its numbers are', () => {
		const digits = `${'1'.repeat(4_000_000)}x`;
		const video = {
			viralScore: digits,
			videoMsDuration: digits,
			relatedTopic: digits,
			videoUrl: `https://h.example/?Expires=${digits}`,
		};
		const start = performance.now();
		expect(readDeliveredProject(text({ code: 2000, projectId: 7, videos: [video] }))).not.toBeNull();
		expect(performance.now() - start).toBeLessThan(5_000);
	});
});
