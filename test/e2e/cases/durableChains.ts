import { itemsOf } from '../../host';
import { fields, flow, node, parkedClip, startWith } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import {
	chain,
	connect,
	create,
	ended,
	expectClips,
	marked,
	projectOf,
	startInProduction,
	videosOf,
} from './durableRuns';

/** Create, Wait and Get in the ways in which workflows use them. */
export const chainCases = (stage: Stage): Cases => {
	const labelsOf = (mark: string, videos: number) =>
		Array.from({ length: videos }, (_, index) => `${mark}-${index}`);

	return {
		'several videos come through a manual run in order, each linked to its video': async () => {
			const id = await stage.start(chain('by-hand', ['good', 'sim-slow', 'good']));
			const execution = await ended(stage, id);
			await expectClips(stage, execution, labelsOf('by-hand', 3));
			expect(itemsOf(execution, 'Create')).toMatchObject(
				labelsOf('by-hand', 3).map((label, item) => ({
					json: { projectId: projectOf(stage, label), status: 'ready' },
					pairedItem: { item },
				})),
			);
			expect(itemsOf(execution, 'Marked').map(({ json }) => json)).toEqual(
				labelsOf('by-hand', 3).map((label) => ({
					projectId: projectOf(stage, label),
					created: projectOf(stage, label),
					status: 'ready',
					label,
				})),
			);
		},

		'several videos come through a production run in order, each linked to its video': async () => {
			const id = await startInProduction(stage, chain('by-webhook', ['good', 'sim-slow', 'good']));
			await expectClips(stage, await ended(stage, id), labelsOf('by-webhook', 3));
		},

		'Retry On Fail submits nothing twice beside a wait': async () => {
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
			const id = await stage.start(chain('retrying', ['good', 'good'], settings));
			await expectClips(stage, await ended(stage, id), labelsOf('retrying', 2));
		},

		'Wait gives a project for each item, also twice for the same project': async () => {
			const [one, other] = [
				await stage.submit('https://media.example.com/waited-0/sim-slow/talk.mp4'),
				await stage.submit('https://media.example.com/waited-1/sim-slow/talk.mp4'),
			];
			const items = [one, other, one].map((projectId, index) => ({ projectId, label: `waited ${index}` }));
			const id = await stage.start(
				flow('Wait for some', [
					...startWith('Projects', items),
					parkedClip('Wait', { operation: 'wait' }),
					fields('Post', {
						projectId: '={{ $json.projectId }}',
						label: "={{ $('Projects').item.json.label }}",
						clips: '={{ $json.clips.length }}',
					}),
				]),
			);
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			const posts = itemsOf(execution, 'Post').map(({ json }) => json);
			expect(posts).toMatchObject(items);
			expect(posts.map(({ clips }) => Number(clips))).toEqual(
				itemsOf(execution, 'Wait').map(({ json }) => json.clipCount),
			);
			expect(stage.submissionsOf('waited-')).toHaveLength(2);
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

		'two nodes wait one after the other': async () => {
			const second = { ...create({ videoUrl: '={{ $json.next }}' }), name: 'Create again' };
			const [first = '', next = ''] = videosOf('in-turn', ['good', 'good']).map(({ videoUrl }) => videoUrl);
			const id = await stage.start(
				flow('In turn', [
					...startWith('Videos', [{ label: 'in-turn', videoUrl: first }]),
					create(),
					fields('Next', { next }),
					second,
					fields('Post', {
						first: "={{ $('Create').item.json.projectId }}",
						second: '={{ $json.projectId }}',
						status: '={{ $json.status }}',
					}),
				]),
			);
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual([
				{ first: projectOf(stage, 'in-turn-0'), second: projectOf(stage, 'in-turn-1'), status: 'ready' },
			]);
		},

		'a loop waits in each of its rounds': async () => {
			const loop = node('Loop', 'n8n-nodes-base.splitInBatches', {
				typeVersion: 3,
				parameters: { batchSize: 2, options: {} },
			});
			const start = startWith('Videos', videosOf('looped', ['good', 'good', 'good', 'good']));
			let workflow = flow('Looped', [...start, loop]);
			workflow = { ...workflow, nodes: [...workflow.nodes, create(), marked('Post')] };
			workflow = connect(workflow, 'Loop', 'Post', 0);
			workflow = connect(workflow, 'Loop', 'Create', 1);
			workflow = connect(workflow, 'Create', 'Loop');
			const execution = await ended(stage, await stage.start(workflow));
			expect(execution.error).toBeUndefined();
			expect(execution.nodes.Create).toHaveLength(2);
			expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual(
				labelsOf('looped', 4).map((label) => ({
					projectId: projectOf(stage, label),
					created: projectOf(stage, label),
					status: 'ready',
					label,
				})),
			);
		},

		'a sub-workflow waits, and the workflow that called it gets the result': async () => {
			const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			});
			const sub = await stage.publish(flow('Sub-workflow', [trigger, create()]));
			const call = node('Call', 'n8n-nodes-base.executeWorkflow', {
				typeVersion: 1.3,
				parameters: {
					source: 'database',
					workflowId: { __rl: true, mode: 'id', value: sub.id },
					mode: 'once',
					options: { waitForSubWorkflow: true },
				},
			});
			const post = fields('Post', {
				projectId: '={{ $json.projectId }}',
				status: '={{ $json.status }}',
				label: "={{ $('Videos').item.json.label }}",
			});
			const videos = startWith('Videos', videosOf('called', ['good', 'good']));
			const id = await startInProduction(stage, flow('calling', [...videos, call, post]));
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			expect(itemsOf(execution, 'Post').map(({ json }) => json)).toEqual(
				labelsOf('called', 2).map((label) => ({
					projectId: projectOf(stage, label),
					status: 'ready',
					label,
				})),
			);
		},
	};
};
