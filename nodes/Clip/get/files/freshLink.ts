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
	/** What an error says of it, if there is no file in the end. */
	result: FreshLinkResult;
}

/** How long a link without a date counts as fresh, in milliseconds. */
const FRESH_FOR = 60_000;

const NO_LINK: FreshLink = { link: null, result: 'none' };

/** @param until - when the time for the file is over, epoch milliseconds */
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

/**
 * Asks the service once for each project, since its answer has the links of all clips. The service is asked again if it gave no project, or
 * if its links are not fresh any more.
 *
 * @param signal - ends the asking
 */
export function makeFreshLinkAsker(signal: AbortSignal): AskForFreshLink {
	const ends = new Map<string, Promise<WaitEnd>>();
	const endedAt = new WeakMap<WaitEnd, number>();

	/** @param useless - an earlier answer that was of no use */
	const ask = async (
		{ account, clip: { projectId } }: ClipOfAccount,
		useless?: WaitEnd,
	): Promise<WaitEnd> => {
		const key = `${account.id}/${projectId}`;
		const earlier = ends.get(key);
		if (earlier !== undefined && (useless === undefined || (await earlier) !== useless)) return await earlier;
		const watch = beginWatch({ startedAt: Date.now() });
		const asked = poll(watch, { account, projectId }, signal);
		ends.set(key, asked);
		const end = await asked;
		endedAt.set(end, Date.now());
		if (end.kind !== 'answered') ends.delete(key);
		return end;
	};

	return async (item) => {
		const { videoId } = item.clip;
		if (videoId === null) return NO_LINK;
		const first = await ask(item);
		const date = clipIn(first, videoId)?.expiresAt ?? null;
		const until = date === null ? (endedAt.get(first) ?? 0) + FRESH_FOR : Date.parse(date);
		const hasExpired = until <= Date.now();
		return linkIn(hasExpired ? await ask(item, first) : first, videoId);
	};
}

const clipIn = (end: WaitEnd, videoId: string): ClipData | undefined =>
	end.kind === 'answered' ? end.answer.project.clips?.find((clip) => clip.videoId === videoId) : undefined;

function linkIn(end: WaitEnd, videoId: string): FreshLink {
	if (end.kind === 'failed') {
		return { link: null, result: { refused: problemOfAnswer('query', end.failure) } };
	}
	const clip = clipIn(end, videoId);
	const link = parseLink(clip?.videoUrl ?? '');
	if (clip === undefined || link === null) return NO_LINK;
	const { videoUrl, expiresAt } = clip;
	return { link, fields: { videoUrl, expiresAt }, result: 'tried' };
}
