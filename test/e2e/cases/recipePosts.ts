import { itemsOf } from '../../host';
import { example, expectWhole, fetched, servedFile, type RecipeBed } from '../recipeBed';
import { paused } from './durableRuns';

/** The recipes, and what each platform is told about a clip. */
const recipes = [
	{
		platform: 'instagram',
		workflow: example('ready-clips-to-instagram-reels.json'),
		told: ({ title }: Record<string, unknown>) => ({ media_type: 'REELS', caption: title }),
	},
	{
		platform: 'tiktok',
		workflow: example('ready-clips-to-tiktok.json'),
		told: ({ title }: Record<string, unknown>) => ({ title, privacy_level: 'SELF_ONLY' }),
	},
	{
		platform: 'youtube',
		workflow: example('ready-clips-to-youtube.json'),
		told: ({ title, relatedTopics }: Record<string, unknown>) => ({
			title,
			categoryId: '22',
			description: [relatedTopics]
				.flat()
				.map((topic) => `#${String(topic).replaceAll(' ', '')}`)
				.join(' '),
			privacyStatus: 'private',
		}),
	},
] as const;

/**
 * The recipe that posts the best clips of one video by itself. What posts besides comes later.
 *
 * @returns what starts it, so that others can go on meanwhile
 */
export function oneVideoCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('one-video-to-youtube.json');
	let id = '';

	it('publishes the very files of the three best clips', async () => {
		const run = await bed.client.waitForExecution(id);
		expectWhole(run, workflow);
		const wanted = await Promise.all(itemsOf(run, 'Get Best Clips').map(servedFile));
		expect(wanted).toHaveLength(3);
		expect(bed.posts().map(({ file }) => file)).toEqual(wanted);
	});

	return async () => {
		id = await bed.start(workflow);
		await paused(bed, id);
	};
}

/** The recipes that post to a platform when the service says that clips are ready. */
export function postCases(bed: RecipeBed): void {
	it.each(recipes)(
		'to $platform publishes the files of the three best clips, each once, with what is said about them',
		async ({ platform, workflow, told }) => {
			const before = bed.posts().length;
			const run = await bed.delivered(workflow, `https://www.youtube.com/watch?v=post-to-${platform}`);
			expectWhole(run, workflow);
			const clips = itemsOf(run, 'Clip Trigger');
			expect(clips.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
			const wanted = clips.map(async (clip) => ({
				platform,
				file: await servedFile(clip),
				about: expect.objectContaining(told(clip.json)),
			}));
			const posts = bed.posts().slice(before);
			// Instagram is told a link.
			const published = posts.map(async (post) => ({
				...post,
				file: platform === 'instagram' ? await fetched(post.file) : post.file,
			}));
			// HTTP Request sends its items at once, so they arrive in any order.
			const inOrder = async (all: Array<Promise<{ file: string }>>) =>
				(await Promise.all(all)).sort((one, other) => one.file.localeCompare(other.file));
			expect(await inOrder(published)).toEqual(await inOrder(wanted));
		},
	);

	it('calls no other host than the platforms', () => {
		expect(bed.recorder.refused).toEqual([]);
	});
}
