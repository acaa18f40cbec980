import { itemsOf, manualTriggerOf, type Execution, type SavedWorkflow } from '../../host';
import { feedVideos } from '../../receivers';
import { example, workingNodes, type RecipeBed } from '../recipeBed';

/**
 * The recipe from a feed to a publish plan, just as it is offered: parked while the videos are processed.
 *
 * @returns what starts the run, so that others can go on meanwhile
 */
export function feedCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('feed-to-publish-plan.json');
	const trigger = manualTriggerOf(workflow).name;
	const [first, teaser, third] = feedVideos;
	let saved: SavedWorkflow | undefined;
	let id = '';
	let execution: Execution | undefined;

	const run = async () => (await bed.client.runWorkflow(saved?.id ?? '', trigger)) ?? '';
	const start = async () => {
		saved = await bed.save(workflow);
		id = await run();
	};

	beforeAll(async () => {
		execution = await bed.client.waitForExecution(id);
	});

	const items = (node: string, output = 0) =>
		execution === undefined ? [] : itemsOf(execution, node, output).map(({ json }) => json);
	const submittedLinks = () => feedVideos.map(({ link }) => bed.submissionsOf(`"${link}"`).length);

	it('runs every node to the end', () => {
		expect(execution?.error).toBeUndefined();
		expect(execution?.status).toBe('success');
		expect(Object.keys(execution?.nodes ?? {}).sort()).toEqual(workingNodes(workflow).sort());
	});

	it('submits the newest three videos, each once', () => {
		expect(submittedLinks()).toEqual([1, 1, 1, 0]);
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

	it('plans one clip a day, the best first, with title, description, time and the video it comes from', () => {
		const clips = items('Best First');
		const plan = items('Publish Plan');
		expect(clips).toHaveLength(4);
		const videos = new Map(feedVideos.map((video) => [video.title, video.link]));
		expect(plan).toEqual(
			clips.map((clip) => ({
				publishAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT18:00:00\.000/),
				title: clip.title,
				description: expect.stringContaining(String(clip.viralReason)),
				viralScore: clip.viralScore,
				durationSeconds: clip.durationSeconds,
				// Each project was named after its video, so this tells whether the clips kept their origin.
				clipOf: clip.projectName,
				clipOfLink: videos.get(String(clip.projectName)),
				videoUrl: clip.videoUrl,
				linkExpiresAt: clip.expiresAt,
			})),
		);
		const scores = plan.map(({ viralScore }) => Number(viralScore));
		expect(scores).toEqual([...scores].sort((a, b) => b - a));
		const days = plan.map(({ publishAt }) => Date.parse(String(publishAt).slice(0, 10)) / 86_400_000);
		expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 1, 2, 3]);
	});

	it('makes a CSV file of the plan', () => {
		const [file] = execution === undefined ? [] : itemsOf(execution, 'Plan as CSV');
		expect(file?.binary.data).toMatchObject({ fileName: 'publish-plan.csv', mimeType: 'text/csv' });
	});

	it('submits nothing when it runs again', async () => {
		const again = await bed.client.waitForExecution(await run());
		expect(again.status).toBe('success');
		expect(itemsOf(again, 'Newest Three')).toHaveLength(3);
		expect(itemsOf(again, 'New Videos Only')).toHaveLength(0);
		expect(submittedLinks()).toEqual([1, 1, 1, 0]);
	});

	return start;
}
