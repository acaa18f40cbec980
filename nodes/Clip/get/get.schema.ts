import { z } from 'zod/v3';
import { type FileOptions, fileParameters } from '../download/download.schema';
import { aSwitch, oneOf, refuse, together } from '../lib/fields';
import type { Parameters } from '../n8n/parameters';
import type { ChosenPolicy } from '../wait/rules/watching';
import { pollingParameters, projectParameters } from '../wait/wait.schema';
import {
	DEFAULT_IF_NOT_READY,
	DEFAULT_OUTPUT,
	description,
	IF_NOT_READY,
	type Output,
	OUTPUTS,
} from './get.fields';
import { type Selection, selectionParameters } from './rules/selection';

export interface GetParameters {
	projectId: string;
	/** Whether the node before has found no clips, after it had asked again. */
	isKnownEmpty: boolean;
	ifNotReady: (typeof IF_NOT_READY)[number]['value'];
	policy: ChosenPolicy;
	output: Output;
	simplify: boolean;
	selection: Selection;
	/** How to download the files of the clips; null when nobody wants them. */
	files: FileOptions | null;
}

const choices = z.object({
	ifNotReady: oneOf(IF_NOT_READY).default(DEFAULT_IF_NOT_READY),
	output: oneOf(OUTPUTS).default(DEFAULT_OUTPUT),
	downloadFiles: aSwitch.default(false),
	simplify: aSwitch.default(true),
});

export const getParameters: Parameters<GetParameters> = {
	fields: description,
	schema: together({
		project: projectParameters,
		choices,
		policy: pollingParameters,
		selection: selectionParameters,
		files: fileParameters,
	}).transform(({ project, choices: chosen, policy, selection, files }, context) => {
		const { ifNotReady, output, simplify, downloadFiles } = chosen;
		if (downloadFiles && output === 'project') {
			return refuse(context, "must be off where 'Output' is 'Project'", 'downloadFiles');
		}
		return {
			...project,
			ifNotReady,
			policy,
			output,
			simplify,
			selection,
			files: downloadFiles ? files : null,
		};
	}),
	// A chat should not hang for many minutes.
	inTool: { ifNotReady: 'status' },
};
