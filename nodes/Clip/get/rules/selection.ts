import { z } from 'zod/v3';
import { optional, readWholeBetween } from '../../lib/fields';
import type { JsonObject } from '../../lib/json';
import { readNumber } from '../../lib/values';
import type { Clip } from '../../service/rules/clip';
import type { Project } from '../../service/rules/project';

const readScore = (value: unknown): number | undefined => {
	const score = readNumber(value);
	return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
};

/** Which clips of a project are wanted: what is not set leaves none out. */
export const selectionParameters = z.object({
	/** The lowest viral score, which clips without a score do not have. */
	minViralScore: optional(readScore, 'must be a number from 0 to 10'),
	/** How many, the best first. */
	limit: optional(readWholeBetween(1, Number.MAX_SAFE_INTEGER), 'must be a whole number of at least 1'),
});

export type Selection = z.infer<typeof selectionParameters>;

/** The wanted clips, best first. Ranks stay those of the whole project. */
const selectClips = (clips: readonly Clip[], { minViralScore, limit }: Selection): Clip[] =>
	clips
		.filter((clip) => minViralScore === undefined || (clip.viralScore ?? -1) >= minViralScore)
		.slice(0, limit);

/** What comes out for a ready project: an item for each clip, or one for the project. */
export function clipOutput(
	project: Project,
	selection: Selection,
	output: 'clips' | 'project',
): JsonObject[] {
	const clips = selectClips(project.clips ?? [], selection);
	return output === 'clips' ? clips : [{ ...project, clipCount: clips.length, clips }];
}
