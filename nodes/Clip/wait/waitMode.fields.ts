import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { type Checked, checkOption } from '../values/checked';

/** How to wait. */
const WAIT_MODES = ['durable', 'inProcess'] as const;

/** One of {@link WAIT_MODES}. */
export type WaitMode = (typeof WAIT_MODES)[number];

/**
 * The parameter that chooses how to wait.
 *
 * @param displayOptions - when the panel shows it
 */
export const waitModeField = (displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
	displayName: 'Wait Mode',
	name: 'waitMode',
	type: 'options',
	options: [
		{
			name: 'Free the Worker',
			value: 'durable',
			description:
				'Park the execution: holds no worker, survives a restart. Asks every minute or two, later less often.',
		},
		{
			name: 'Hold the Worker',
			value: 'inProcess',
			description:
				"Keep the execution running. It asks in every poll interval, and a restart of n8n ends it; go on with Get and the project's ID then.",
		},
	],
	default: 'durable',
	description: 'What happens to the execution while the service clips the video',
	// Agents cannot be parked.
	displayOptions: { ...displayOptions, hide: { '@tool': [true] } },
});

/** Reads how to wait. */
export const readWaitMode = (context: IExecuteFunctions, itemIndex: number): Checked<WaitMode> =>
	checkOption('waitMode', context.getNodeParameter('waitMode', itemIndex, 'durable'), WAIT_MODES);
