import type { INodeProperties } from 'n8n-workflow';
import { inNode, optionsCollection, toolDescription } from '../n8n/toolFields';
import type { Choice } from '../lib/fields';
import { pollingOptions, projectIdFields } from '../wait/wait.fields';

const showOnlyForGet = { operation: ['get'] };

/** What to do with a project that is still processing. */
export const IF_NOT_READY = [
	{
		name: 'Wait',
		value: 'wait',
		description: 'Keep the execution running until the clips are ready',
	},
	{ name: 'Return Status', value: 'status', description: 'Return one item with the status "processing"' },
	{ name: 'Throw an Error', value: 'error', description: 'End with an error' },
] as const satisfies ReadonlyArray<Choice<string>>;

/** What holds unless the user chooses. */
export const DEFAULT_IF_NOT_READY = 'wait' satisfies (typeof IF_NOT_READY)[number]['value'];

/** What comes out for a ready project. */
export const OUTPUTS = [
	{ name: 'Clips', value: 'clips', description: 'One item for each clip, best first' },
	{ name: 'Project', value: 'project', description: 'One item for each project, with its clips in a list' },
] as const satisfies ReadonlyArray<Choice<string>>;

export type Output = (typeof OUTPUTS)[number]['value'];

/** What holds unless the user chooses. */
export const DEFAULT_OUTPUT = 'clips' satisfies Output;

/** The parameter that chooses between clips and project. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [...OUTPUTS],
	default: DEFAULT_OUTPUT,
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

/** The parameter that leaves out the fields that few workflows need. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint: 'Off: also transcript, hashtags, topics, link to the editor, name of the project, and all else that the service sends',
};

const ifNotReady: INodeProperties = {
	displayName: 'If Not Ready',
	name: 'ifNotReady',
	type: 'options',
	options: [...IF_NOT_READY],
	default: DEFAULT_IF_NOT_READY,
	description: 'What to do with a project that is still processing. An AI agent gets the status by default.',
};

/** The parameter that chooses one clip. */
const videoIdField: INodeProperties = {
	displayName: 'Clip ID',
	name: 'videoId',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.videoId }}',
	description:
		'The videoId of the only clip to return, for example after an approval. Limit and Min Viral Score do not apply beside it.',
};

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	displayOptions: { show: showOnlyForGet },
	options: [videoIdField, limitField, minViralScoreField],
};

/** Agents read JSON only. */
const downloadFilesField: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description: 'Whether to download the file of each clip for the nodes that upload or publish it',
	displayOptions: inNode(showOnlyForGet),
};

/** What holds of files for what the user does not set. */
export const FILE_DEFAULTS = {
	binaryPropertyName: 'data',
	downloadsAtOnce: 2,
	fileName: '',
	/** Megabytes: clips of some minutes have far less. */
	maxSize: 1_024,
	/** Minutes: 50 MB at 20 kB a second take 42. */
	maxTime: 60,
};

const { binaryPropertyName, downloadsAtOnce, maxSize, maxTime } = FILE_DEFAULTS;

/** Bytes in a megabyte, as people who look at files count them. */
export const MEGABYTE = 1024 * 1024;

/** The largest value of each option that is a number. No clip has a million megabytes, and nobody waits for one for a week. */
export const FILE_LIMITS = { downloadsAtOnce: 10, maxSize: 1_000_000, maxTime: 10_080 };

/** What may be set for a download. */
const fileOptions: readonly INodeProperties[] = [
	{
		displayName: 'Downloads at Once',
		name: 'downloadsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: FILE_LIMITS.downloadsAtOnce },
		default: downloadsAtOnce,
		description: "How many files to download in parallel. Only the first item's value is used.",
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Harbour interview',
		description:
			'The name of the files, by default the title of each clip. Where it is the same for several, the ID of the clip is added. Its extension follows from the kind of the file, and characters that files cannot have are replaced.',
	},
	{
		displayName: 'Max Size (MB)',
		name: 'maxSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: maxSize,
		description:
			'The largest file to download. n8n streams files to its disk; where it keeps them in a database, in S3 or in memory, each file has to fit into the memory of n8n.',
	},
	{
		displayName: 'Max Time (Minutes)',
		name: 'maxTime',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: maxTime,
		description: 'How many minutes the download of one file may take at most, including retries and pauses',
	},
];

const showWithFiles = inNode({ ...showOnlyForGet, downloadFiles: [true] });

const optionsField = optionsCollection(showOnlyForGet, [
	ifNotReady,
	outputField,
	...pollingOptions.map((option) => ({
		...option,
		displayOptions: { hide: { ifNotReady: ['error', 'status'] } },
	})),
	...fileOptions.map((option) => ({
		...option,
		displayOptions: { show: { '/downloadFiles': [true] } },
	})),
]);

export const description: INodeProperties[] = [
	toolDescription(
		'get',
		'Takes the projectId of a submitted video and returns its clips, the best first, each with title, viral score, reason, length and a link to its file. While the video is still processing it returns the status processing instead: tell the user, and call it again some minutes later.',
	),
	...projectIdFields(showOnlyForGet),
	downloadFilesField,
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: binaryPropertyName,
		hint: 'The name of the output binary field to put the file in',
		description: 'Use this name in the upload node',
		displayOptions: showWithFiles,
	},
	// In a tool, clips are always simplified.
	{ ...simplifyField, displayOptions: inNode(showOnlyForGet) },
	filtersField,
	optionsField,
];
