import type { IExecuteFunctions } from 'n8n-workflow';
import { askWithoutWaiting } from '../service/questions';
import { openService } from '../service/client';
import { adviceOn } from '../service/rules/advice';
import { isSuccess } from '../service/rules/answer';
import type { Clip } from '../service/rules/clip';
import { parseLink } from '../lib/link';
import { asFailure } from '../n8n/failures';

/** The clip that an input item is about, as far as the item says. */
export interface ClipIdentity {
	projectId: string | null;
	videoId: string | null;
}

/** The fresh link of a clip, or why there is none, for the user. */
export type FreshLink = { link: URL; clip: Clip } | { why: string };

/**
 * Asks the service for a fresh link to a clip: once, but for passing failures. This is the only thing that Download needs the
 * credential for.
 *
 * @param clip - the clip whose link the host accepts no more
 * @param signal - ends the pauses after a passing failure
 */
export async function askForFreshLink(
	context: IExecuteFunctions,
	{ projectId, videoId }: ClipIdentity,
	signal: AbortSignal,
): Promise<FreshLink> {
	if (projectId === null || videoId === null) {
		return { why: 'The item lacks projectId or videoId, so the node could not get a fresh link.' };
	}
	try {
		const service = await openService(context);
		const answer = await askWithoutWaiting(async () => await service.query(projectId), signal);
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
