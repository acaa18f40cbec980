import { itemsOf, type Workflow, type WorkflowNode } from '../../host';
import { fields, flow, node, startWith } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { create, creating, ended, videosOf } from './durableRuns';
import { nothingWaits, startParked } from './helperRuns';

/** A sub-workflow that submits the videos that it is called with. */
const submitting = (mark: string): Workflow =>
	flow(`${mark}-sub`, [
		node('When Called', 'n8n-nodes-base.executeWorkflowTrigger', {
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		}),
		create({ waitForClips: false }),
	]);

const calling = (workflowId: string, settings = {}): WorkflowNode =>
	node('Call', 'n8n-nodes-base.executeWorkflow', {
		typeVersion: 1.3,
		parameters: {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: workflowId },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode: 'once',
			options: {},
		},
		...settings,
	});

const caller = (mark: string, call: WorkflowNode): Workflow =>
	flow(mark, [
		...startWith('Videos', videosOf(mark, ['good', 'sim-no-minutes'])),
		call,
		fields('Post', { projectId: '={{ $json.projectId }}' }),
	]);

/** Ways to an order that is tried again, and paid again. */
export const paidAgainCases = (stage: Stage): Cases => {
	const paidFor = (label: string) =>
		stage.submissionsOf(`/${label}/`).filter(({ projectId }) => projectId !== null);
	return {
		"n8n's Retry of a run does not pay again what its sub-workflow has submitted": async () => {
			// n8n's Retry takes published sub-workflows only.
			const sub = await stage.publish(submitting('retried-call'));
			const id = await stage.start(caller('retried-call', calling(sub.id)));
			expect((await ended(stage, id)).status).toBe('error');
			await ended(stage, await stage.client.retryExecution(id));
			expect(paidFor('retried-call-0')).toHaveLength(1);
		},

		'Retry On Fail of Execute Workflow does not pay again what the sub-workflow has submitted': async () => {
			const sub = await stage.save(submitting('tried-call'));
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
			const id = await stage.start(caller('tried-call', calling(sub.id, settings)));
			expect((await ended(stage, id)).status).toBe('error');
			expect(paidFor('tried-call-0')).toHaveLength(1);
		},

		"n8n's Retry of a run that failed does not pay again when a project name holds the execution":
			async () => {
				const named = { waitForClips: false, additionalFields: { projectName: '=Run {{ $execution.id }}' } };
				const { id: workflowId } = await stage.save(creating('named', ['good', 'sim-no-minutes'], named));
				const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
				expect((await ended(stage, id)).status).toBe('error');
				await ended(stage, await stage.client.retryExecution(id));
				expect(paidFor('named-0')).toHaveLength(1);
			},

		"n8n's Retry of a stopped run does not hand on videos that were never submitted as if they were":
			async () => {
				const paced = { submissionOptions: { submissionsPerMinute: 1 } };
				const account = await stage.newAccount();
				const run = await startParked(stage, creating('held-stop', ['good', 'good'], paced), account);
				await stage.client.stopExecution(run.id);
				await ended(stage, run.id);
				await nothingWaits(stage, run.workflowId);
				const retry = await ended(stage, await stage.client.retryExecution(run.id));
				expect(paidFor('held-stop-1')).toHaveLength(0);
				expect(itemsOf(retry, 'Create').filter(({ json }) => json.status === 'submitting')).toEqual([]);
			},
	};
};
