import type { Hindrance } from '../../service/rules/network';
import type { DownloadFailureKind } from './advice';

/** What is known of a download that gave no file. */
interface Evidence {
	/** Of the host's answer; absent where it does not matter. */
	httpStatus?: number;
	/** What kept the call from the host. */
	hindrance?: Hindrance | null;
	/** For people: whole sentences without secrets. */
	sentences?: string;
	/** When the host asked to come back, milliseconds from its answer on; null when it did not say. */
	retryAfterMs?: number | null;
}

/** A download that gives no file, and why. */
export class DownloadError extends Error {
	constructor(
		readonly kind: DownloadFailureKind,
		readonly evidence: Evidence = {},
	) {
		super(kind);
	}
}

/**
 * What an answer without a file means.
 *
 * @param status - its HTTP status
 * @param page - what its body says: some stores answer HTTP 400 or 401 for a link that has expired, and only their page says so
 */
export function kindOfAnswer(status: number, page: string): DownloadFailureKind {
	if (status === 403 || status === 410) return 'expired';
	if (status === 404) return 'notFound';
	if (status === 204 || status === 205) return 'empty';
	if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unavailable';
	return /expired/i.test(page) ? 'expired' : 'refused';
}

/** What may pass, so the file is asked for again. */
const RETRIED: ReadonlySet<DownloadFailureKind> = new Set(['unavailable', 'incomplete']);

/** Milliseconds before the second and the third try, which is the last one. */
const PAUSES: readonly number[] = [1_000, 5_000];

/** The longest pause that a host may ask for, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** How long to pause before a file is asked for again, from its beginning, in milliseconds; null when it is not. */
export function pauseBeforeRetry({ kind, evidence }: DownloadError, tries: number): number | null {
	const usual = PAUSES[tries - 1];
	if (!RETRIED.has(kind) || usual === undefined) return null;
	return Math.min(Math.max(usual, evidence.retryAfterMs ?? 0), LONGEST_PAUSE);
}
