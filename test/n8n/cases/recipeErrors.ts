import { NOTHING_CHARGED, told } from '../../rules/given/texts';
import { z } from 'zod/v3';
import { itemsOf } from '../../../tools/host';
import { example, type RecipeBed } from '../../../tools/beds/recipeBed';
import { byHand, callOf, flow, pausingClip, to } from '../../../tools/beds/flows';
import { alsoByWebhook, creating, ended, paused, startByWebhook } from './durableRuns';
import { expectWhole } from '../expecting';

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
		const others = workflow.nodes.filter(({ name }) => name !== 'From an Error Output');
		expectWhole(report, { ...workflow, nodes: others });
		const projectId = bed.submissionsOf('/failing-0/')[0]?.projectId ?? 'none';
		expect(itemsOf(report, 'What Happened').map(({ json }) => json)).toEqual([
			{
				what: 'failing failed.',
				projectId,
				problem: expect.stringContaining(told('query', 4002).title),
				whatToDo: expect.stringContaining(projectId),
				execution: expect.stringContaining(`/workflow/${failingId}/executions/`),
			},
		]);
		const texts = bed.receivers.notices.map((body) => notice.parse(body).text);
		const [text = ''] = texts.filter((each) => each.startsWith('failing failed.\n'));
		expect(text.split('\n')[1]).toBe(`Project ID: ${projectId}`);
		expect(text).not.toContain('\\n');
	});

	it('reports what leaves by an error output, too, if it is handed over', async () => {
		const videoUrl = 'https://media.example.com/error-output/sim-too-short/talk.mp4';
		const create = pausingClip(
			'Create',
			{ operation: 'create', videoUrl },
			{ onError: 'continueErrorOutput' },
		);
		const calling = flow('calling', [byHand, create, callOf(reporterId)]);
		calling.connections.Create = { main: [[], to('Call')] };
		const run = await ended(bed, await bed.start(calling));
		expect(run.status).toBe('success');
		const texts = bed.receivers.notices.map((body) => notice.parse(body).text);
		const text = texts.find((each) => each.startsWith('Failed: an item\n'));
		expect(text).toContain(told('create', 4005).title);
		expect(text).toContain(NOTHING_CHARGED);
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
