import type { INodeProperties } from 'n8n-workflow';
import { limitField, minViralScoreField, outputField } from './clipOutput';
import { projectIdField } from '../wait/projectItems';
import { waitOptions } from '../wait/waitOptions.fields';

const showOnlyForGet = { operation: ['get'] };

/** What to do with a project that is still processing. */
export const IF_NOT_READY = ['wait', 'status', 'error'] as const;

/** The parameters of the Get operation. */
export const description: INodeProperties[] = [
	projectIdField({ show: showOnlyForGet }),
	{
		displayName: 'If Not Ready',
		name: 'ifNotReady',
		type: 'options',
		options: [
			{
				name: 'Wait',
				value: 'wait',
				description: 'Wait until the clips are ready. Holds the worker meanwhile.',
			},
			{ name: 'Return Status', value: 'status', description: 'Return one item with the status "processing"' },
			{ name: 'Throw an Error', value: 'error', description: 'End with an error' },
		],
		default: 'wait',
		description: 'What to do with a project that is still processing',
		displayOptions: { show: showOnlyForGet },
	},
	{ ...outputField, displayOptions: { show: showOnlyForGet } },
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: showOnlyForGet },
		options: [limitField, minViralScoreField],
	},
	waitOptions({ show: { ...showOnlyForGet, ifNotReady: ['wait'] } }),
];
