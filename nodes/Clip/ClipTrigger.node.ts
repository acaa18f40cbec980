import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { outputOf } from './n8n/output';
import { beginNodeExecution } from './n8n/nodeExecution';
import { deliverClips } from './trigger/deliverClips';
import { receiveCall } from './trigger/receiveCall';
import { properties, TEST_COMMAND } from './trigger/trigger.parameters';

const TEST_HELP = `To test, choose 'Test this trigger', then send a POST request to the test URL, with your Secret:<br>${TEST_COMMAND}<br>`;

/** The Clip Trigger node: starts a workflow when the service calls to say that clips are ready. */
export class ClipTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Clip Trigger',
		name: 'clipTrigger',
		icon: { light: 'file:clip.svg', dark: 'file:clip.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "readyOrFailed" ? "Clips ready or project failed" : "Clips ready" }}',
		// In its list of nodes n8n shows this text for both nodes of the package, as one entry.
		description:
			'Turn long videos into short clips ranked by viral score, and start workflows when clips are ready',
		eventTriggerDescription: 'Send a POST request with a project ID to the test URL',
		activationMessage: 'Your workflow now starts when the service calls the production URL.',
		triggerPanel: {
			header: 'Start when clips are ready',
			executionsHelp: {
				inactive: `${TEST_HELP} When the workflow is published, it runs for every call to the production URL.`,
				active: `${TEST_HELP} Calls to the production URL are in the list of executions.`,
			},
			activationHint: 'Publish the workflow to let the service start it.',
		},
		defaults: { name: 'Clip Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'videoClippingApi', required: true }],
		// Without `responseData: ''` n8n answers every call with a fixed text of its own.
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'webhook' },
		],
		properties,
	};

	/** The service has no call to register a webhook: its URL is entered by hand, so there is nothing to do here. */
	webhookMethods = {
		default: {
			checkExists: async () => await Promise.resolve(true),
			create: async () => await Promise.resolve(true),
			delete: async () => await Promise.resolve(true),
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Promise.resolve(receiveCall(this));
	}

	/** Runs with the item of {@link webhook}: n8n executes a trigger that has both. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// To execute a trigger again brings no call, so no error advises it.
		const execution = beginNodeExecution(this, { knownAudience: 'caller' });
		return [await outputOf(execution, deliverClips(execution))];
	}
}
