import type { ClipData } from '../../service/rules/clip';
import { problemOfAnswer } from '../../service/rules/answerProblem';
import { parseLink } from '../../lib/link';
import { sleepUntil } from '../../n8n/sleepUntil';
import type { FreshLinkResult } from '../../problems/files';
import { poll } from '../../wait/poll';
import { beginWatch, type WaitEnd } from '../../wait/rules/step';
import type { Account } from '../../service/accounts';

/** What the service gave in place of a link that has expired. */
export interface FreshLink {
	/** Null when the service gave none. */
	link: URL | null;
	/** The fields of the clip's item that change with the link. */
	fields?: Pick<ClipData, 'videoUrl' | 'expiresAt'>;
	/** What an error says of it, if there is no file in the end; null for a link. */
	result: FreshLinkResult | null;
}

/** How long one answer serves all files of a project, in milliseconds: it has the links of all clips. */
const FRESH_LINK_LIFETIME = 60_000;

const NO_LINK: FreshLink = { link: null, result: 'none' };

/**
 * Waits for a fresh link as long as the file may take.
 *
 * @param until - epoch milliseconds
 */
export async function linkWithin(
	asked: Promise<FreshLink>,
	until: number,
	signal: AbortSignal,
): Promise<FreshLink> {
	const done = new AbortController();
	const giveUp = async () => {
		await sleepUntil(until, AbortSignal.any([signal, done.signal]));
		return NO_LINK;
	};
	return await Promise.race([asked, giveUp()]).finally(() => done.abort());
}

interface ClipOfAccount {
	clip: ClipData;
	account: Account;
}

export type AskForFreshLink = (item: ClipOfAccount) => Promise<FreshLink>;

/** @param signal - ends the asking */
export function makeFreshLinkAsker(signal: AbortSignal): AskForFreshLink {
	const asked = new Map<string, { at: number; end: Promise<WaitEnd> }>();
	return async ({ account, clip: { projectId, videoId } }) => {
		if (videoId === null) return NO_LINK;
		const key = `${account.id}/${projectId}`;
		const now = Date.now();
		const earlier = asked.get(key);
		if (earlier !== undefined && now - earlier.at < FRESH_LINK_LIFETIME)
			return linkIn(await earlier.end, videoId);
		const end = poll(beginWatch({ startedAt: now }), { account, projectId }, signal);
		asked.set(key, { at: now, end });
		if ((await end).kind !== 'answered') asked.delete(key);
		return linkIn(await end, videoId);
	};
}

function linkIn(end: WaitEnd, videoId: string): FreshLink {
	if (end.kind === 'failed') {
		return { link: null, result: { refused: problemOfAnswer('query', end.failure) } };
	}
	const clips = end.kind === 'answered' ? end.answer.project.clips : undefined;
	const clip = clips?.find((each) => each.videoId === videoId);
	const link = parseLink(clip?.videoUrl ?? '');
	if (clip === undefined || link === null) return NO_LINK;
	const { videoUrl, expiresAt } = clip;
	return { link, fields: { videoUrl, expiresAt }, result: null };
}
