import { readProject } from '../../../nodes/Clip/service/rules/project';

describe('a project', () => {
	it('that is ready holds its clips, best first, and what else came', () => {
		const body = {
			code: 2000,
			projectId: 7,
			projectName: 'Harbour',
			shareLink: 'https://s.example/7',
			creditsUsed: 31,
			videos: [
				{ videoId: 1, viralScore: '9' },
				{ videoId: 2, viralScore: '10' },
			],
		};
		const project = readProject(body, '7', 'ready');
		expect(project).toMatchObject({
			projectId: '7',
			projectName: 'Harbour',
			status: 'ready',
			clipCount: 2,
			shareLink: 'https://s.example/7',
			creditsUsed: 31,
			clips: [
				{ videoId: '2', rank: 1, projectId: '7', projectName: 'Harbour' },
				{ videoId: '1', rank: 2 },
			],
		});
		expect(Object.keys(project)).toEqual([
			'projectId',
			'projectName',
			'status',
			'clipCount',
			'clips',
			'shareLink',
			'creditsUsed',
		]);
	});

	it('that is still processing holds no clips', () => {
		expect(readProject({ code: 1000, videos: [{ videoId: 1 }], clips: 1 }, '7', 'processing')).toEqual({
			projectId: '7',
			projectName: null,
			status: 'processing',
			clipCount: 0,
			shareLink: null,
		});
	});

	test.each<[object, object]>([
		[{ errMsg: '', message: null, msg: '' }, {}],
		[{ errMsg: 'soon' }, { errMsg: 'soon' }],
		[{ error: 'x' }, { serviceError: 'x' }],
		[
			{ note: '', nothing: null },
			{ note: '', nothing: null },
		],
		[
			{ projectName: 5, shareLink: {} },
			{ projectName: '5', shareLink: null },
		],
		[{ status: 'FINISHED', clipCount: 9 }, {}],
		[{ projectId: 8 }, {}],
	])('reads %j as %j', (fields, read) => {
		const empty = {
			projectId: '7',
			projectName: null,
			status: 'ready',
			clipCount: 0,
			clips: [],
			shareLink: null,
		};
		expect(readProject({ code: 2000, ...fields }, '7', 'ready')).toEqual({ ...empty, ...read });
	});
});
