import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import * as create from './operations/create';
import * as download from './operations/download';
import * as get from './operations/get';
import { forAgent, runOnItems } from './operations/itemResult';
import { execute as keep, settle } from './operations/keep';
import { execute as poll } from './operations/poll';
import { execute as time } from './operations/time';
import * as wait from './operations/wait';
import { isToolCall } from './operations/waitMode';
import { CREDENTIAL } from './transport/credential';
import { unknownOperation } from './transport/parking';
import { handOnLate } from './trigger/handOn';

const operations = new Map(Object.entries({ create, download, get, wait }));

/** What the sub-workflows of a parked run do; no list offers it. */
const helpers = new Map(Object.entries({ handOn: handOnLate, keep, poll, settle, time }));

/** The Clip node: one long video in, short clips ranked by viral score out. */
export class Clip implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Clip',
		name: 'clip',
		icon: { light: 'file:clip.svg', dark: 'file:clip.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ { create: $parameter["waitForClips"] === false ? "Submit video" : "Create clips", download: "Download file", get: $parameter["output"] === "project" ? "Get project" : "Get clips", wait: "Wait for clips" }[$parameter["operation"]] }}',
		description:
			'Turn a long video into short clips ranked by viral score: submit a video, wait for its clips, get them, download their files',
		defaults: { name: 'Clip' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Under n8n's own title, "Waiting for input".
		waitingNodeTooltip:
			'There is nothing to do: n8n waits for the clips, which the service makes within minutes to hours. Meanwhile the execution is parked, so it holds no worker and survives a restart of n8n.',
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Create',
						value: 'create',
						action: 'Create clips from a video',
						description:
							'Submit a video and wait for its clips. Gives one project; add Get for one item for each clip.',
					},
					{
						name: 'Download',
						value: 'download',
						action: 'Download the file of a clip',
						description: 'Download the file of a clip for the nodes that upload or publish it',
						// Agents read JSON only.
						displayOptions: { hide: { '@tool': [true] } },
					},
					{
						name: 'Get',
						value: 'get',
						action: 'Get the clips of a project',
						description: 'Retrieve the clips of a project, best first, one item for each clip',
					},
					{
						name: 'Wait',
						value: 'wait',
						action: 'Wait for the clips of a project',
						description: 'Wait until a project that was submitted earlier is ready',
					},
				],
				default: 'create',
			},
			...create.description,
			...download.description,
			...get.description,
			...wait.description,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const name = this.getNodeParameter('operation', 0);
		const help = helpers.get(name);
		if (help !== undefined) return await help(this);
		const items = await runOnItems(this, async () => {
			const operation = operations.get(name);
			if (operation !== undefined) return await operation.execute(this);
			throw unknownOperation(this);
		});
		return [isToolCall(this) ? forAgent(items) : items];
	}
}
