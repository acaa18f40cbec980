import type { INodeProperties } from 'n8n-workflow';
import { limitField, minViralScoreField, outputField, simplifyField } from '../get/get.fields';
import type { Choice } from '../lib/fields';
import { maxWaitField } from '../wait/wait.fields';

/** For how long the service is asked after a call by default, in minutes. */
export const DEFAULT_WAIT_MINUTES = 15;

/** What calls the trigger as the service does. */
export const TEST_COMMAND =
	"curl -X POST -H 'Content-Type: application/json' -d '{\"projectId\": 20417733}' 'YOUR_TEST_URL?secret=YOUR_SECRET'";

/** What may start the workflow. */
export const EVENTS = [
	{
		name: 'Clips Ready',
		value: 'ready',
		action: 'On clips ready',
		description: 'Start when the clips of a project are ready',
	},
	{
		name: 'Clips Ready or Project Failed',
		value: 'readyOrFailed',
		action: 'On clips ready or project failed',
		description: 'Start for a failed project, too, with one item that has the status "failed"',
	},
] as const satisfies ReadonlyArray<Choice<string> & { action: string }>;

/** The one that holds unless the user chooses. */
export const DEFAULT_EVENT = 'ready' satisfies (typeof EVENTS)[number]['value'];

/** n8n's list of nodes gets one entry for each option, because the label is Event. */
const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	options: [...EVENTS],
	default: DEFAULT_EVENT,
	description: 'What starts the workflow',
};

/** The parameter with the password of the calls. */
const secretField: INodeProperties = {
	displayName: 'Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		"A password you choose, of letters, digits and -. Calls without it are refused. Without one, anybody who knows the URL can start the workflow, but only with clips of the service. If 'Secret' is an expression without a result, the trigger refuses all calls.",
	hint: 'Optional. With it, enter in the service: PRODUCTION_URL?secret=YOUR_SECRET',
};

const optionsField: INodeProperties = {
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
			description: 'Whether to leave out clips that already started this workflow. Test runs do not count.',
		},
		limitField,
		maxWaitField(
			DEFAULT_WAIT_MINUTES,
			'How many minutes to keep checking after a call while the service cannot answer or does not show the clips yet. After that the execution fails with the project ID.',
		),
		minViralScoreField,
		outputField,
	],
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Enter the Production URL above in the workspace settings of the service.',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	eventField,
	secretField,
	simplifyField,
	optionsField,
];
