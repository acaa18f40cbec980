import type { INodeProperties } from 'n8n-workflow';
import { toolDescription, twins } from '../n8n/toolFields';
import { projectIdFields, waitOptions } from '../wait/wait.fields';

const showOnlyForGet = { operation: ['get'] };

/** What to do with a project that is still processing. */
export const IF_NOT_READY = ['wait', 'status', 'error'] as const;

/** The parameter that chooses between clips and project. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Clips', value: 'clips', description: 'One item for each clip, best first' },
		{ name: 'Project', value: 'project', description: 'One item for each project, with its clips in a list' },
	],
	default: 'clips',
	description: 'What to return for a project that is ready',
};

/** The parameter that bounds the number of clips. */
export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	hint: 'The best clips come first: 3 gives the best 3 of each project',
};

/** The parameter that leaves out weak clips. */
export const minViralScoreField: INodeProperties = {
	displayName: 'Min Viral Score',
	name: 'minViralScore',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 1 },
	default: 8,
	description: 'The lowest viral score to return, from 0 to 10. Clips without a score are left out.',
};

const ifNotReadyField: INodeProperties = {
	displayName: 'If Not Ready',
	name: 'ifNotReady',
	type: 'options',
	options: [
		{
			name: 'Wait',
			value: 'wait',
			description: 'Wait until the clips are ready. The execution keeps running meanwhile.',
		},
		{ name: 'Return Status', value: 'status', description: 'Return one item with the status "processing"' },
		{ name: 'Throw an Error', value: 'error', description: 'End with an error' },
	],
	default: 'wait',
	description: 'What to do with a project that is still processing',
};

/** The parameter that says what to do with a project that is still processing. A chat should not hang for many minutes. */
export const ifNotReady = twins(ifNotReadyField, showOnlyForGet, { default: 'status' });

/** The parameter that chooses among the clips. */
export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	displayOptions: { show: showOnlyForGet },
	options: [limitField, minViralScoreField],
};

/** The parameters of the Get operation. */
export const description: INodeProperties[] = [
	toolDescription(
		'get',
		'Takes the projectId of a submitted video and returns its clips, the best first, each with title, viral score, reason, length and a link to its file. While the video is still processing it returns the status processing instead: tell the user, and call it again some minutes later.',
	),
	...projectIdFields(showOnlyForGet),
	...Object.values(ifNotReady),
	{ ...outputField, displayOptions: { show: showOnlyForGet } },
	filtersField,
	waitOptions({ show: { ...showOnlyForGet, ifNotReady: ['wait'] } }, false),
];
