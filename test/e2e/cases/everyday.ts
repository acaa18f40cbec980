import { itemsOf, type Workflow, type WorkflowNode } from '../../host';
import { fields, flow, node, startWith } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import {
	chain,
	connect,
	create,
	creating,
	ended,
	expectClips,
	marked,
	projectOf,
	videosOf,
} from './durableRuns';

const merge = (parameters: Record<string, unknown>): WorkflowNode =>
	node('Merge', 'n8n-nodes-base.merge', { typeVersion: 3.2, parameters });

/** Two Create nodes, each for videos of its own, and all that comes of them. */
function parallel(mark: string, markers: string[]): Workflow {
	const others = videosOf(`${mark}-other`, markers);
	const videos = videosOf(mark, markers).map((video, index) => ({
		...video,
		other: others[index]?.videoUrl,
	}));
	const branch = { ...create({ videoUrl: '={{ $json.other }}' }), name: 'Create others' };
	const post = fields('Post', {
		projectId: '={{ $json.projectId }}',
		status: '={{ $json.status }}',
		label: "={{ $('Videos').item.json.label }}",
	});
	const main = flow(mark, [...startWith('Videos', videos), create(), merge({ mode: 'append' }), post]);
	const both = connect({ ...main, nodes: [...main.nodes, branch] }, 'Videos', 'Create others');
	return connect(both, 'Create others', 'Merge', 0, 1);
}

/** Create, and a Merge that puts each project beside its video. */
function besideInputs(mark: string, markers: string[]): Workflow {
	const byPosition = merge({ mode: 'combine', combineBy: 'combineByPosition', options: {} });
	const post = fields('Post', {
		projectId: '={{ $json.projectId }}',
		status: '={{ $json.status }}',
		label: '={{ $json.label }}',
	});
	const main = flow(mark, [...startWith('Videos', videosOf(mark, markers)), create(), byPosition, post]);
	return connect(main, 'Videos', 'Merge', 0, 1);
}

/** What people write who forget the quotation marks. */
const broken = node('Post', 'n8n-nodes-base.set', {
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: '={ "title": {{ $json.title }} }', options: {} },
});

/** The chain that most users build, with a mistake at its end. */
function chainWithMistake(mark: string, markers: string[]): Workflow {
	const right = chain(mark, markers);
	return { ...right, nodes: right.nodes.map((each) => (each.name === broken.name ? broken : each)) };
}

/** A node that lets no item through. */
const none = node('None', 'n8n-nodes-base.filter', {
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: 'none',
					leftValue: '={{ $json.label }}',
					rightValue: 'another',
					operator: { type: 'string', operation: 'equals' },
				},
			],
		},
		options: {},
	},
});

/** What users build around Create, and what they do when a later node fails. */
export const everydayCases = (stage: Stage): Cases => {
	/** What Post gives for a video whose project is ready. */
	const ready = (label: string, videoLabel = label) => ({
		projectId: projectOf(stage, label),
		status: 'ready',
		label: videoLabel,
	});

	return {
		'two Create nodes in parallel branches pay for each video once, and Merge gives the projects of both':
			async () => {
				const execution = await ended(stage, await stage.start(parallel('parallel', ['good', 'good'])));
				expect(execution.error).toBeUndefined();
				expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual([
					ready('parallel-0'),
					ready('parallel-1'),
					ready('parallel-other-0', 'parallel-0'),
					ready('parallel-other-1', 'parallel-1'),
				]);
			},

		'a Merge by position puts each project beside its video': async () => {
			const execution = await ended(
				stage,
				await stage.start(besideInputs('beside', ['good', 'good', 'good'])),
			);
			expect(execution.error).toBeUndefined();
			expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual(
				['beside-0', 'beside-1', 'beside-2'].map((label) => ready(label)),
			);
		},

		'a Retry after a later node failed pays for nothing again, and succeeds once that node is corrected':
			async () => {
				const labels = ['mistaken-0', 'mistaken-1'];
				const { id: workflowId } = await stage.save(chainWithMistake('mistaken', ['good', 'good']));
				const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
				const failed = await ended(stage, id);
				expect([failed.status, failed.lastNode]).toEqual(['error', 'Post']);

				const again = await ended(stage, await stage.client.retryExecution(id));
				expect([again.status, again.error?.message]).toEqual(['error', failed.error?.message]);
				for (const label of labels) projectOf(stage, label);

				const { nodes } = await stage.client.getWorkflow(workflowId);
				const { parameters } = marked('Post');
				const corrected = nodes.map((each) => (each.name === 'Post' ? { ...each, parameters } : each));
				await stage.client.updateNodes(workflowId, corrected);
				const retried = await stage.client.retryExecution(id, 'current');
				await expectClips(stage, await ended(stage, retried), labels);
			},

		'no items are a success, and nothing is sent': async () => {
			const videos = startWith('Videos', videosOf('no-items', ['good']));
			const execution = await stage.run(flow('no-items', [...videos, none, create()]));
			expect([execution.status, execution.error]).toEqual(['success', undefined]);
			expect(itemsOf(execution, 'Videos')).toHaveLength(1);
			expect(execution.nodes).not.toHaveProperty('Create');
			expect(stage.submissionsOf('/no-items-')).toEqual([]);
		},

		"no credential is n8n's own error, and nothing is sent": async () => {
			const { id: workflowId } = await stage.client.createWorkflow(creating('no-credential', ['good']));
			const execution = await ended(stage, (await stage.client.runWorkflow(workflowId, 'Start')) ?? '');
			expect(execution.status).toBe('error');
			expect(execution.error).toMatchObject({
				node: 'Create',
				message: 'Node does not have any credentials set',
			});
			expect(stage.submissionsOf('/no-credential-')).toEqual([]);
		},
	};
};
