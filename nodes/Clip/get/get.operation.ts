import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import {
	amountSchema,
	switchSchema,
	type Choice,
	countSchema,
	valueSchema,
	choiceSchema,
	optionalSchema,
	rejectValue,
	combineSchemas,
} from '../lib/schemas';
import { MEGABYTE } from '../lib/limits';
import { trimInvisible } from '../lib/text';
import { isUnset, readId, readText } from '../lib/values';
import {
	defineCollection,
	fieldsOf,
	showInNodeOnly,
	OPTIONS,
	defineParameter,
	defineWithDefault,
	withDisplayOptions,
	toolDescription,
} from '../n8n/panel';
import type { ItemParameters } from '../n8n/readParameters';
import type { Execute, Operation } from '../n8n/operation';
import { failedItemsIn, goodResultsIn, sortByItem } from '../n8n/results';
import { readItems } from '../n8n/readItems';
import { openAccounts } from '../service/accounts';
import { projectSchema, projectIdParameter, runningOptions } from '../wait/wait.parameters';
import { pairItemsOfSameProject, outputsOfClips, type GetSettings, waitForProjects, addFiles } from './clips';
import {
	whereOutputIsProject,
	outputParameter,
	selectionParameters,
	simplifyParameter,
} from './get.parameters';

const show = { operation: ['get'] };

/** What to do with a project that is still processing. */
const IF_NOT_READY = [
	{
		name: 'Wait',
		value: 'wait',
		description: 'Keep the execution running until the clips are ready',
	},
	{ name: 'Return Status', value: 'status', description: 'Return one item with the status "processing"' },
	{ name: 'Throw an Error', value: 'error', description: 'End with an error' },
] as const satisfies ReadonlyArray<Choice<string>>;

const filters = {
	...selectionParameters,
	videoId: defineParameter({
		displayName: 'Clip ID',
		name: 'videoId',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.videoId }}',
		description:
			'The videoId of the only clip to return, for example after an approval. Limit and Min Viral Score do not apply beside it.',
		schema: optionalSchema(readId, 'must be the ID of a clip'),
	}),
};

/** The most that may be entered. No clip has a million megabytes, and nobody waits for one for a week. */
const MOST = { downloadsAtOnce: 10, maxSize: 1_000_000, maxTime: 10_080 };

const downloads = { displayOptions: { show: { '/downloadFiles': [true] } } };

/** Sizes are entered in megabytes and read in bytes, times entered in minutes and read in milliseconds. */
const fileOptions = {
	downloadsAtOnce: defineWithDefault({
		displayName: 'Downloads at Once',
		name: 'downloadsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST.downloadsAtOnce },
		default: 2,
		description: "How many files to download in parallel. Only the first item's value is used.",
		...downloads,
		schema: countSchema(MOST.downloadsAtOnce),
	}),
	fileName: defineWithDefault({
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Harbour interview',
		description:
			'The name of the files without an extension, by default the title of each clip. Where it is the same for several, the ID of the clip is added.',
		...downloads,
		schema: valueSchema(readText, 'must be text'),
	}),
	maxSize: defineWithDefault({
		displayName: 'Max Size (MB)',
		name: 'maxSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		// Clips of some minutes have far less.
		default: 1024,
		description:
			'The largest file to download. n8n streams files to its disk; where it keeps them in a database, in S3 or in memory, each file has to fit into the memory of n8n.',
		...downloads,
		schema: amountSchema('megabytes', MOST.maxSize).transform((megabytes) =>
			Math.floor(megabytes * MEGABYTE),
		),
	}),
	maxTime: defineWithDefault({
		displayName: 'Max Time (Minutes)',
		name: 'maxTime',
		type: 'number',
		typeOptions: { minValue: 1 },
		// 50 MB at 20 kB a second take 42 minutes.
		default: 60,
		description:
			'How many minutes the download of one file may take at most, including retries and the delays before them',
		...downloads,
		schema: amountSchema('minutes', MOST.maxTime).transform((minutes) => minutes * 60_000),
	}),
};

const whileWaiting = { hide: { ifNotReady: ['error', 'status'] } };

const options = {
	ifNotReady: defineWithDefault({
		displayName: 'If Not Ready',
		name: 'ifNotReady',
		type: 'options',
		options: [...IF_NOT_READY],
		default: 'wait',
		description:
			'What to do with a project that is still processing. An AI agent gets the status by default.',
		schema: choiceSchema(IF_NOT_READY),
	}),
	output: outputParameter,
	maxWait: withDisplayOptions(whileWaiting, runningOptions.maxWait),
	pollInterval: withDisplayOptions(whileWaiting, runningOptions.pollInterval),
	...fileOptions,
};

const panelParameters = {
	/** A tool has no such parameter: agents read JSON only. */
	downloadFiles: defineWithDefault({
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description: 'Whether to download the file of each clip for the nodes that upload or publish it',
		displayOptions: showInNodeOnly(show),
		schema: switchSchema,
	}),
	binaryPropertyName: defineWithDefault({
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Use this name in the upload node',
		displayOptions: showInNodeOnly({ ...show, downloadFiles: [true] }),
		schema: valueSchema(
			(value) => (typeof value === 'string' && !isUnset(value) ? trimInvisible(value) : undefined),
			'must be the name of a field',
		),
	}),
	/** In a tool, clips are always simplified. */
	simplify: withDisplayOptions(
		{ show, hide: { '@tool': [true], ...whereOutputIsProject } },
		simplifyParameter,
	),
};

const fields: INodeProperties[] = [
	toolDescription(
		'get',
		'Takes the projectId of a submitted video and returns its clips, the best first, each with title, viral score, reason, length and a link to its file. While the video is still processing it returns the status processing instead: tell the user, and call it again some minutes later.',
	),
	...projectIdParameter(show).fields,
	...fieldsOf(panelParameters),
	defineCollection(
		{ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter', displayOptions: { show } },
		filters,
	),
	defineCollection({ ...OPTIONS, displayOptions: { show } }, options),
];

/** The input item, which may be a clip. */
const inputItem = z.object({ item: z.object({ videoId: z.unknown(), projectId: z.unknown() }) });

const schema = combineSchemas({
	project: projectSchema,
	inputItem,
	panel: z.object(panelParameters),
	filters: z.object(filters),
	options: z.object(options),
}).transform(
	(
		{
			project,
			inputItem: { item },
			panel: { binaryPropertyName, downloadFiles, simplify },
			filters: { videoId, ...selection },
			options: { ifNotReady, output, maxWait, pollInterval, ...fileSettings },
		},
		context,
	) => {
		if (downloadFiles && output === 'project') {
			return rejectValue(context, "must be off where 'Output' is 'Project'", 'downloadFiles');
		}
		return {
			...project,
			ifNotReady,
			output,
			simplify,
			videoId,
			selection,
			waitSettings: { maxWait, pollInterval },
			files: downloadFiles ? { binaryPropertyName, ...fileSettings } : null,
			isClipOfProject: !isUnset(item.videoId) && readId(item.projectId) === project.projectId,
		};
	},
);

const parameters: ItemParameters<GetSettings> = {
	fields,
	schema,
	// A chat should not hang for many minutes.
	toolDefaults: { ifNotReady: 'status' },
	mustGiveText: ['videoId'],
};

/** Get: the clips of each item's project, best first. One item comes out for each clip, or for each project, linked to its input items. */
const execute: Execute = async (execution) => {
	const items = await openAccounts(execution, readItems(execution, parameters, 'query'), 'query');
	if (items.fatal !== undefined) return items;
	const pairedItemsByItem = pairItemsOfSameProject(execution, goodResultsIn(items.results));
	const projects = await waitForProjects(execution, goodResultsIn(items.results));
	if (projects.fatal !== undefined) return projects;
	const clips = outputsOfClips(execution, goodResultsIn(projects.results), pairedItemsByItem);
	if (clips.fatal !== undefined) return clips;
	const files = await addFiles(execution, goodResultsIn(clips.results));
	if (files.fatal !== undefined) return files;
	const failed = [items, projects, clips].flatMap(({ results }) => failedItemsIn(results));
	return { results: sortByItem([...failed, ...files.results]) };
};

export const operation = {
	option: {
		name: 'Get Clips',
		value: 'get',
		action: 'Get clips of project',
		description: 'Retrieve the clips of a project, best first, one item for each clip',
	},
	subtitle: '($parameter["options"] || {})["output"] === "project" ? "Get project" : "Get clips"',
	parameters,
	execute,
} satisfies Operation;
