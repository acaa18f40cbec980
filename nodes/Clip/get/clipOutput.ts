import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../values/json';
import type { Project } from '../interface/project';
import { type Selection, selectClips } from './rules/selection';
import { hint } from '../n8n/parameters';

/** What comes out for a ready project. */
export const OUTPUTS = ['clips', 'project'] as const;

/** One of {@link OUTPUTS}. */
export type Output = (typeof OUTPUTS)[number];

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

/**
 * The items' JSON for a ready project.
 *
 * @param project - the project with all its clips
 * @param selection - which clips are wanted
 * @param output - clips one by one, or the project with the wanted ones
 */
export function clipOutput(project: Project, selection: Selection, output: Output): JsonObject[] {
	const clips = selectClips(project.clips ?? [], selection);
	return output === 'clips' ? clips : [{ ...project, clipCount: clips.length, clips }];
}

/**
 * Tells at the canvas why a ready project gives no item.
 *
 * @param project - a project of which no clip came out
 */
export function hintAtNoClips(context: IExecuteFunctions, project: Project): void {
	const { clipCount } = project;
	const best = project.clips?.[0]?.viralScore;
	const score = best == null ? '' : `: the best viral score is ${best}`;
	const filteredOut =
		clipCount === 1
			? `has 1 clip, but it does not pass the filters${score}.`
			: `has ${clipCount} clips, but none passes the filters${score}.`;
	const reason =
		clipCount === 0
			? "is ready, but has no clips. With 'Keywords', none is returned when nothing matches."
			: filteredOut;
	hint(context, `Project ${project.projectId} ${reason}`);
}
