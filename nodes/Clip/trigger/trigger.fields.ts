import type { INodeProperties } from 'n8n-workflow';
import { limitField, minViralScoreField, outputField } from '../get/get.fields';
import { maxWaitField } from '../wait/wait.fields';

/** How long a call is followed up by default, in minutes. */
export const DEFAULT_WAIT_MINUTES = 15;

/** What calls the trigger as the service does. */
export const TEST_COMMAND =
	"curl -X POST -H 'Content-Type: application/json' -d '{\"projectId\": 20417733}' 'YOUR TEST URL'";

/** The options of the trigger. */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Also Start on Failure',
			name: 'alsoStartOnFailure',
			type: 'boolean',
			default: false,
			description:
				'Whether to also start the workflow for a project that the service could not clip. It gives one item with the status "failed", the code and the message.',
		},
		{
			displayName: 'Ignore Duplicates',
			name: 'ignoreDuplicates',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out clips that already started this workflow. Test runs do not count.',
		},
		limitField,
		maxWaitField(
			DEFAULT_WAIT_MINUTES,
			'How many minutes to keep checking after a call while the service cannot answer or does not show the clips yet. After that the execution fails with the project ID.',
		),
		minViralScoreField,
		outputField,
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"A password you choose. Calls without it are refused: add ?secret= and the password to the URL that you enter in the service. If 'Secret' is an expression without a result, the trigger refuses all calls.",
		},
	],
};

/** The parameters of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName:
			"Open 'Webhook URLs' above, choose 'Production URL', and copy it into the workspace settings of the service before you submit the first video. If the service cannot reach this n8n from the internet, use the Clip node: its Create operation can wait for the clips.",
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	{
		// While it listens, n8n itself says "Go to Clip and create an event", and no node can change that.
		displayName: `To test, choose 'Test this trigger', then run this with the ID of a finished project and the Test URL: ${TEST_COMMAND}`,
		name: 'testNotice',
		type: 'notice',
		default: '',
	},
	optionsField,
];
