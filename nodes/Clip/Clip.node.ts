import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { properties, subtitle } from './operations';
import { executeOperation } from './execute';

/** The Clip node: one long video in, short clips ranked by viral score out. */
export class Clip implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Clip',
		name: 'clip',
		icon: { light: 'file:clip.svg', dark: 'file:clip.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Turn a long video into short clips ranked by viral score: submit a video, wait for its clips, get them',
		defaults: { name: 'Clip' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Under n8n's own title, "Waiting for input".
		waitingNodeTooltip:
			'={{ "The clips take from a few minutes to more than an hour. The execution is paused and survives a restart: you can leave, and find it under Executions." + ($parameter["operation"] !== "create" || ($parameter["options"] || {})["submitAgain"] === "always" ? "" : " If you stop it, execute again: it goes on where it was, and pays again only if a project has failed or is gone.") }}',
		credentials: [{ name: 'videoClippingApi', required: true }],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperation(this);
	}
}
