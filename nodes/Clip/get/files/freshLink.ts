import type { ClipData } from '../../service/rules/clip';
import { parseLink } from '../../lib/link';
import { poll } from '../../wait/poll';
import { beginWatch } from '../../wait/rules/step';
import type { Account } from '../../service/accounts';

/** What the service gives in place of a link that has expired. */
export interface FreshLink {
	link: URL;
	/** The fields of the clip's item that change with the link. */
	fields: Pick<ClipData, 'videoUrl' | 'expiresAt'>;
}

/**
 * @param signal - ends the asking
 * @returns null when the service gives none
 */
export async function askForFreshLink(
	{ account, clip: { projectId, videoId } }: { account: Account; clip: ClipData },
	signal: AbortSignal,
): Promise<FreshLink | null> {
	const end = await poll(beginWatch({ startedAt: Date.now() }), { account, projectId }, signal);
	const clips = end.kind === 'answered' ? end.answer.project.clips : undefined;
	const clip = clips?.find((each) => each.videoId === videoId);
	const link = parseLink(clip?.videoUrl ?? '');
	if (videoId === null || clip === undefined || link === null) return null;
	const { videoUrl, expiresAt } = clip;
	return { link, fields: { videoUrl, expiresAt } };
}
