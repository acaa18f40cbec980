import { itemsOf, typePrefix, type Execution, type Workflow } from '../../../tools/host';
import { example, type RecipeBed } from '../../../tools/beds/recipeBed';
import { paused } from './durableRuns';
import { expectWhole } from '../expecting';

/**
 * The examples that use nothing but these nodes.
 *
 * @returns what starts them, so that others can go on meanwhile
 */
export function exampleCases(bed: RecipeBed): () => Promise<void> {
	const byHand = ['webinar-a-week.json', 'one-video-to-clips.json', 'three-videos-to-clips.json'] as const;
	const started = new Map<string, string>();

	const expectItsClips = (execution: Execution, workflow: Workflow) => {
		expectWhole(execution, workflow);
		const yielding = workflow.nodes.filter(
			({ type, parameters }) => type.startsWith(typePrefix) && parameters.operation !== 'create',
		);
		for (const { name } of yielding) {
			const [clip] = itemsOf(execution, name);
			expect(clip?.json).toMatchObject({ rank: 1, title: expect.any(String) });
		}
	};

	it.each(byHand)('%s yields clips', async (file) => {
		expectItsClips(await bed.client.waitForExecution(started.get(file) ?? ''), example(file));
	});

	it('Webinar a Week has the very files of its three best clips, to download', async () => {
		const run = await bed.client.waitForExecution(started.get('webinar-a-week.json') ?? '');
		const clips = itemsOf(run, 'Get Clips');
		expect(clips.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		for (const { binary } of clips) expect(binary.data).toMatchObject({ mimeType: 'video/mp4' });
	});

	return async () => {
		for (const file of byHand) {
			const id = await bed.start(example(file));
			started.set(file, id);
			await paused(bed, id);
		}
	};
}
