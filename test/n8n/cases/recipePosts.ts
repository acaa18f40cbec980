import { itemsOf } from '../../../tools/host';
import { example, fetched, servedFile, type RecipeBed } from '../../../tools/beds/recipeBed';
import { paused } from './durableRuns';
import { expectWhole } from '../expecting';

/**
 * The recipe that posts the best clips of one video by itself.
 *
 * @returns what starts it, so that others can go on meanwhile
 */
export function oneVideoCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('one-video-to-youtube.json');
	let id = '';

	it('publishes the very files of the three best clips, as private, with their hashtags', async () => {
		const run = await bed.client.waitForExecution(id);
		expectWhole(run, workflow);
		const clips = itemsOf(run, 'Get Best Clips');
		const wanted = clips.map(async (clip) => ({
			platform: 'youtube',
			file: await servedFile(clip),
			about: expect.objectContaining({
				title: clip.json.title,
				categoryId: '22',
				description: clip.json.caption,
				privacyStatus: 'private',
			}),
		}));
		expect(wanted).toHaveLength(3);
		expect(bed.posts()).toEqual(await Promise.all(wanted));
	});

	return async () => {
		id = await bed.start(workflow);
		await paused(bed, id);
	};
}

/** The recipe with several ends behind one trigger. */
export function postCases(bed: RecipeBed): void {
	it('gives the very files of the three best clips to YouTube and to Instagram, each once, and sends one message', async () => {
		const workflow = example('when-clips-are-ready.json');
		const before = bed.posts().length;
		const run = await bed.delivered(workflow, 'https://www.youtube.com/watch?v=several-ends');
		expectWhole(run, workflow);
		const clips = itemsOf(run, 'Clip Trigger');
		expect(clips.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		const files = await Promise.all(clips.map(servedFile));

		const posts = bed.posts().slice(before);
		const onYouTube = posts.filter(({ platform }) => platform === 'youtube');
		expect(onYouTube.map(({ file }) => file)).toEqual(files);
		const reels = posts.filter(({ platform }) => platform === 'instagram');
		const told = await Promise.all(
			reels.map(async ({ file, about }) => ({ file: await fetched(file), about })),
		);
		expect(told).toEqual(
			clips.map(({ json }, index) => ({
				file: files[index],
				about: { media_type: 'REELS', caption: json.caption },
			})),
		);

		const titles = clips.map(({ json }) => String(json.title));
		const { projectName } = clips[0]?.json ?? {};
		const notices = bed.receivers.notices.filter((body) => JSON.stringify(body).includes('new clips of'));
		expect(notices).toEqual([{ text: [`3 new clips of ${String(projectName)}:`, ...titles].join('\n') }]);
	});

	it('calls no other host than the platforms', () => {
		expect(bed.recorder.refused).toEqual([]);
	});
}
