import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import { itemsOf, until, untilFound, type SavedWorkflow } from '../../host';
import { flow, node, pausingClip } from '../flows';
import { example, expectWhole, type RecipeBed } from '../recipeBed';

const notice = z.object({ text: z.string() });

/** How far a workflow gets that fails, and the options of its Create. */
const failing = [
	['while it is paused', 'paused', {}],
	['while it keeps running', 'running', { waitMode: 'inProcess', pollInterval: 5 }],
] as const;

/**
 * The recipe that reports failed workflows, with workflows that fail for want of clips.
 *
 * @returns what starts the runs, so that others can go on meanwhile
 */
export function errorCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('report-failed-clips.json');
	let reporter: SavedWorkflow;
	const failed = new Map<string, SavedWorkflow>();
	const videoUrl = (mark: string) => `https://media.example.com/report-${mark}/sim-clipping-fails/talk.mp4`;

	it.each(failing)(
		'a workflow that fails %s is reported, in lines that a person can read',
		async (_, mark) => {
			const look = async () => {
				const runs = await bed.client.listExecutions(reporter.id);
				const read = await Promise.all(runs.map(({ id }) => bed.client.waitForExecution(id)));
				return read.find((run) => itemsOf(run, 'What Happened')[0]?.json.workflow === `Fails ${mark}`);
			};
			const report = await untilFound(look, () => 'No report came.', 500);
			expectWhole(report, workflow);
			const projectId = bed.submissionsOf(videoUrl(mark))[0]?.projectId ?? 'none';
			expect(itemsOf(report, 'What Happened')[0]?.json).toEqual({
				workflow: `Fails ${mark}`,
				projectId,
				problem: expect.stringContaining('The service could not clip this video'),
				whatToDo: expect.stringContaining(`Project ID: ${projectId}`),
				execution: expect.stringContaining(`/workflow/${failed.get(mark)?.id ?? ''}/executions/`),
			});
			const texts = bed.receivers.notices.map((body) => notice.parse(body).text);
			const [text = ''] = texts.filter((each) => each.startsWith(`Fails ${mark} failed.\n`));
			expect(text.split('\n')[1]).toBe(`Project ID: ${projectId}`);
			expect(text).not.toContain('\\n');
		},
	);

	return async () => {
		reporter = await bed.publish(workflow);
		for (const [, mark, options] of failing) {
			const path = randomUUID();
			const call = node('Call', 'n8n-nodes-base.webhook', {
				typeVersion: 2,
				parameters: { httpMethod: 'POST', path, options: {} },
				webhookId: path,
			});
			const create = pausingClip('Create', { operation: 'create', videoUrl: videoUrl(mark), options });
			const saved = await bed.publish({
				...flow(`Fails ${mark}`, [call, create]),
				settings: { executionOrder: 'v1', errorWorkflow: reporter.id },
			});
			failed.set(mark, saved);
			await bed.post(`/webhook/${path}`, '{}');
			// Whatever is submitted later may have a webhook that is called.
			await until(() => bed.submissionsOf(videoUrl(mark)).length > 0);
		}
	};
}
