import type { IExecuteFunctions } from 'n8n-workflow';
import { adviceOn } from '../interface/advice';
import { isSuccess } from '../interface/answer';
import type { Clip } from '../interface/clip';
import { parseLink } from '../values/link';
import { openService } from '../client/service';
import { askForProjects } from '../client/questions';
import type { FileItem } from './downloadItem';
import { asFailure } from '../n8n/failures';

/** The fresh link of a clip, or why there is none, for the user. */
type FreshLink = { link: URL; clip: Clip } | { why: string };

/**
 * Asks the service for a fresh link to a clip: once, but for passing failures. This is the only thing that Download needs the
 * credential for.
 *
 * @param item - the item whose link the host accepts no more
 * @param signal - ends the pauses after a passing failure
 */
export async function askForFreshLink(
	context: IExecuteFunctions,
	{ options, clip: { projectId, videoId } }: FileItem,
	signal: AbortSignal,
): Promise<FreshLink> {
	if (!options.refreshExpiredLink) return { why: "'Refresh Expired Link' is switched off." };
	if (projectId === null || videoId === null) {
		return { why: 'The item lacks projectId or videoId, so the node could not get a fresh link.' };
	}
	try {
		const answers = await askForProjects(await openService(context), [projectId], signal);
		const answer = answers.get(projectId);
		if (answer === undefined) return { why: 'The node could not ask the service for a fresh link.' };
		if (!isSuccess(answer)) {
			const { title, description } = adviceOn('query', answer);
			return { why: `There is no fresh link: ${title}. ${description}` };
		}
		const clip = answer.project.clips?.find((other) => other.videoId === videoId);
		const link = parseLink(clip?.videoUrl ?? '');
		return clip === undefined || link === null
			? { why: `Project ${projectId} no longer has a link to clip ${videoId}.` }
			: { link, clip };
	} catch (error) {
		return { why: `There is no fresh link: ${asFailure(context, 0, error).error.message}.` };
	}
}
