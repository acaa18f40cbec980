import { readAnswer } from '../../../nodes/Clip/interface/answer';

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
