import { itemsOf, manualTriggerOf, type Execution, type SavedWorkflow, type Workflow } from '../../host';
import { feedVideos } from '../../receivers';
import { flow, node } from '../flows';
import { example, expectWhole, servedFile, type RecipeBed } from '../recipeBed';
import { paused } from './durableRuns';

/** The example's own table, changed as a person changes it by hand: what is planned for some day is due now. */
function makingDue(id: number, publishAt: string) {
	const dataTableId = { __rl: true, mode: 'name', value: 'Publish Plan' };
	const conditions = [{ keyName: 'id', condition: 'eq', keyValue: id }];
	const value = { publishAt, title: 'A title <by hand>', posted: false };
	return flow('Make a post due', [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('Change', 'n8n-nodes-base.dataTable', {
			typeVersion: 1.1,
			parameters: {
				...{ resource: 'row', operation: 'update', dataTableId },
				...{ filters: { conditions }, columns: { mappingMode: 'defineBelow', value }, options: {} },
			},
		}),
	]);
}

/**
 * The recipes from a feed to a plan, and from the plan to posts, just as they are offered: paused while the videos are processed.
 *
 * @returns what starts the run, so that others can go on meanwhile
 */
export function feedCases(bed: RecipeBed): () => Promise<void> {
	const planning = example('plan-posts-from-a-feed.json');
	const publishing = example('publish-planned-posts.json');
	const [first, teaser, third] = feedVideos;
	let planner: SavedWorkflow;
	let publisher: SavedWorkflow;
	let id = '';
	let execution: Execution;

	const run = async (saved: SavedWorkflow, workflow: Workflow) =>
		(await bed.client.runWorkflow(saved.id, manualTriggerOf(workflow).name)) ?? '';
	const publish = async () => await bed.client.waitForExecution(await run(publisher, publishing));

	beforeAll(async () => {
		execution = await bed.client.waitForExecution(id);
	});

	const items = (name: string) => itemsOf(execution, name).map(({ json }) => json);
	// Other examples submit one of the videos, too, but do not name the project after it.
	const submissions = () => feedVideos.map(({ title }) => bed.submissionsOf(JSON.stringify(title)).length);

	it('runs every node to the end, and submits the newest three videos, each once', () => {
		expectWhole(execution, planning);
		expect(submissions()).toEqual([1, 1, 1, 0]);
	});

	it('lists a video that the service refuses, and goes on with the others', () => {
		expect(items('Videos with Problems')).toEqual([
			{
				link: teaser?.link,
				problem: expect.stringContaining('The service cannot use this video'),
				whatToDo: expect.stringContaining('nothing was charged'),
			},
		]);
		expect(items('Create Clips').map(({ projectName }) => projectName)).toEqual([first?.title, third?.title]);
	});

	it('plans one clip a day, the best first, by IDs and editor links, without a link that expires', () => {
		const clips = items('Best First');
		const plan = items('Add to Plan');
		expect(clips).toHaveLength(4);
		const videos = new Map(feedVideos.map((video) => [video.title, video.link]));
		expect(plan).toEqual(
			clips.map((clip): unknown =>
				expect.objectContaining({
					publishAt: expect.any(String),
					title: clip.title,
					projectId: clip.projectId,
					videoId: clip.videoId,
					clipEditorUrl: clip.clipEditorUrl,
					// Each project was named after its video, so this tells whether the clips kept their origin.
					source: videos.get(String(clip.projectName)),
					posted: false,
				}),
			),
		);
		expect(JSON.stringify(plan)).not.toContain('Signature=');
		const scores = clips.map(({ viralScore }) => Number(viralScore));
		expect(scores).toEqual([...scores].sort((a, b) => b - a));
		const days = plan.map(({ publishAt }) => Math.round(Date.parse(String(publishAt)) / 86_400_000));
		expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 1, 2, 3]);
		expect(Date.parse(String(plan[0]?.publishAt))).toBeGreaterThan(Date.now());
	});

	it('submits nothing when it runs again, and keeps the plan', async () => {
		const again = await bed.client.waitForExecution(await run(planner, planning));
		expect(again.status).toBe('success');
		expect(itemsOf(again, 'Newest Three')).toHaveLength(3);
		expect(itemsOf(again, 'New Videos Only')).toHaveLength(0);
		expect(submissions()).toEqual([1, 1, 1, 0]);
	});

	it('posts nothing that is not due', async () => {
		publisher = await bed.save(publishing);
		const before = bed.posts().length;
		const early = await publish();
		expect(early.error).toBeUndefined();
		expect(itemsOf(early, 'Next Due Post')).toEqual([]);
		expect(bed.posts()).toHaveLength(before);
	});

	it('posts what is due one at a time, with the title of the plan, the very files, each once', async () => {
		for (const [index, { id: row }] of items('Add to Plan').slice(0, 2).entries()) {
			const made = await bed.run(makingDue(Number(row), `2026-01-0${index + 1}T18:00:00.000Z`));
			expect(made.error).toBeUndefined();
		}
		for (const { videoId } of items('Best First').slice(0, 2)) {
			const before = bed.posts().length;
			const published = await publish();
			expectWhole(published, publishing);
			const [clip, ...more] = itemsOf(published, 'Planned Clip Only');
			if (clip === undefined) throw new TypeError('No clip is planned.');
			expect(itemsOf(published, 'Download Clip')).toHaveLength(1);
			expect([clip.json.videoId, more]).toEqual([videoId, []]);
			expect(bed.posts().slice(before)).toEqual([
				{
					platform: 'youtube',
					file: await servedFile(clip),
					about: expect.objectContaining({ title: 'A title by hand', privacyStatus: 'private' }),
				},
			]);
		}
		const before = bed.posts().length;
		expect((await publish()).error).toBeUndefined();
		expect(bed.posts()).toHaveLength(before);
	});

	return async () => {
		planner = await bed.save(planning);
		id = await run(planner, planning);
		await paused(bed, id);
	};
}
