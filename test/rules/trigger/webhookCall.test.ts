import { hasProbablyFailed } from '../../../nodes/Clip/service/rules/codes';
import { projectIdInCall } from '../../../nodes/Clip/trigger/rules/webhookCall';
import { failureOf, read } from '../given/answers';

describe('the project that a webhook call names', () => {
	it.each([
		['{"code":4002,"projectId":20417733,"videos":"none"}', '20417733'],
		['\ufeff{"projectId" :\n"a-1_B"}', 'a-1_B'],
		['{"videos":[{"projectId":9007199254740992}],"projectId":9007199254740993}', '9007199254740993'],
	])('is exact: %s', (body, projectId) => expect(projectIdInCall(body)).toBe(projectId));

	const values = ['""', '{}', '[5]', 'true', '1.5', '"../../admin"', '1e400', '1e20', '"5\\n6"'];
	it.each([
		...['x', '[]', 'null', '5', 'event=test', '{"projectId":', '{"event":"test"'],
		...values.map((value) => `{"projectId":${value}}`),
		...['id', 'ID', 'uuid', 'videoId', 'taskID', 'job_id', 'project', 'Project-Id', 'projectID'].map(
			(name) => `{"event":"test","data":[{"${name}":5}]}`,
		),
		'{"data":{"projectId":5}}',
		...['[{"projectId":5}]', '{"data":[{"projectId":5},{"projectId":6}]}'],
		...['{"payload":"{\\"projectId\\":5}"}', 'payload={"projectId":5}', 'projectId=..%2F5'],
		'{"__proto__":{"projectId":5}}',
		...['', '{} \ufeff'],
	])('is missing where there should be one: %s', (body) => expect(projectIdInCall(body)).toBeUndefined());
});

describe('a failure that the service tells when it is asked', () => {
	it.each([
		['one of the project', [4002, 4004, 4005, 4007, 4008, 4010, 4242], 200, true, false],
		['that there is no such project', [-1000, 4006], 200, false, true],
		['none of the project', [4001, 4003, undefined], 200, false, false],
		[
			'none of the project where a server in front has a code of its own',
			['NoCredit', 40201],
			402,
			false,
			false,
		],
		['none of the project where a server in front says it', [undefined], 404, false, false],
	])('is %s with the codes %j and HTTP %i', (_what, codes, status, failed, unknown) => {
		for (const code of codes) {
			const answer = failureOf(read('query', { code }, status));
			const told = [code, hasProbablyFailed(answer), answer.fate === 'unknownProject'];
			expect(told).toEqual([code, failed, unknown]);
		}
	});
});
