import { isProjectAnswer } from '../../../nodes/Clip/service/rules/answer';
import { projectOf, read } from '../given/answers';

describe('An answer to a query', () => {
	it.each([
		'{"code":1000,"projectId":7,"videos":[]}',
		'{"code":"1000","videos":[{}]}',
		'{"code":1000,"steps":[{"a":1}]}',
		'{"code":1000,"errMsg":"queued, {pos 3}"}',
		'{"code":1000,"videos":""}',
	])('finds the project processing: %s', (body) => {
		const project = projectOf(read('query', body));
		expect(read('query', body)).toMatchObject({ progress: 'processing' });
		expect(project).not.toHaveProperty('clips');
		expect(project).toMatchObject({ projectId: '7', status: 'processing', clipCount: 0 });
	});

	it.each([
		[{ code: 2000, videos: [{ videoId: 1 }, { videoId: 2 }] }, 2],
		[{ code: '2000', videos: null, errMsg: 'all good' }, 0],
		[{ code: 2000, videos: [null, 'x', 5, []] }, 0],
		[{ videos: [{ videoId: 1 }] }, 1],
	])('finds the project ready: %j', (body, clipCount) => {
		const project = projectOf(read('query', body));
		expect(project).toMatchObject({ projectId: '7', status: 'ready', clipCount });
		expect(project.clips).toHaveLength(clipCount);
		expect(isProjectAnswer(read('query', body, 404))).toBe(false);
	});

	it.each([
		{ data: { videos: [{ videoId: 1 }] } },
		{ result: { videos: [{ videoId: 1 }] } },
		{ clips: [{ videoId: 1 }] },
		{ list: [5, { videoId: 1 }] },
		{ videoList: '[{"videoId":1}]' },
		{ data: '{"videos":[{"videoId":1}]}' },
		{ videos: null, anything: { deep: [[], [5, { videoId: 1 }]] } },
	])('does not take clips under another name for none, and shows the answer: %j', (fields) => {
		const body = JSON.stringify({ code: 2000, ...fields });
		const excerpt = body.replaceAll('\\"', '"');
		expect(read('query', body)).toMatchObject({ kind: 'unreadable', code: 2000, excerpt });
	});

	it.each([
		{},
		{ videos: null, tags: ['a'], data: { videos: [] } },
		{ videos: [], editors: [{ name: 'x' }] },
		{ owner: { name: 'x' } },
	])('finds a project without clips where there is no such list, or the list of clips: %j', (fields) => {
		const project = projectOf(read('query', { code: 2000, ...fields }));
		expect(project).toMatchObject({ status: 'ready', clipCount: 0, clips: [] });
	});

	it.each(['{"projectId":7}', '{"projectId":7,"videos":[]}'])('learns nothing from %s', (body) => {
		expect(read('query', body)).toMatchObject({ kind: 'unreadable' });
	});

	it.each([
		[{ code: 5000 }, 401, 'authentication'],
		[{ code: 5000 }, 429, 'rateLimited'],
		[{ code: 9 }, 429, 'rateLimited'],
		[{ code: 9 }, 400, 'unreadable'],
	])('with %j and HTTP %i is %s: the status outweighs a code that says little', (body, status, kind) => {
		expect(read('query', body, status)).toMatchObject({ kind });
	});

	it.each([4000, 4011, 4999])('is told by the unknown code %i that the project failed', (code) => {
		expect(read('query', { code }, 400)).toMatchObject({ kind: 'failed', code });
	});

	it.each([
		[8, '8'],
		['8', '8'],
		[undefined, null],
		[0, null],
		['../8', null],
	])(
		'keeps the ID that was asked for, and tells what the service calls the project: %j',
		(projectId, idInAnswer) => {
			for (const code of [1000, 2000])
				expect(read('query', { code, projectId })).toMatchObject({ project: { projectId: '7' }, idInAnswer });
			expect(read('query', { code: 4002, projectId })).toMatchObject({
				projectId: '7',
				fate: 'failed',
			});
		},
	);
});
