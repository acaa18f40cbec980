import {
	failedProject,
	hasFailed,
	isUnknown,
	readDeliveredId,
} from '../../../nodes/Clip/service/rules/delivery';
import { failure, failureOf, read } from '../given/answers';

describe('the project that a webhook call names', () => {
	it.each([
		['{"code":4002,"projectId":20417733,"videos":"none"}', '20417733'],
		['\ufeff{"projectId" :\n"a-1_B"}', 'a-1_B'],
		['{"videos":[{"projectId":9007199254740992}],"projectId":9007199254740993}', '9007199254740993'],
	])('is exact: %s', (body, id) => expect(readDeliveredId(body)).toBe(id));

	const values = ['""', '{}', '[5]', 'true', '1.5', '"../../admin"', '1e400', '1e20', '"5\\n6"'];
	it.each(['', '[]', 'null', '{"projectId":', ...values.map((value) => `{"projectId":${value}}`)])(
		'is none: %s',
		(body) => expect(readDeliveredId(body)).toBeNull(),
	);
});

describe('a failure that the service tells when it is asked', () => {
	it('comes out with its code and message', () => {
		const failed = failure({ outcome: 'failed', code: '4002', serviceMessage: 'clipping failed' });
		const item = { projectId: '7', status: 'failed', code: '4002', message: 'clipping failed' };
		expect(failedProject('7', failed)).toEqual(item);
	});

	it.each([
		['one of the project', [4002, 4004, 4005, 4007, 4008, 4010, 4242], 200, true, false],
		['that there is no such project', [-1000, 4006], 200, false, true],
		['none of the project', [4001, 4003, undefined], 200, false, false],
		['none of the project where a server in front says it', [undefined], 404, false, false],
	])('is %s with the codes %j and HTTP %i', (_what, codes, status, failed, unknown) => {
		for (const code of codes) {
			const answer = failureOf(read('query', { code }, status));
			expect([code, hasFailed(answer), isUnknown(answer)]).toEqual([code, failed, unknown]);
		}
	});
});
