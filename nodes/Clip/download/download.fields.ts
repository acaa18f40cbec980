import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { optionsCollection } from '../n8n/toolFields';

const showOnlyForDownload = { operation: ['download'] };

/** What holds for what the user does not set. */
export const DEFAULTS = {
	binaryPropertyName: 'data',
	downloadsAtOnce: 2,
	fileName: '',
	/** Megabytes: clips of some minutes have far less. */
	maxSize: 1_024,
	/** Minutes: 50 MB at 20 kB a second take 42. */
	maxTime: 60,
	refreshExpiredLink: true,
};

/** Bytes in a megabyte, as people who look at files count them. */
export const MEGABYTE = 1024 * 1024;

const { binaryPropertyName, downloadsAtOnce, maxSize, maxTime } = DEFAULTS;

/** The largest value of each option that is a number. No clip has a million megabytes, and nobody waits for one for a week. */
export const LIMITS = { downloadsAtOnce: 10, maxSize: 1_000_000, maxTime: 10_080 };

/** What may be set for a download. */
export const fileOptions: readonly INodeProperties[] = [
	{
		displayName: 'Downloads at Once',
		name: 'downloadsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LIMITS.downloadsAtOnce },
		default: downloadsAtOnce,
		description: "How many files to download in parallel. Only the first item's value is used.",
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.rank }} {{ $json.title }}',
		description:
			'The name of the file, by default the title of the clip. Its extension follows from the kind of the file, and characters that files cannot have are replaced.',
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
	{
		displayName: 'Refresh Expired Link',
		name: 'refreshExpiredLink',
		type: 'boolean',
		default: true,
		description:
			'Whether to get a fresh link from the service, once, if the old one has expired. Needs the projectId and videoId of the clip in the item.',
	},
];

const optionsField = optionsCollection(showOnlyForDownload, fileOptions);

export const fieldForFile = (
	displayOptions: IDisplayOptions,
	description = 'Use this name in the upload node',
): INodeProperties => ({
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: binaryPropertyName,
	hint: 'The name of the output binary field to put the file in',
	description,
	displayOptions,
});

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
	fieldForFile({ show: showOnlyForDownload }, 'Use this name in the upload node. Existing files are kept.'),
	optionsField,
];
