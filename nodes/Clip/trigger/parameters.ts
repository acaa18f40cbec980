import type { INodeProperties } from 'n8n-workflow';
import { limitField, minViralScoreField, outputField } from '../operations/clipOutput';

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
		displayName: 'Verify',
		name: 'verify',
		type: 'boolean',
		default: true,
		description:
			'Whether to take a call only as a hint, and ask the service itself for the clips. Calls are not signed, so anyone who learns the URL can send one.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Ignore Duplicates',
				name: 'ignoreDuplicates',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out clips that started this workflow before. Test runs do not count.',
			},
			limitField,
			minViralScoreField,
			outputField,
			{
				displayName: 'Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description:
					'A word of your own. Calls without it are refused: add ?secret= and the word to the URL that you enter in the service.',
			},
		],
	},
];
