import { itemsOf } from '../../host';
import type { Bed } from '../bed';
import { clip, fields, flow, startWith } from '../flows';

const get = clip('Get', { operation: 'get' });

/** The main job. */
export function clipCases(bed: Bed): void {
	it('turn several videos into ranked clips, each linked to its video, with one submission for each', async () => {
		const videos = [
			{ label: 'harbour', videoUrl: 'https://media.example.com/linking/harbour.mp4' },
			{ label: 'farm', videoUrl: 'https://www.youtube.com/watch?v=linking-farm' },
			{ label: 'tides', videoUrl: 'https://vimeo.com/4711?linking' },
		];
		const execution = await bed.run(
			flow('Several videos', [
				...startWith('Videos', videos),
				clip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}' }),
				get,
				fields('Post', {
					projectId: '={{ $json.projectId }}',
					created: "={{ $('Create').item.json.projectId }}",
					label: "={{ $('Videos').item.json.label }}",
					rank: '={{ $json.rank }}',
					score: '={{ $json.viralScore }}',
				}),
			]),
		);
		expect(execution.error).toBeUndefined();

		const submissions = bed.submissionsOf('linking');
		expect(submissions.map(({ body }) => body)).toMatchObject(videos.map(({ videoUrl }) => ({ videoUrl })));
		const posts = itemsOf(execution, 'Post').map(({ json }) => json);
		for (const [index, { label }] of videos.entries()) {
			const { projectId } = submissions[index] ?? {};
			const own = posts.filter((post) => post.projectId === projectId);
			expect(own.length).toBeGreaterThanOrEqual(4);
			expect(new Set(own.map((post) => `${String(post.created)} ${String(post.label)}`))).toEqual(
				new Set([`${projectId ?? ''} ${label}`]),
			);
			expect(own.map(({ rank }) => rank)).toEqual(own.map((_, place) => String(place + 1)));
			const scores = own.map(({ score }) => Number(score));
			expect(scores).toEqual([...scores].sort((a, b) => b - a));
		}
		expect(posts).toHaveLength(itemsOf(execution, 'Get').length);
	});

	it('give no item, and say why, when the keywords match nothing', async () => {
		const execution = await bed.run(
			flow('Nothing matches', [
				...startWith('Videos', [{ videoUrl: 'https://www.youtube.com/watch?v=nothing' }]),
				clip('Create', {
					operation: 'create',
					videoUrl: '={{ $json.videoUrl }}',
					waitForClips: false,
					additionalFields: { keywords: 'moments about sim-nothing' },
				}),
				get,
				fields('Post', { never: 'runs' }),
			]),
		);
		const [submission] = bed.submissionsOf('v=nothing');
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Get')).toEqual([]);
		expect(execution.nodes.Get?.[0]?.hints).toEqual([
			expect.stringMatching(`Project ${submission?.projectId ?? ''} is ready, but has no clips.*Keywords`),
		]);
		expect(execution.nodes).not.toHaveProperty('Post');
	});

	it('keep ids above 2^53 exactly', async () => {
		bed.simulator.configure({ idStyle: 'big' });
		const execution = await bed
			.run(
				flow('Big ids', [
					...startWith('Videos', [{ videoUrl: 'https://www.youtube.com/watch?v=big-ids' }]),
					clip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}' }),
					get,
				]),
			)
			.finally(() => bed.simulator.configure({ idStyle: 'number' }));
		const [submission] = bed.submissionsOf('v=big-ids');
		expect(submission?.projectId).toMatch(/^90071993\d+5$/);
		const clips = itemsOf(execution, 'Get').map(({ json }) => json);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		for (const { projectId, videoId } of clips) {
			expect(projectId).toBe(submission?.projectId);
			expect(videoId).toMatch(/^90071993\d+5$/);
		}
	});
}
