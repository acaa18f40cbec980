import { itemsOf } from '../../host';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { creating, ended } from './durableRuns';
import { nothingWaits, startParked } from './helperRuns';

/** Ways in which an order is tried again. */
export const paidAgainCases = (stage: Stage): Cases => {
	const paidFor = (label: string) =>
		stage.submissionsOf(`/${label}/`).filter(({ projectId }) => projectId !== null);
	return {
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
				expect(itemsOf(retry, 'Create')[1]?.json).toMatchObject({ status: 'heldBack' });
			},
	};
};
