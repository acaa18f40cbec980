import type { Advice } from '../../lib/advice';
import { showable } from '../../lib/redact';
import type { Project } from '../../service/rules/project';

/*
 * What Get says, but for what answers of the service, waits and downloads mean.
 */

/**
 * Says what comes out for items that are clips themselves.
 *
 * @param clips - how many the input holds
 * @param projects - to how many projects they belong
 */
export const clipsAsInput = (clips: number, projects: number): string =>
	`The input holds ${clips} clips of ${projects} ${projects === 1 ? 'project' : 'projects'}. The clips of each project came out once. For one clip for each item, add the filter Clip ID: {{ $json.videoId }}.`;

/** A clip that its project does not have. */
export const noSuchClip = (projectId: string, videoId: string): Advice => ({
	title: `Project ${projectId} has no clip ${showable(videoId, 40)}`,
	meaning: 'Nothing is lost, and nothing was charged.',
	todo: "Compare 'Clip ID' with the videoId of a clip of this project. Without 'Clip ID', 'Get Clips' returns all of them.",
});

/**
 * Says what projects have used of the account: a Create that was paused keeps no hint.
 *
 * @param used - each project with its credits
 */
export const creditsOf = (used: ReadonlyArray<readonly [projectId: string, credits: number]>): string =>
	`The service says what was used of the account: ${used.map(([projectId, credits]) => `${credits} for project ${projectId}`).join(', ')}. To get the clips again costs nothing.`;

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
