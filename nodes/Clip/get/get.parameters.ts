import { type Choice, choiceSchema, optionalSchema, readWholeBetween, switchSchema } from '../lib/schemas';
import { defineParameter, defineWithDefault } from '../n8n/panel';
import { type Output, readScore } from './rules/selection';

/*
 * What Get Clips and the trigger ask of the user: which clips are wanted, and in what form.
 */

const OUTPUTS = [
	{ name: 'Clips', value: 'clips', description: 'One item for each clip, best first' },
	{ name: 'Project', value: 'project', description: 'One item for each project, with its clips in a list' },
] as const satisfies ReadonlyArray<Choice<Output>>;

export const outputParameter = defineWithDefault({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [...OUTPUTS],
	default: 'clips',
	description: 'What to return for a project that is ready',
	schema: choiceSchema(OUTPUTS),
});

/** Where clips are not simplified: inside a project they stay whole. */
export const whereOutputIsProject = { '/options.output': ['project'] };

export const simplifyParameter = defineWithDefault({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint: 'Off: also transcript, hashtags, topics, link to the editor, name of the project, and all else that the service sends',
	schema: switchSchema,
});

export const selectionParameters = {
	limit: defineParameter({
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		hint: 'The best clips come first: 3 gives the best 3 of each project',
		schema: optionalSchema(
			readWholeBetween(1, Number.MAX_SAFE_INTEGER),
			'must be a whole number of at least 1',
		),
	}),
	minViralScore: defineParameter({
		displayName: 'Min Viral Score',
		name: 'minViralScore',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 1 },
		default: 8,
		description: 'The lowest viral score to return, from 0 to 10. Clips without a score are left out.',
		schema: optionalSchema(readScore, 'must be a number from 0 to 10'),
	}),
};
