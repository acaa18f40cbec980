import type { IExecuteFunctions } from 'n8n-workflow';
import type { JsonObject } from '../values/json';
import type { Project } from '../interface/project';
import { type Selection, selectClips } from './rules/selection';
import { hint } from '../n8n/parameters';
import type { Output } from './get.fields';

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
