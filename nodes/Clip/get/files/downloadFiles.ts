import type { IBinaryKeyData } from 'n8n-workflow';
import { limitConcurrency } from '../../lib/concurrency';
import type { JsonObject } from '../../lib/json';
import { parseLink } from '../../lib/link';
import {
	goodResultsIn,
	isFailed,
	type HasItemIndex,
	joinParts,
	type ResultsOrFatal,
	type Result,
	type Results,
} from '../../n8n/results';
import type { NodeExecution } from '../../n8n/nodeExecution';
import { sleepUntil } from '../../n8n/timing';
import type { DownloadFailureKind } from '../../problems/files';
import { makeProblem, withRemarks } from '../../problems/problem';
import type { Account } from '../../service/accounts';
import type { ClipData } from '../../service/rules/clip';
import { tryDownload } from './tryDownload';
import { fetchFreshLink } from './freshLink';
import { delayBeforeNextDownload } from '../rules/downloadFailure';
import { uniqueStems } from '../rules/fileName';

export interface FileOptions {
	/** The field of an item that gets its file. */
	binaryPropertyName: string;
	downloadsAtOnce: number;
	/** Empty for the title of each clip. */
	fileName: string;
	/** The largest file that is wanted, in bytes. */
	maxSize: number;
	/** How long one file may be tried, in milliseconds. */
	maxTime: number;
}

export interface FileItem extends HasItemIndex, FileOptions {
	clip: ClipData;
	link: URL;
	/** The account that asks for a fresh link. */
	account: Account;
}

export function fileOf(clip: ClipData, wanted: Omit<FileItem, 'clip' | 'link'>): Result<FileItem> {
	const link = parseLink(clip.videoUrl ?? '');
	if (link !== null) return { ...wanted, clip, link };
	const { projectId, videoId, title } = clip;
	const facts = { name: videoId ?? title ?? '', projectId, videoId };
	return { itemIndex: wanted.itemIndex, problem: makeProblem('noLink', facts) };
}

interface DownloadedFile extends HasItemIndex {
	fields: JsonObject;
	binary: IBinaryKeyData;
}

/**
 * Downloads files, a few at a time.
 *
 * @param files - in order; what has failed already stays as it is
 * @returns an entry for each
 */
export async function downloadFiles(
	execution: NodeExecution,
	files: Results<FileItem>,
): Promise<ResultsOrFatal<DownloadedFile>> {
	const numbered = files.flatMap((file, index) => (isFailed(file) ? [] : [{ ...file, number: index + 1 }]));
	const stems = uniqueStems(numbered);
	const enqueue = limitConcurrency(numbered[0]?.downloadsAtOnce ?? 1);
	const downloads = files.map(async (file, index) => {
		const stem = stems.get(index + 1) ?? '';
		return [isFailed(file) ? file : await enqueue(async () => await downloadFile(execution, file, stem))];
	});
	const { results, fatal } = await joinParts(execution, downloads);
	if (fatal === undefined) return { results };
	const stored = goodResultsIn(results).length;
	const facts = { stored, all: files.length };
	if (stored === 0) return { fatal };
	return { fatal: { ...fatal, problem: withRemarks(fatal.problem, { code: 'filesStored', facts }) } };
}

/** The failures that a fresh link may help. */
const OF_LINK: ReadonlySet<DownloadFailureKind> = new Set(['expired', 'notFound']);

/** Stores a file, with several tries, and once with a fresh link. */
async function downloadFile(
	{ context, signal }: NodeExecution,
	item: FileItem,
	stem: string,
): Promise<Result<DownloadedFile>> {
	const { itemIndex, binaryPropertyName: field, maxSize: maxBytes } = item;
	const until = Date.now() + item.maxTime;
	const tryLink = async (link: URL, whyReplaced: DownloadFailureKind | null) => {
		for (let tries = 1; ; tries += 1) {
			const attempt = await tryDownload(context, link, { maxBytes, stem, until, signal });
			if (!('failure' in attempt)) return attempt;
			const delay = delayBeforeNextDownload(attempt.failure, tries, whyReplaced, Date.now());
			if (delay === null) return attempt;
			await sleepUntil(Math.min(Date.now() + delay, until), signal);
		}
	};
	const first = await tryLink(item.link, null);
	const whyReplaced = 'failure' in first && OF_LINK.has(first.failure.kind) ? first.failure.kind : null;
	const fresh = whyReplaced === null ? null : await fetchFreshLink(item, until, signal);
	const attempt = fresh === null ? first : await tryLink(fresh.link, whyReplaced);
	if (!('failure' in attempt)) {
		const { binary, ...file } = attempt;
		return { itemIndex, fields: { ...fresh?.fields, ...file }, binary: { [field]: binary } };
	}
	const { projectId, videoId } = item.clip;
	const facts = {
		...attempt.failure,
		projectId,
		videoId,
		host: (fresh?.link ?? item.link).host,
		hasNoFreshLink: whyReplaced !== null && fresh === null,
		isFinal: attempt.failure.kind === 'tooLarge',
	};
	return { itemIndex, problem: makeProblem('download', facts) };
}
