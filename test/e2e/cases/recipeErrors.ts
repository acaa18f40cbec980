import { z } from 'zod/v3';
import { itemsOf } from '../../host';
import { example, expectWhole, type RecipeBed } from '../recipeBed';
import { alsoByWebhook, creating, paused, startByWebhook } from './durableRuns';

const notice = z.object({ text: z.string() });

/**
 * The recipe that reports failed workflows, with one that fails for want of clips.
 *
 * @returns what starts that, so that others can go on meanwhile
 */
export function errorCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('report-failed-clips.json');
	let reporterId = '';
	let failingId = '';

	it('reports a workflow that fails, in lines that a person can read', async () => {
		const [report] = await bed.client.waitForExecutionsOf(reporterId, 1);
		if (report === undefined) throw new TypeError('No report came.');
		expectWhole(report, workflow);
		const projectId = bed.submissionsOf('/failing-0/')[0]?.projectId ?? 'none';
		expect(itemsOf(report, 'What Happened').map(({ json }) => json)).toEqual([
			{
				workflow: 'failing',
				projectId,
				problem: expect.stringContaining('The service could not clip this video'),
				whatToDo: expect.stringContaining(`Project ID: ${projectId}`),
				execution: expect.stringContaining(`/workflow/${failingId}/executions/`),
			},
		]);
		const texts = bed.receivers.notices.map((body) => notice.parse(body).text);
		const [text = ''] = texts.filter((each) => each.startsWith('failing failed.\n'));
		expect(text.split('\n')[1]).toBe(`Project ID: ${projectId}`);
		expect(text).not.toContain('\\n');
	});

	return async () => {
		({ id: reporterId } = await bed.publish(workflow));
		const settings = { executionOrder: 'v1', errorWorkflow: reporterId };
		const failing = alsoByWebhook(creating('failing', ['sim-clipping-fails']));
		const saved = await bed.publish({ ...failing, settings });
		failingId = saved.id;
		await paused(bed, await startByWebhook(bed, saved));
	};
}
