import { compact } from '../../../nodes/Clip/service/rules/compact';
import { readProject } from '../../../nodes/Clip/service/rules/project';

const video = (videoId: number) => ({
	videoId,
	title: `Clip ${videoId}`,
	viralScore: String(10 - videoId / 100),
	viralReason: 'a hook',
	transcript: 'words '.repeat(1_000),
	videoUrl: `https://media.example/${videoId}.mp4?Signature=x`,
	videoMsDuration: 41_250,
	starred: 0,
});

const project = (count: number) =>
	readProject(
		{ code: 2000, videos: Array.from({ length: count }, (_, id) => video(id)), creditsUsed: 31 },
		'20417733',
		'ready',
	);

describe('What an AI agent gets', () => {
	it('of a clip: what it takes to choose and use it, without transcript and empty fields', () => {
		expect(compact(project(1).clips?.[0] ?? {})).toEqual({
			projectId: '20417733',
			rank: 1,
			videoId: '0',
			title: 'Clip 0',
			viralScore: 10,
			viralReason: 'a hook',
			relatedTopics: [],
			durationSeconds: 41.25,
			videoUrl: 'https://media.example/0.mp4?Signature=x',
		});
	});

	it('of a project: how it stands, and its twenty best clips in short', () => {
		const { clips, ...others } = compact(project(50));
		expect(others).toEqual({ projectId: '20417733', status: 'ready', clipCount: 50 });
		expect(clips).toHaveLength(20);
		expect(JSON.stringify(clips).length).toBeLessThan(4_000);
		expect(clips).toEqual(expect.arrayContaining([expect.objectContaining({ rank: 1, videoId: '0' })]));
	});

	it('of a project that is still processed: its status', () => {
		const processing = readProject({ code: 1000, videos: [] }, '1', 'processing');
		expect(compact(processing)).toEqual({ projectId: '1', status: 'processing', clipCount: 0 });
	});

	it('of an error: all of it', () => {
		const error = { error: 'The service could not clip this video', details: { projectId: '1' } };
		expect(compact(error)).toBe(error);
	});
});
