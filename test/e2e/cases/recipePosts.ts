import { itemsOf, type Execution } from '../../host';
import { example, expectWhole, fetched, servedFile, type RecipeBed } from '../recipeBed';
import { deliverTo } from '../recipeDelivery';

const files = {
	instagram: 'ready-clips-to-instagram-reels.json',
	tiktok: 'ready-clips-to-tiktok.json',
	youtube: 'ready-clips-to-youtube.json',
} as const;

type Platform = keyof typeof files;

/** What each platform is told about a clip. */
const told: Record<Platform, (clip: Record<string, unknown>) => object> = {
	instagram: ({ title }) => ({ media_type: 'REELS', caption: title }),
	tiktok: ({ title }) => ({ title, privacy_level: 'SELF_ONLY' }),
	youtube: ({ title, relatedTopics }) => ({
		title,
		categoryId: '22',
		description: [relatedTopics]
			.flat()
			.map((topic) => `#${String(topic).replaceAll(' ', '')}`)
			.join(' '),
		privacyStatus: 'private',
	}),
};

const byFile = <T extends { file: { sha256: string } }>(all: readonly T[]): T[] =>
	[...all].sort((one, other) => one.file.sha256.localeCompare(other.file.sha256));

/** The recipe that posts the best clips of one video by itself. */
export function oneVideoCases(bed: RecipeBed): void {
	it('runs every node to the end, and publishes the very files of the three best clips', async () => {
		const workflow = example('one-video-to-youtube.json');
		const before = bed.posts().length;
		const run = await bed.run(workflow);
		expectWhole(run, workflow);
		const wanted = await Promise.all(itemsOf(run, 'Get Best Clips').map(servedFile));
		expect(wanted).toHaveLength(3);
		const posted = bed.posts().slice(before);
		expect(posted.map(({ file }) => file)).toEqual(wanted);
	});
}

/** The recipes that post to a platform when the service says that clips are ready. */
export function postCases(bed: RecipeBed): void {
	const platforms: readonly Platform[] = ['instagram', 'tiktok', 'youtube'];
	const runs = new Map<Platform, Execution | undefined>();

	beforeAll(async () => {
		const workflows = platforms.map((platform) => example(files[platform]));
		const saved = await deliverTo(bed, workflows, 'https://www.youtube.com/watch?v=post-recipes');
		for (const [index, platform] of platforms.entries()) {
			const { id = '' } = saved[index] ?? {};
			const [run] = await bed.client.waitForExecutionsOf(id, 1);
			runs.set(platform, run);
			await bed.client.deactivateWorkflow(id);
		}
	});

	describe.each(platforms)('to %s', (platform) => {
		it('runs every node to the end', () => expectWhole(runs.get(platform), example(files[platform])));

		it('publishes the very files of the three best clips, each once, with what is said about them', async () => {
			const run = runs.get(platform);
			const clips = run === undefined ? [] : itemsOf(run, 'Clip Trigger');
			expect(clips.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
			const wanted = await Promise.all(
				clips.map(async (clip) => ({ file: await servedFile(clip), about: told[platform](clip.json) })),
			);
			// HTTP Request sends its items at once, so they arrive in any order.
			const posts = bed.posts().filter((post) => post.platform === platform);
			const published = await Promise.all(
				posts.map(async ({ file, about }) => ({
					file: typeof file === 'string' ? await fetched(file) : file,
					about,
				})),
			);
			expect(byFile(published)).toEqual(
				byFile(wanted).map(({ file, about }) => ({ file, about: expect.objectContaining(about) })),
			);
		});
	});

	it('calls no other host than the platforms', () => {
		expect(bed.recorder.refused).toEqual([]);
	});
}
