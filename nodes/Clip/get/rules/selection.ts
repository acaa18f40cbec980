import type { JsonObject } from '../../lib/json';
import { readNumber } from '../../lib/values';
import type { ClipData } from '../../service/rules/clip';
import type { Project } from '../../service/rules/project';
import { simplifyClip } from './compact';

export const readScore = (value: unknown): number | undefined => {
	const score = readNumber(value);
	return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
};

/** Which clips are wanted. A filter that is not set leaves none out. */
export interface Selection {
	/** Leaves out clips without a score, too. */
	minViralScore?: number | undefined;
	limit?: number | undefined;
}

/** The wanted clips, best first. Ranks stay those of the whole project. */
export const selectClips = (clips: readonly ClipData[], { minViralScore, limit }: Selection): ClipData[] =>
	clips
		.filter((clip) => minViralScore === undefined || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit);

export type Output = 'clips' | 'project';

interface OutputForm {
	output: Output;
	/** Holds for clips that come out one by one. */
	simplify: boolean;
}

/** An item for each of these clips, or one for the project with these clips, which stay whole. */
export function jsonsOfProject(
	project: Project,
	clips: readonly ClipData[],
	{ output, simplify }: OutputForm,
): JsonObject[] {
	if (output === 'project') return [{ ...project, clipCount: clips.length, clips }];
	return simplify ? clips.map(simplifyClip) : [...clips];
}
