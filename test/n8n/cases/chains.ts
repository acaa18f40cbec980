import { itemsOf } from '../../../tools/host';
import { called, callOf, fields, flow, node, pausingClip, startWith, to } from '../../../tools/beds/flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../../../tools/beds/stage';
import {
	chain,
	create,
	ended,
	expectClips,
	marked,
	nothingWaits,
	clipCountOf,
	projectOf,
	startPaused,
	videosOf,
} from './durableRuns';

/** The nodes of a workflow, with other parameters for the last one. */
const withPost = <T extends { name: string }>(nodes: T[], parameters: Record<string, unknown>): T[] =>
	nodes.map((each) => (each.name === 'Post' ? { ...each, parameters } : each));

/** Create, Wait and Get in the ways in which workflows use them. */
export const chainCases = (stage: Stage): Cases => {
	const labelsOf = (mark: string, videos: number) =>
		Array.from({ length: videos }, (_, index) => `${mark}-${index}`);

	return {
		'several videos come through a manual run in order, each linked to its video, with two entries in all':
			async () => {
				const { id, workflowId } = await startPaused(stage, chain('by-hand', ['good', 'sim-slow', 'good']));
				const execution = await ended(stage, id);
				await nothingWaits(stage, workflowId);
				expect(await stage.client.listExecutions(workflowId)).toHaveLength(2);
				await expectClips(stage, execution, labelsOf('by-hand', 3));
				expect(itemsOf(execution, 'Create')).toMatchObject(
					labelsOf('by-hand', 3).map((label, item) => ({
						json: { projectId: projectOf(stage, label), status: 'ready' },
						pairedItem: { item },
					})),
				);
			},

		'"Execute step" ends with the node, with its result': async () => {
			const saved = await stage.save(chain('one-step', ['good', 'good']));
			const id = await stage.client.runWorkflow(saved.id, 'Start', 'Create');
			const execution = await ended(stage, id ?? '');
			expect(execution.error).toBeUndefined();
			expect(itemsOf(execution, 'Create').map(({ json }) => [json.projectId, json.status])).toEqual(
				labelsOf('one-step', 2).map((label) => [projectOf(stage, label), 'ready']),
			);
			expect(execution.nodes).not.toHaveProperty('Marked');
		},

		'a loop waits in each of its rounds': async () => {
			const start = startWith('Videos', videosOf('looped', ['good', 'good']));
			const loop = node('Loop', 'n8n-nodes-base.splitInBatches', {
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			});
			const { nodes, connections, ...others } = flow('Looped', [...start, loop]);
			const round = {
				// Its first output is for when it is done.
				Loop: { main: [to('Post'), to('Create')] },
				Create: { main: [to('Loop')] },
			};
			const execution = await ended(
				stage,
				await stage.start({
					...others,
					nodes: [...nodes, create(), marked('Post')],
					connections: { ...connections, ...round },
				}),
			);
			expect(execution.error).toBeUndefined();
			expect(execution.nodes.Create).toHaveLength(2);
			expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual(
				labelsOf('looped', 2).map((label) => {
					const projectId = projectOf(stage, label);
					return { projectId, status: 'ready', label, created: projectId };
				}),
			);
		},

		'a sub-workflow of the user gives the clips of all videos to the workflow that called it': async () => {
			const get = pausingClip('Get', { operation: 'get', projectId: '={{ $json.projectId }}' });
			const sub = await stage.save(flow('called-sub', [called, create(), get]));
			const videos = startWith('Videos', videosOf('called', ['sim-slow', 'good']));
			const post = fields('Post', { projectId: '={{ $json.projectId }}' });
			const id = await stage.start(flow('calling', [...videos, callOf(sub.id), post]));
			const execution = await ended(stage, id);
			expect([execution.status, execution.error]).toEqual(['success', undefined]);
			const projects = labelsOf('called', 2).map((label) => projectOf(stage, label));
			const ids = itemsOf(execution, 'Post').map(({ json }) => json.projectId);
			for (const project of projects) {
				const count = await clipCountOf(stage, project);
				expect(ids.filter((other) => other === project)).toHaveLength(count);
			}
		},

		'a Retry after a later node failed pays for nothing again, and succeeds once that node is corrected':
			async () => {
				const right = chain('mistaken', ['good', 'good']);
				// No quotation marks.
				const mistake = { mode: 'raw', jsonOutput: '={ "title": {{ $json.title }} }', options: {} };
				const wrong = { ...right, nodes: withPost(right.nodes, mistake) };
				const { id: workflowId } = await stage.save(wrong);
				const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
				const failed = await ended(stage, id);
				expect([failed.status, failed.lastNode]).toEqual(['error', 'Post']);

				const { nodes } = await stage.client.getWorkflow(workflowId);
				await stage.client.updateNodes(workflowId, withPost(nodes, marked('Post').parameters));
				const retried = await stage.client.retryExecution(id, 'current');
				await expectClips(stage, await ended(stage, retried), labelsOf('mistaken', 2));
			},
	};
};
