import { formOf, formPath, itemsOf } from '../../../tools/host';
import { fillIn, type FormVisit } from '../formVisit';
import { example, fetched, servedFile, type RecipeBed } from '../../../tools/beds/recipeBed';
import { expectWhole } from '../expecting';

const videoLink = 'https://www.youtube.com/watch?v=form-recipe';
const lostLink = 'https://www.youtube.com/watch?v=form-recipe-lost';

/**
 * The recipe from a form to published clips, just as it is offered: paused while the video is processed.
 *
 * @returns what starts the run, so that others can go on meanwhile
 */
export function formCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('form-to-published-clips.json');
	let accepted: FormVisit;
	const send = async (link: string) => {
		const form = formOf(workflow);
		return await fillIn(form === undefined ? '' : `${bed.webhookUrl}${formPath(form)}`, link);
	};

	it('tells a junk link at once, and submits nothing', async () => {
		const before = bed.simulator.ledger.length;
		const { page, executionId } = await send('hello');
		expect(page).toContain('This is no link to a video');
		expect(page).toContain('Nothing was charged');
		// Words for whoever sees the canvas are none for visitors.
		expect(page).not.toMatch(/Thank you|\[item 0\]|undefined|parameter|execut|account|project/i);
		expect(bed.simulator.ledger).toHaveLength(before);
		const ended = await bed.client.waitForExecution(executionId);
		expect(ended.status).toBe('success');
		expect(Object.keys(ended.nodes).sort()).toEqual([
			'Submit Video',
			'Video Form',
			'What Is Wrong',
			'Words for Visitors',
		]);
	});

	it('does not ask for a link again that may have been charged', async () => {
		const match = { videoUrlIncludes: 'form-recipe-lost' };
		bed.simulator.faults.add({ on: 'create', phase: 'after', match, fault: { kind: 'reset' } });
		const { page } = await send(lostLink);
		expect(page).toContain('Please do not enter this link again');
		expect(page).not.toContain('Nothing was charged');
		expect(page).not.toContain('cannot be clipped');
		expect(bed.submissionsOf(lostLink)).toHaveLength(1);
	});

	it('thanks for a link that is good, and submits it once', () => {
		expect(accepted.page).toContain('The clips will be published when they are ready');
		expect(bed.submissionsOf(`"${videoLink}"`)).toHaveLength(1);
	});

	it('puts the very files of the best three clips with a score of at least 8 into S3, under their names', async () => {
		const run = await bed.client.waitForExecution(accepted.executionId);
		const others = workflow.nodes.filter(
			({ name }) => !['What Is Wrong', 'Words for Visitors'].includes(name),
		);
		expectWhole(run, { ...workflow, nodes: others });
		const clips = itemsOf(run, 'Get Best Clips');
		expect(clips.map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		const stored = new Map(bed.receivers.storedFiles().map((file) => [file.key, file]));
		expect(stored.size).toBe(3);
		for (const clip of clips) {
			const { projectId, rank, fileName, viralScore } = clip.json;
			expect(viralScore).toBeGreaterThanOrEqual(8);
			const file = stored.get(`${String(projectId)}/${String(rank)} ${String(fileName)}`);
			expect(await fetched(file?.url ?? '')).toBe(await servedFile(clip));
		}
	});

	return async () => {
		await bed.publish(workflow);
		accepted = await send(videoLink);
	};
}
