import { expiryOf } from '../../service/rules/signedLink';
import type { DownloadFailureKind, FileFact } from '../../problems/files';
import type { Hindrance } from '../../problems/facts';

/** Why a download gave no file. */
export interface DownloadFailure {
	kind: DownloadFailureKind;
	/** Absent where it does not matter. */
	httpStatus?: number;
	hindrance?: Hindrance | null;
	fileFacts?: readonly FileFact[];
	/** When the host asked to come back, epoch milliseconds; null when it did not say. */
	retryAt?: number | null;
}

/**
 * What an answer without a file means.
 *
 * @param page - some stores answer HTTP 400 or 401 for a link that has expired, and only their page says so
 */
export function downloadFailureKindOf(status: number, page: string): DownloadFailureKind {
	if (status === 403 || status === 410) return 'expired';
	// A store that has just taken a file may not know it yet.
	if (status === 202 || status === 404 || status === 409) return 'notFound';
	if (status === 204 || status === 205) return 'empty';
	if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unavailable';
	return /expired/i.test(page) ? 'expired' : 'refused';
}

/** The failures that another link would not help. */
const NOT_OF_LINK: ReadonlySet<string> = new Set(['notStored', 'stopped', 'timedOut', 'tooLarge']);

/** A link that is past its own date has expired, whatever its host says. */
export const asExpiredIfPast = (failure: DownloadFailure, link: URL, now: number): DownloadFailure =>
	!NOT_OF_LINK.has(failure.kind) && !failure.hindrance && Date.parse(expiryOf(link.href) ?? '') <= now
		? { ...failure, kind: 'expired' }
		: failure;

/** Milliseconds before the second and the third try, which is the last one. */
const DELAYS: readonly number[] = [1_000, 5_000];

/** The same for a file that may not be there yet, but comes within a minute. */
const LONG_DELAYS: readonly number[] = [15_000, 30_000];

/** @param whyReplaced - why the first link was replaced by a fresh one; null while it was not */
function delaysAfter(kind: DownloadFailureKind, whyReplaced: DownloadFailureKind | null): readonly number[] {
	if (kind === 'unavailable' || kind === 'incomplete') return DELAYS;
	// Some stores answer HTTP 403 for a file that is not there yet. A fresh link is tried first.
	const mayCome =
		kind === 'expired' ? whyReplaced !== null : kind === 'notFound' && whyReplaced !== 'notFound';
	return mayCome ? LONG_DELAYS : [];
}

/** The longest delay that a host may ask for, in milliseconds. */
const LONGEST_DELAY = 30_000;

/**
 * How long to wait before a file is asked for again.
 *
 * @param tries - how often this link was tried
 * @param whyReplaced - why the first link was replaced by a fresh one; null while it was not
 * @returns milliseconds; null when the link is not tried again
 */
export function delayBeforeNextDownload(
	{ kind, retryAt }: DownloadFailure,
	tries: number,
	whyReplaced: DownloadFailureKind | null,
	now: number,
): number | null {
	const usual = delaysAfter(kind, whyReplaced)[tries - 1];
	if (usual === undefined) return null;
	return Math.min(Math.max(usual, (retryAt ?? now) - now), LONGEST_DELAY);
}
