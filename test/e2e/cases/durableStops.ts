import { until } from '../../host';
import { fields, flow, node } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { chain, creating, ended, expectClips, projectOf } from './durableRuns';
import { startParked } from './pausedRuns';

/** A workflow that has nothing to do with the others. */
const unrelated = flow('unrelated', [
	node('Start', 'n8n-nodes-base.manualTrigger'),
	fields('Set', { a: '1' }),
]);

/** What users and other people's workflows do while an execution is parked. */
export const stopCases = (stage: Stage): Cases => ({
	'a parked run and its status check are waiting, and nothing of them is open or running': async () => {
		const { id, check } = await startParked(stage, chain('at-rest', ['good', 'sim-slow']));
		// A connection is kept for some seconds after an answer, and other cases run beside this one.
		await until(() => stage.connectionsToService() === 0);
		await until(async () => {
			const all = [id, check].map((each) => stage.client.getExecution(each));
			return (await Promise.all(all)).every(({ status }) => status === 'waiting');
		});
		expect((await stage.run(unrelated)).status).toBe('success');
		expect((await stage.client.getExecution(id)).status).toBe('waiting');
		await expectClips(stage, await ended(stage, id), ['at-rest-0', 'at-rest-1']);
	},

	'a failed run that is retried by hand submits nothing again': async () => {
		const failing = creating('retried-by-hand', ['good', 'sim-clipping-fails']);
		const { id: workflowId } = await stage.save(failing);
		const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
		expect((await ended(stage, id)).status).toBe('error');
		const retry = await stage.client.retryExecution(id);
		const execution = await ended(stage, retry);
		expect(execution.error?.message).toContain('[item 1]');
		for (const label of ['retried-by-hand-0', 'retried-by-hand-1']) projectOf(stage, label);
	},
});
