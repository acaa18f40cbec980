import { until, type Workflow } from '../../host';
import { fields, flow, node } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { chain, creating, ended, expectClips, parked, projectOf, questionsFor } from './durableRuns';

/** Starts a workflow and waits until it is parked; gives the execution and those of its helpers, by their names. */
async function startParked(stage: Stage, workflow: Workflow) {
	const saved = await stage.save(workflow);
	const id = (await stage.client.runWorkflow(saved.id, 'Start')) ?? '';
	await parked(stage, id);
	return { id, helpers: await helpersOf(stage, saved.id, id) };
}

/** The helpers' executions belong to the same workflow; the nodes that ran in them tell which is which. */
async function helpersOf(stage: Stage, workflowId: string, parent: string): Promise<Record<string, string>> {
	const helpers: Record<string, string> = {};
	for (const { id } of await stage.client.listExecutions(workflowId)) {
		if (id === parent) continue;
		const names = Object.keys((await stage.client.getExecution(id)).nodes);
		const [, name] = /\((keeper|poller|timer)\)/.exec(names.join()) ?? [];
		if (name !== undefined) helpers[name] = id;
	}
	return helpers;
}

/** A workflow that has nothing to do with the others. */
const unrelated = flow('unrelated', [
	node('Start', 'n8n-nodes-base.manualTrigger'),
	fields('Set', { a: '1' }),
]);

/** What users and other people's workflows do while an execution is parked. */
export const stopCases = (stage: Stage): Cases => ({
	'a parked run and its helpers are waiting, and nothing of them is open or running': async () => {
		const { id, helpers } = await startParked(stage, chain('at-rest', ['good', 'sim-slow']));
		expect(helpers).toHaveProperty('poller');
		// A connection is kept for some seconds after an answer, and other cases run beside this one.
		await until(() => stage.connectionsToService() === 0);
		await until(async () => {
			const all = [id, ...Object.values(helpers)].map((each) => stage.client.getExecution(each));
			return (await Promise.all(all)).every(({ status }) => status === 'waiting');
		});
		expect((await stage.run(unrelated)).status).toBe('success');
		expect((await stage.client.getExecution(id)).status).toBe('waiting');
		await expectClips(stage, await ended(stage, id), ['at-rest-0', 'at-rest-1']);
	},

	'a stopped run stays canceled, and its poller ends by its own deadline without spending anything':
		async () => {
			const parameters = { waitOptions: { maxWait: 2 } };
			const { id, helpers } = await startParked(stage, creating('stopped', ['sim-endless'], parameters));
			await stage.client.stopExecution(id);
			const stopped = await stage.client.getExecution(id);
			expect(stopped.status).toBe('canceled');
			await ended(stage, helpers.poller ?? '');
			// What the end of the poller sets off comes before a run that begins afterwards.
			await stage.run(unrelated);
			expect(await stage.client.getExecution(id)).toEqual(stopped);
			expect(questionsFor(stage, projectOf(stage, 'stopped-0')).length).toBeLessThanOrEqual(2);
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

	'a stopped poller is replaced': async () => {
		const { id, helpers } = await startParked(stage, chain('poller-stopped', ['sim-slow']));
		await stage.client.stopExecution(helpers.poller ?? '');
		await expectClips(stage, await ended(stage, id), ['poller-stopped-0']);
	},
});

/** A run whose waiting is soon over, and whose helpers somebody deletes. */
export interface Deserted {
	id: string;
	label: string;
}

/** Parks a run, and deletes the executions of those that would wake it. */
export async function desert(stage: Stage): Promise<Deserted> {
	const workflow = flow('deserted', [
		...creating('deserted', ['good'], { waitOptions: { maxWait: 0.1 } }).nodes,
		...chain('', []).nodes.slice(4),
	]);
	const { id, helpers } = await startParked(stage, workflow);
	const { poller = '', keeper = '' } = helpers;
	await stage.client.deleteExecutions([poller, keeper]);
	return { id, label: 'deserted-0' };
}
