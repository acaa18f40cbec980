import { z } from 'zod/v3';
import { optional, type Schema } from '../../lib/fields';
import type { JsonObject } from '../../lib/json';
import { readNumber, readWholeNumber } from '../../lib/values';
import type { Clip } from '../../service/rules/clip';
import type { Project } from '../../service/rules/project';
import type { Choice } from '../../service/rules/vocabulary';

/** What comes out for a ready project. */
export const OUTPUTS = [
	{ name: 'Clips', value: 'clips', description: 'One item for each clip, best first' },
	{ name: 'Project', value: 'project', description: 'One item for each project, with its clips in a list' },
] as const satisfies ReadonlyArray<Choice<string>>;

/** One of {@link OUTPUTS}. */
export type Output = (typeof OUTPUTS)[number]['value'];

/** The one that holds unless the user chooses. */
export const DEFAULT_OUTPUT = 'clips' satisfies Output;

/** Which clips of a project are wanted. */
export interface Selection {
	/** The lowest viral score; null takes all, also clips without a score. */
	minViralScore: number | null;
	/** How many, the best first; null takes all. */
	limit: number | null;
}

const readScore = (value: unknown): number | undefined => {
	const score = readNumber(value);
	return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
};

const readLimit = (value: unknown): number | undefined => {
	const limit = readWholeNumber(value);
	return limit !== undefined && limit >= 1 ? limit : undefined;
};

/** 'Min Viral Score' and 'Limit'; an empty value takes all. */
export const selectionParameters: Schema<Selection> = z
	.object({
		minViralScore: optional(readScore, 'must be a number from 0 to 10'),
		limit: optional(readLimit, 'must be a whole number of at least 1'),
	})
	.transform(({ minViralScore = null, limit = null }) => ({ minViralScore, limit }));

/** The wanted clips, best first. Ranks stay those of the whole project. */
const selectClips = (clips: readonly Clip[], { minViralScore, limit }: Selection): Clip[] =>
	clips
		.filter((clip) => minViralScore === null || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit ?? undefined);

export function clipOutput(project: Project, selection: Selection, output: Output): JsonObject[] {
	const clips = selectClips(project.clips ?? [], selection);
	return output === 'clips' ? clips : [{ ...project, clipCount: clips.length, clips }];
}
