import { compactForAgent, SIMPLE_FIELDS, simplifyClip } from '../../../nodes/Clip/get/rules/compact';
import { readProject } from '../../../nodes/Clip/service/rules/project';

const video = (videoId: number) => ({
	...{ videoId, title: `Clip ${videoId}`, viralScore: 10 - videoId / 100, viralReason: 'a hook', starred: 0 },
	...{ transcript: 'words '.repeat(1_000), videoUrl: 'https://media.example/a.mp4', videoMsDuration: 41_250 },
});

describe('What an AI agent gets', () => {
	const videos = Array.from({ length: 50 }, (_, id) => video(id));
	const project = readProject({ videos, creditsUsed: 31 }, '7', 'ready');
	const listed = {
		...{ rank: 1, videoId: '0', title: 'Clip 0', viralScore: 10, durationSeconds: 41.25 },
		...{ videoUrl: 'https://media.example/a.mp4', projectId: '7', viralReason: 'a hook', caption: 'Clip 0' },
	};

	it('of a clip: what it takes to choose and use it, without transcript and empty fields', () => {
		expect(compactForAgent(project.clips?.[0] ?? {})).toEqual(listed);
	});

	it('of a clip has the fields of a simplified one, which has each of them', () => {
		const [clip] = readProject({ videos: [{}] }, '7', 'ready').clips ?? [];
		expect(Object.keys(clip === undefined ? {} : simplifyClip(clip))).toEqual([...SIMPLE_FIELDS]);
	});

	it('of a project: how it stands, and its twenty best clips in short', () => {
		const { clips, ...others } = compactForAgent(project);
		expect(others).toEqual({ projectId: '7', status: 'ready', clipCount: 50 });
		expect(clips).toHaveLength(20);
		expect(clips).toEqual(expect.arrayContaining([listed]));
	});

	it('of a project for which the service sends a rank: the project, not a clip', () => {
		const ranked = readProject({ videos: [video(1)], rank: 3 }, '7', 'ready');
		expect(compactForAgent(ranked)).toMatchObject({ status: 'ready', clipCount: 1 });
	});

	it('of an error: all of it', () => {
		const error = { error: 'The service could not clip this video', details: { projectId: '1' } };
		expect(compactForAgent(error)).toBe(error);
	});
});

describe('What stays as it is for an AI agent', () => {
	it.each([
		[{ status: 'ready', name: 'a row of a table' }],
		[{ projectId: '7', name: 'a row of a table' }],
		[{ error: 'It failed', details: { outcome: 'quota' } }],
	])('is what is neither project nor clip: %j', (json) => expect(compactForAgent(json)).toEqual(json));

	it('is a row of a table that has a list of its own', () => {
		const row = { projectId: '7', clips: [{ transcript: 'all of it' }] };
		expect(compactForAgent(row)).toBe(row);
	});

	it('is the list of a project that has none', () => {
		expect(compactForAgent({ projectId: '7', status: 'failed', clips: null })).toEqual({
			projectId: '7',
			status: 'failed',
		});
	});

	it('is no entry of the list that is no clip', () => {
		const { clips } = compactForAgent({
			projectId: '7',
			status: 'ready',
			clips: [null, 'x', { rank: 1, title: 'A' }],
		});
		expect(clips).toEqual([{ rank: 1, title: 'A' }]);
	});
});
