import type { INodeProperties } from 'n8n-workflow';

const showOnlyForDownload = { operation: ['download'] };

/** The largest file that is downloaded when the user does not say, in megabytes. Clips of some minutes have far less. */
export const DEFAULT_MAX_SIZE = 1_024;

/**
 * How long a download may take when the user does not say, in minutes. A clip of 50 MB comes in 42 over a mobile line of 20 kB a
 * second.
 */
export const DEFAULT_MAX_TIME = 60;

/** How many files are downloaded at the same time when the user does not say. */
export const DEFAULT_AT_ONCE = 2;

/** How many files may be downloaded at the same time. */
export const MOST_AT_ONCE = 10;

/** The options of a download. */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: showOnlyForDownload },
	options: [
		{
			displayName: 'Downloads at Once',
			name: 'downloadsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MOST_AT_ONCE },
			default: DEFAULT_AT_ONCE,
			description: "How many files to download in parallel. Only the first item's value is used.",
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.rank }} {{ $json.title }}',
			description:
				'The name of the file, by default the title of the clip. The extension is added if it is missing, and characters that files cannot have are replaced.',
		},
		{
			displayName: 'Max Size (MB)',
			name: 'maxSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MAX_SIZE,
			description:
				'The largest file to download. n8n streams files to its disk; where it keeps them in a database, in S3 or in memory, each file has to fit into the memory of n8n.',
		},
		{
			displayName: 'Max Time (Minutes)',
			name: 'maxTime',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MAX_TIME,
			description: 'How many minutes the download of one file may take at most, including retries and pauses',
		},
		{
			displayName: 'Refresh Expired Link',
			name: 'refreshExpiredLink',
			type: 'boolean',
			default: true,
			description:
				'Whether to get a fresh link from the service, once, if the old one has expired. Needs the projectId and videoId of the clip in the item.',
		},
	],
};

/** The parameters of the Download operation. */
export const description: INodeProperties[] = [
	{
		displayName: 'Video URL',
		name: 'videoUrl',
		type: 'string',
		required: true,
		default: '={{ $json.videoUrl }}',
		placeholder: 'e.g. https://media.example.com/clip.mp4',
		description: 'The link to the file of the clip, as Get returned it. No API key is sent there.',
		displayOptions: { show: showOnlyForDownload },
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Use this name in the upload node. Existing files are kept.',
		displayOptions: { show: showOnlyForDownload },
	},
	optionsField,
];
