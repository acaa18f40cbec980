import type { ClipData } from '../../service/rules/clip';
import { parseLink } from '../../lib/link';
import { beginLimit } from '../../n8n/timing';
import { pollProject } from '../../wait/poll';
import { beginWatch } from '../../wait/rules/watch';
import type { Account } from '../../service/accounts';

/** What the service gives in place of a link that has expired. */
export interface FreshLink {
	link: URL;
	/** The fields of the clip's item that change with the link. */
	fields: Pick<ClipData, 'videoUrl' | 'expiresAt'>;
}

/**
 * @param until - when the download has to be over, epoch milliseconds
 * @param stop - ends the asking
 * @returns null when the service gives none
 */
export async function fetchFreshLink(
	{ account, clip: { projectId, videoId } }: { account: Account; clip: ClipData },
	until: number,
	stop: AbortSignal,
): Promise<FreshLink | null> {
	if (videoId === null) return null;
	const { signal, finish } = beginLimit(until, stop);
	const end = await pollProject(
		beginWatch({ startedAt: Date.now(), mustBeKnown: true }),
		{ account, projectId },
		signal,
	);
	finish();
	const clips = end.state === 'answered' ? end.answer.project.clips : undefined;
	const clip = clips?.find((each) => each.videoId === videoId);
	const link = parseLink(clip?.videoUrl ?? '');
	if (clip === undefined || link === null) return null;
	const { videoUrl, expiresAt } = clip;
	return { link, fields: { videoUrl, expiresAt } };
}
