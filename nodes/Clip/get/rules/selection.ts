import { type Checked, refuse } from '../../values/checked';
import type { Clip } from '../../interface/clip';
import type { JsonObject } from '../../values/json';
import { isUnset, readNumber, readWholeNumber, shown } from '../../values/values';

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
	return { ok: true, value: { minViralScore, limit } };
}

/**
 * The wanted clips, best first. Ranks stay those of the whole project.
 *
 * @param clips - all clips of a project, best first
 * @param selection - which ones are wanted
 */
export function selectClips(clips: readonly Clip[], { minViralScore, limit }: Selection): Clip[] {
	return clips
		.filter((clip) => minViralScore === null || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit ?? undefined);
}
