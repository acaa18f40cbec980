import { z } from 'zod/v3';
import { amount, aSwitch, count, field, oneOf, optional, refuse, together } from '../lib/fields';
import { cleaned } from '../lib/text';
import { isUnset, readId, readText } from '../lib/values';
import type { Parameters } from '../n8n/parameters';
import { pollingParameters, projectParameters } from '../wait/wait.schema';
import {
	DEFAULT_IF_NOT_READY,
	DEFAULT_OUTPUT,
	description,
	FILE_DEFAULTS,
	FILE_LIMITS,
	IF_NOT_READY,
	MEGABYTE,
	OUTPUTS,
} from './get.fields';
import { selectionParameters } from './rules/selection';

const choices = z.object({
	ifNotReady: oneOf(IF_NOT_READY).default(DEFAULT_IF_NOT_READY),
	output: oneOf(OUTPUTS).default(DEFAULT_OUTPUT),
	downloadFiles: aSwitch.default(false),
	simplify: aSwitch.default(true),
	/** The only clip that is wanted. */
	videoId: optional(readId, 'must be the ID of a clip'),
});

/** How files are to be downloaded. */
const fileParameters = z
	.object({
		binaryPropertyName: field(
			(value) => (typeof value === 'string' && !isUnset(value) ? cleaned(value) : undefined),
			'must be the name of a field',
		).default(FILE_DEFAULTS.binaryPropertyName),
		downloadsAtOnce: count(FILE_LIMITS.downloadsAtOnce).default(FILE_DEFAULTS.downloadsAtOnce),
		maxSize: amount('megabytes', FILE_LIMITS.maxSize).default(FILE_DEFAULTS.maxSize),
		maxTime: amount('minutes', FILE_LIMITS.maxTime).default(FILE_DEFAULTS.maxTime),
		fileName: field(readText, 'must be text').default(FILE_DEFAULTS.fileName),
	})
	.transform(({ binaryPropertyName, fileName, downloadsAtOnce, maxSize, maxTime }) => ({
		/** The binary field for the file. */
		field: binaryPropertyName,
		/** What the files are to be called; empty for the titles of their clips. */
		fileName,
		atOnce: downloadsAtOnce,
		maxBytes: Math.floor(maxSize * MEGABYTE),
		/** How long the download of a file may take, in milliseconds. */
		maxMs: maxTime * 60_000,
	}));

export type FileOptions = z.output<typeof fileParameters>;

/** The clip that the input item is, if it is one. */
const ofItem = z.object({ item: z.object({ videoId: z.unknown(), projectId: z.unknown() }) });

const schema = together({
	project: projectParameters,
	ofItem,
	choices,
	policy: pollingParameters,
	selection: selectionParameters,
	files: fileParameters,
}).transform(({ project, ofItem: { item }, choices: chosen, policy, selection, files }, context) => {
	const { downloadFiles, ...others } = chosen;
	if (downloadFiles && others.output === 'project') {
		return refuse(context, "must be off where 'Output' is 'Project'", 'downloadFiles');
	}
	return {
		...project,
		...others,
		policy,
		selection,
		/** How to download the files of the clips; null when nobody wants them. */
		files: downloadFiles ? files : null,
		/** Whether the item is a clip of the project that is asked for. */
		isClip: !isUnset(item.videoId) && readId(item.projectId) === project.projectId,
	};
});

export type GetParameters = z.output<typeof schema>;

export const getParameters: Parameters<GetParameters> = {
	fields: description,
	schema,
	// A chat should not hang for many minutes.
	inTool: { ifNotReady: 'status' },
	neverEmpty: ['videoId'],
};
