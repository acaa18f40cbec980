import type { INodeProperties } from 'n8n-workflow';
import { limitField, minViralScoreField, outputField } from '../get/get.fields';

/** How long a call is followed up by default, in minutes. */
export const DEFAULT_WAIT_MINUTES = 15;

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
		displayName: 'Verify Calls',
		name: 'verify',
		type: 'boolean',
		default: true,
		description:
			'Whether to get the clips from the service instead of trusting the call. Calls are not signed, so anyone who learns the URL can send one.',
	},
	{
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
					'Whether to start the workflow also for a project that the service could not clip. One item comes out, with the status "failed", the code and the message.',
			},
			{
				displayName: 'Ignore Duplicates',
				name: 'ignoreDuplicates',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out clips that started this workflow before. Test runs do not count.',
			},
			limitField,
			{
				displayName: 'Max Wait (Minutes)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_WAIT_MINUTES,
				description:
					'How many minutes to keep asking after a call while the service cannot answer, or does not show the clips yet. Then the run fails with the project ID.',
			},
			minViralScoreField,
			outputField,
			{
				displayName: 'Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description:
					'A password that you choose. Add ?secret= and the password to the URL that you enter in the service. Calls without it are rejected. If an expression is empty, all calls are rejected.',
			},
		],
	},
];
