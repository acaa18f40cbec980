import { accept, type Checked, refuse } from '../../lib/checked';
import type { Clip } from '../../service/rules/clip';
import type { Project } from '../../service/rules/project';
import type { JsonObject } from '../../lib/json';
import { isUnset, readNumber, readWholeNumber, shown } from '../../lib/values';

/** What comes out for a ready project. */
export const OUTPUTS = ['clips', 'project'] as const;

/** One of {@link OUTPUTS}. */
export type Output = (typeof OUTPUTS)[number];

/** Which clips of a project are wanted. */
export interface Selection {
	/** The lowest viral score; null takes all, also clips without a score. */
	minViralScore: number | null;
	/** How many, the best first; null takes all. */
	limit: number | null;
}

/**
 * Checks what the user wants of a project's clips.
 *
 * @param filters - `minViralScore` and `limit`, of any type; an empty value means "all"
 */
export function checkSelection(filters: JsonObject): Checked<Selection> {
	const minViralScore = isUnset(filters.minViralScore) ? null : readNumber(filters.minViralScore);
	const limit = isUnset(filters.limit) ? null : readWholeNumber(filters.limit);
	if (minViralScore === undefined || (minViralScore ?? 0) < 0 || (minViralScore ?? 0) > 10) {
		return refuse('minViralScore', `must be a number from 0 to 10, but is ${shown(filters.minViralScore)}`);
	}
	if (limit === undefined || (limit ?? 1) < 1) {
		return refuse('limit', `must be a whole number of at least 1, but is ${shown(filters.limit)}`);
	}
	return accept({ minViralScore, limit });
}

/** The wanted clips, best first. Ranks stay those of the whole project. */
const selectClips = (clips: readonly Clip[], { minViralScore, limit }: Selection): Clip[] =>
	clips
		.filter((clip) => minViralScore === null || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit ?? undefined);

/** The items' JSON for a ready project. */
export function clipOutput(project: Project, selection: Selection, output: Output): JsonObject[] {
	const clips = selectClips(project.clips ?? [], selection);
	return output === 'clips' ? clips : [{ ...project, clipCount: clips.length, clips }];
}

/** Why a ready project gives no item, for the person at the canvas. */
export function whyNoClips(project: Project): string {
	const { projectId, clipCount, clips } = project;
	if (clipCount === 0) {
		return `Project ${projectId} is ready, but has no clips. With 'Keywords to Find', none is returned when nothing matches.`;
	}
	const best = clips?.[0]?.viralScore;
	const score = best == null ? '' : `: the best viral score is ${best}`;
	const filteredOut =
		clipCount === 1
			? 'has 1 clip, but it does not pass the filters'
			: `has ${clipCount} clips, but none passes the filters`;
	return `Project ${projectId} ${filteredOut}${score}.`;
}
