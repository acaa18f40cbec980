import type { Workflow } from '../host';
import { clipTrigger, flow, node, pausingClip } from '../e2e/flows';
import { projectName, videoUrl } from './stories';

const places = (nodes: Workflow['nodes']): Workflow['nodes'] =>
	nodes.map((one, index) => ({ ...one, position: [index * 224, 0] }));

/** One video in three nodes. */
export const oneVideo: Workflow = flow(
	'Clips of a video',
	places([
		node('Start', 'n8n-nodes-base.manualTrigger'),
		pausingClip('Create Clips', {
			videoUrl,
			additionalFields: { projectName },
			// As it is in a new node.
			options: {},
		}),
		pausingClip('Get Clips', { operation: 'get' }),
	]),
);

/** A trigger with its own address. */
export const trigger: Workflow = flow('When clips are ready', places([clipTrigger('my-clips')]));
