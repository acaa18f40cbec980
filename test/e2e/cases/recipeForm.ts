import { formOf, formPath, itemsOf, type Execution } from '../../host';
import { fillIn, type FormVisit } from '../formVisit';
import { example, fetched, servedFile, type RecipeBed } from '../recipeBed';

const videoLink = 'https://www.youtube.com/watch?v=form-recipe';
const lostLink = 'https://www.youtube.com/watch?v=form-recipe-lost';
const refusedLink = 'https://www.youtube.com/watch?v=form-recipe-teaser&sim-too-short';

/**
 * The recipe from a form to published clips, just as it is offered: paused while the video is processed.
 *
 * @returns what starts the run, so that others can go on meanwhile
 */
export function formCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('form-to-published-clips.json');
	let accepted: FormVisit | undefined;
	let execution: Execution | undefined;
	const address = () => {
		const form = formOf(workflow);
		return form === undefined ? '' : `${bed.webhookUrl}${formPath(form)}`;
	};

	const start = async () => {
		await bed.publish(workflow);
		accepted = await fillIn(address(), videoLink);
	};

	beforeAll(async () => {
		if (accepted !== undefined) execution = await bed.client.waitForExecution(accepted.executionId);
	});

	const items = (node: string) => (execution === undefined ? [] : itemsOf(execution, node));
	const clips = () => items('Get Best Clips');

	it('tells a junk link at once, and submits nothing', async () => {
		const before = bed.simulator.ledger.length;
		const { page, executionId } = await fillIn(address(), 'hello');
		expect(page).toContain('This video cannot be clipped');
		expect(page).toContain("'Video URL'");
		expect(page).toContain('Nothing was sent for this item, and nothing was charged for it.');
		expect(page).not.toMatch(/Thank you|\[item 0\]|undefined/);
		expect(bed.simulator.ledger).toHaveLength(before);
		const ended = await bed.client.waitForExecution(executionId);
		expect(ended.status).toBe('success');
		expect(Object.keys(ended.nodes).sort()).toEqual(['Submit Video', 'Video Form', 'What Is Wrong']);
	});

	it('tells at once what the service has against a video', async () => {
		const { page } = await fillIn(address(), refusedLink);
		expect(page).toContain('The service cannot use this video.');
		expect(page).toContain('nothing was charged');
		expect(bed.submissionsOf(refusedLink).map(({ projectId }) => projectId)).toEqual([null]);
	});

	it('does not ask for a link again that may have been charged', async () => {
		const match = { videoUrlIncludes: 'form-recipe-lost' };
		bed.simulator.faults.add({ on: 'create', phase: 'after', match, fault: { kind: 'reset' } });
		const { page } = await fillIn(address(), lostLink);
		expect(page).toContain('Do not send this link again');
		expect(page).toContain('minutes may have been charged');
		expect(page).not.toContain('cannot be clipped');
		expect(bed.submissionsOf(lostLink)).toHaveLength(1);
	});

	it('thanks for a link that is good, and submits it once', () => {
		expect(accepted?.page).toContain('The clips will be published when they are ready');
		expect(bed.submissionsOf(`"${videoLink}"`)).toHaveLength(1);
	});

	it('runs every node to the end but the page for what is wrong', () => {
		expect(execution?.error).toBeUndefined();
		expect(execution?.status).toBe('success');
		expect(Object.keys(execution?.nodes ?? {}).sort()).toEqual([
			'Get Best Clips',
			'Submit Video',
			'Thank You',
			'Upload to S3',
			'Video Form',
			'Wait for Clips',
		]);
	});

	it('brings the files of the best three clips with a score of at least 8', () => {
		expect(clips().map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		for (const { json } of clips()) expect(json.viralScore).toBeGreaterThanOrEqual(8);
	});

	it('puts the very files of the service into S3, under their names', async () => {
		const stored = new Map((await bed.receivers.storedFiles()).map((file) => [file.key, file]));
		expect(stored.size).toBe(3);
		for (const clip of clips()) {
			const { projectId, rank, fileName } = clip.json;
			const file = stored.get(`${String(projectId)}/${String(rank)} ${String(fileName)}`);
			expect(file?.contentType).toBe('video/mp4');
			expect(await fetched(file?.url ?? '')).toEqual(await servedFile(clip));
		}
	});

	return start;
}
