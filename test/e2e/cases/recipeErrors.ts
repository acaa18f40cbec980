import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import { itemsOf, untilFound, type Execution, type SavedWorkflow } from '../../host';
import { clip, flow, node, pausingClip } from '../flows';
import { example, expectWhole, type RecipeBed } from '../recipeBed';

/** What fails, and how far it got: while the execution is paused, or while it runs. */
const failing = [
	['while it is paused', pausingClip, 'paused'],
	['while it keeps running', clip, 'running'],
] as const;

const notice = z.object({ text: z.string() });

/**
 * The recipe that reports failed workflows, with workflows that fail for want of clips.
 *
 * @returns what starts the runs, so that others can go on meanwhile
 */
export function errorCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('report-failed-clips.json');
	let reporter: SavedWorkflow | undefined;
	const failed = new Map<string, SavedWorkflow>();
	const videoUrl = (mark: string) => `https://media.example.com/report-${mark}/sim-clipping-fails/talk.mp4`;

	const start = async () => {
		reporter = await bed.publish(workflow);
		for (const [, nodeOf, mark] of failing) {
			const path = randomUUID();
			const saved = await bed.publish({
				...flow(`Fails ${mark}`, [
					node('Call', 'n8n-nodes-base.webhook', {
						typeVersion: 2,
						parameters: { httpMethod: 'POST', path, options: {} },
						webhookId: path,
					}),
					nodeOf('Create', { operation: 'create', videoUrl: videoUrl(mark) }),
				]),
				settings: { executionOrder: 'v1', errorWorkflow: reporter.id },
			});
			failed.set(mark, saved);
			await bed.post(`/webhook/${path}`, '{}');
		}
	};

	describe.each(failing)('a workflow that fails %s', (_when, _nodeOf, mark) => {
		let report: Execution | undefined;
		let projectId = '';
		const told = () => (report === undefined ? {} : itemsOf(report, 'What Happened')[0]?.json);

		beforeAll(async () => {
			projectId = bed.submissionsOf(videoUrl(mark))[0]?.projectId ?? 'none';
			const look = async () => {
				const runs = await bed.client.listExecutions(reporter?.id ?? '');
				const read = await Promise.all(runs.map(({ id }) => bed.client.waitForExecution(id)));
				return read.find((run) => itemsOf(run, 'What Happened')[0]?.json.workflow === `Fails ${mark}`);
			};
			report = await untilFound(look, () => 'No report came.', 500);
		});

		it('is reported by every node of the recipe', () => expectWhole(report, workflow));

		it('is reported with its project ID, what happened, what to do and where to look', () => {
			expect(told()).toEqual({
				workflow: `Fails ${mark}`,
				projectId,
				problem: expect.stringContaining('The service could not clip this video'),
				whatToDo: expect.stringContaining(`Project ID: ${projectId}`),
				execution: expect.stringContaining(`/workflow/${failed.get(mark)?.id ?? ''}/executions/`),
			});
		});

		it('is told in lines that a person can read', () => {
			const texts = bed.receivers.notices.map((body) => notice.parse(body).text);
			const [text = ''] = texts.filter((each) => each.startsWith(`Fails ${mark} failed.\n`));
			expect(text.split('\n')[1]).toBe(`Project ID: ${projectId}`);
			expect(text).not.toContain('\\n');
		});
	});

	return start;
}
