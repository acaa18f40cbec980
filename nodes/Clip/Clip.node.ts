import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { description as create } from './create/create.fields';
import { description as get } from './get/get.fields';
import { run } from './run';
import { description as wait } from './wait/wait.fields';

/** The one thing that the operations are about. */
const RESOURCE = 'clip';

/** The Clip node: one long video in, short clips ranked by viral score out. */
export class Clip implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Clip',
		name: 'clip',
		icon: { light: 'file:clip.svg', dark: 'file:clip.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ { create: $parameter["waitForClips"] === false ? "Submit only" : "Submit and wait", get: ($parameter["options"] || {})["output"] === "project" ? "Get project" : "Get clips", wait: "Wait for clips" }[$parameter["operation"]] }}',
		description:
			'Turn a long video into short clips ranked by viral score: submit a video, wait for its clips, get them',
		defaults: { name: 'Clip' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Under n8n's own title, "Waiting for input".
		waitingNodeTooltip:
			'={{ "There is nothing to do: n8n waits for the clips, which takes from a few minutes to more than an hour. Meanwhile the execution is paused: it uses almost no resources of n8n and survives a restart." + (($parameter["options"] || {})["submitAgain"] === "always" ? "" : " If you stop it or leave: execute again. It costs nothing and goes on where it was.") }}',
		credentials: [{ name: 'videoClippingApi', required: true }],
		properties: [
			// n8n names a node after its action only if the operation belongs to a resource. There is only one, so it is hidden.
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'hidden',
				noDataExpression: true,
				options: [{ name: 'Clip', value: RESOURCE }],
				default: RESOURCE,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [RESOURCE] } },
				options: [
					{
						name: 'Create Clips',
						value: 'create',
						action: 'Create clips from video',
						description: 'Submit a video. Gives one project; add Get Clips for one item for each clip.',
					},
					{
						name: 'Get Clips',
						value: 'get',
						action: 'Get clips of project',
						description: 'Retrieve the clips of a project, best first, one item for each clip',
					},
					{
						name: 'Wait for Clips',
						value: 'wait',
						action: 'Wait for clips of project',
						description: 'Wait until a project that was submitted earlier is ready',
					},
				],
				default: 'create',
			},
			...create,
			...get,
			...wait,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this);
	}
}
