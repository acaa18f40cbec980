import type { Project } from '../../service/rules/project';

/*
 * What Get says, but for what answers of the service, waits and downloads mean.
 */

/**
 * Says that all clips of a project come out for each of its clips.
 *
 * @param clips - how many the input holds
 * @param projects - to how many projects they belong
 */
export const clipsAsInput = (clips: number, projects: number): string =>
	`The input holds ${clips} clips of ${projects === 1 ? 'one project' : `${projects} projects`}. For each of them, all clips of its project come out. If you need each clip once, remove this node, or switch on 'Execute Once' in its settings.`;

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
