import type { JsonObject } from '../../lib/json';
import { readNumber } from '../../lib/values';
import type { ClipData } from '../../service/rules/clip';
import { simplifyClip } from '../../service/rules/compact';
import type { Project } from '../../service/rules/project';

export const readScore = (value: unknown): number | undefined => {
	const score = readNumber(value);
	return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
};

/** Which clips of a project are wanted: what is not set leaves none out. */
export interface Selection {
	/** The lowest viral score, which clips without a score do not have. */
	minViralScore?: number | undefined;
	/** How many, the best first. */
	limit?: number | undefined;
}

/** The wanted clips, best first. Ranks stay those of the whole project. */
export const selectClips = (clips: readonly ClipData[], { minViralScore, limit }: Selection): ClipData[] =>
	clips
		.filter((clip) => minViralScore === undefined || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit);

export type Output = 'clips' | 'project';

/** What is to come out for a ready project. */
export interface OutputForm {
	output: Output;
	/** Whether a clip that comes out by itself has the simple fields only. */
	simplify: boolean;
}

/** What comes out of a ready project for these clips of it: an item for each, or one for the project, whose clips stay whole. */
export function outputJsons(
	project: Project,
	clips: readonly ClipData[],
	{ output, simplify }: OutputForm,
): JsonObject[] {
	if (output === 'project') return [{ ...project, clipCount: clips.length, clips }];
	return simplify ? clips.map(simplifyClip) : [...clips];
}
