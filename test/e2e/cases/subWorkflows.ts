import { z } from 'zod/v3';
import { type Execution, itemsOf, type Workflow, type WorkflowNode } from '../../host';
import { fields, flow, node, parkedClip, startWith } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { connect, create, ended, projectAt, projectOf, videosOf } from './durableRuns';

/** How Execute Workflow calls: once with all items, or once for each of them. */
type CallMode = 'once' | 'each';

/** A sub-workflow that users build: it makes clips of the videos that it is called with. */
const clipMaker = (mark: string): Workflow =>
	flow(`${mark}-sub`, [
		node('When Called', 'n8n-nodes-base.executeWorkflowTrigger', {
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		}),
		create(),
		parkedClip('Get', { operation: 'get', waitOptions: { pollInterval: 5 } }),
	]);

const calling = (workflowId: string, mode: CallMode): WorkflowNode =>
	node('Call', 'n8n-nodes-base.executeWorkflow', {
		typeVersion: 1.3,
		parameters: {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: workflowId },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode,
			options: {},
		},
	});

const post = fields('Post', { projectId: '={{ $json.projectId }}' });

/** The workflow that calls, with nothing between its videos and the call. */
const caller = (mark: string, markers: string[], call: WorkflowNode): Workflow =>
	flow(mark, [...startWith('Videos', videosOf(mark, markers)), call, post]);

/** The same, with the videos one after the other. */
function callerInLoop(mark: string, markers: string[], call: WorkflowNode): Workflow {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { typeVersion: 3, parameters: { options: {} } });
	// Its first output is for when it is done.
	const around = flow(mark, [...startWith('Videos', videosOf(mark, markers)), loop, post]);
	const looped = connect({ ...around, nodes: [...around.nodes, call] }, 'Loop', 'Call', 1);
	return connect(looped, 'Call', 'Loop');
}

/** How many clips each project gave to a node. */
function clipsByProject(execution: Execution, nodeName: string): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { json } of itemsOf(execution, nodeName)) {
		const projectId = String(json.projectId);
		counts[projectId] = (counts[projectId] ?? 0) + 1;
	}
	return counts;
}

/** How many clips the service has made of the videos with these labels, each of which was submitted once. */
async function clipsAtService(stage: Stage, labels: string[]): Promise<Record<string, number>> {
	const counts = labels.map(async (label) => {
		const projectId = projectOf(stage, label);
		return [projectId, (await projectAt(stage, projectId))?.clipCount ?? -1] as const;
	});
	return Object.fromEntries(await Promise.all(counts));
}

/** The executions that were called, without the helpers of their waits, which belong to the same workflow. */
async function calledOf(stage: Stage, workflowId: string): Promise<string[]> {
	const called: string[] = [];
	for (const { id } of await stage.client.listExecutions(workflowId)) {
		if ('When Called' in (await stage.client.getExecution(id)).nodes) called.push(id);
	}
	return called;
}

/** The projects that the details of an execution name. */
async function notedProjects(stage: Stage, executionId: string): Promise<string | undefined> {
	const read = z.object({ customData: z.record(z.string()) });
	const { customData } = await stage.client.session.call({ path: `/rest/executions/${executionId}`, read });
	return customData.clipProjects;
}

/** A Create in a sub-workflow of the user, which parks that one and the workflow that called it. */
export const subWorkflowCases = (stage: Stage): Cases => ({
	'a sub-workflow that is called once with all videos gives the clips of all of them': async () => {
		const sub = await stage.save(clipMaker('once'));
		const id = await stage.start(caller('once', ['sim-slow', 'good', 'good'], calling(sub.id, 'once')));
		const execution = await ended(stage, id);
		expect(execution.error).toBeUndefined();
		expect(execution.status).toBe('success');
		const labels = ['once-0', 'once-1', 'once-2'];
		expect(clipsByProject(execution, 'Post')).toEqual(await clipsAtService(stage, labels));

		const called = await calledOf(stage, sub.id);
		expect(called).toHaveLength(1);
		const projects = labels.map((label) => projectOf(stage, label));
		// The latest comes first.
		expect(await notedProjects(stage, called[0] ?? '')).toBe([...projects].reverse().join(', '));
	},

	'a sub-workflow that a loop calls with one video after the other gives the clips of all of them':
		async () => {
			const sub = await stage.save(clipMaker('looped'));
			const id = await stage.start(callerInLoop('looped', ['good', 'good'], calling(sub.id, 'once')));
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			expect(execution.status).toBe('success');
			const labels = ['looped-0', 'looped-1'];
			expect(clipsByProject(execution, 'Post')).toEqual(await clipsAtService(stage, labels));
		},

	'of a sub-workflow that is called for each video n8n hands on the first result only, and each call has its own clips':
		async () => {
			const sub = await stage.save(clipMaker('each'));
			const id = await stage.start(caller('each', ['sim-slow', 'good', 'good'], calling(sub.id, 'each')));
			const execution = await ended(stage, id);
			const labels = ['each-0', 'each-1', 'each-2'];
			const projects = labels.map((label) => projectOf(stage, label));
			const called = await calledOf(stage, sub.id);
			expect(called).toHaveLength(3);

			const noted: string[] = [];
			const clips: Record<string, number> = {};
			for (const each of called) {
				const call = await ended(stage, each);
				expect(call.error).toBeUndefined();
				expect(call.status).toBe('success');
				const own = clipsByProject(call, 'Get');
				noted.push((await notedProjects(stage, each)) ?? '');
				expect(Object.keys(own)).toEqual(noted.slice(-1));
				Object.assign(clips, own);
			}
			expect(noted.sort()).toEqual([...projects].sort());
			expect(clips).toEqual(await clipsAtService(stage, labels));

			// What n8n itself loses: the run ends well, and nothing in it tells of the others.
			expect(execution.error).toBeUndefined();
			expect(execution.status).toBe('success');
			const handedOn = clipsByProject(execution, 'Post');
			expect(Object.keys(handedOn)).toHaveLength(1);
			expect(clips).toMatchObject(handedOn);
		},
});
