import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import type { JsonObject } from '../lib/json';
import { showable } from '../lib/redact';
import { joined } from '../lib/values';
import { limitConcurrency } from '../lib/concurrency';
import { asFailure, isFailure, type ItemFailure, itemFailure } from '../n8n/failures';
import { withoutFailures } from '../n8n/items';
import { type Stop } from '../n8n/parameters';
import { sleepUntil } from '../n8n/sleepUntil';
import type { FileItem } from './checkFile';
import { storeFile } from './fileStream';
import { type AskForFreshLink, type FreshLink, freshLinks } from './freshLink';
import { adviceOnDownload, DownloadError, pauseBeforeRetry } from './rules/downloadFailure';
import { uniqueStems } from './rules/fileName';

/** A stored file, as an item takes it. */
interface StoredFile {
	/** The fields that the item gets. */
	fields: JsonObject;
	binary: IBinaryKeyData;
}

/**
 * Downloads files, a few at a time.
 *
 * @param files - in order; what has failed already stays as it is
 * @throws NodeOperationError or NodeApiError for the first file that cannot be had, unless the node continues on fail
 */
export async function fetchFiles(
	context: IExecuteFunctions,
	files: ReadonlyArray<FileItem | ItemFailure>,
	stop: Stop,
): Promise<Array<StoredFile | ItemFailure>> {
	const stems = uniqueStems(
		files.flatMap((file, index) => (isFailure(file) ? [] : [{ ...file, number: index + 1 }])),
	);
	const limited = limitConcurrency(withoutFailures(files)[0]?.atOnce ?? 1);
	const askForFreshLink = freshLinks(context, stop.signal);
	let first: ItemFailure | undefined;
	let stored = 0;
	const soFar = () =>
		context.continueOnFail() || stored === 0 ? '' : `${stored} of ${files.length} files were stored before.`;
	const results = await Promise.all(
		files.map(async (file, index) => {
			const stem = stems.get(index + 1) ?? '';
			const result = isFailure(file)
				? file
				: await limited(
						async () => await fetchFile(context, file, stem, stop.signal, askForFreshLink, soFar),
					);
			if (!isFailure(result)) stored += 1;
			else if (!context.continueOnFail()) {
				first ??= result;
				stop.abort();
			}
			return result;
		}),
	);
	if (first !== undefined) throw first.error;
	return results;
}

/** Stores a file, with as many tries as it takes and is allowed, and once with a fresh link. */
async function fetchFile(
	context: IExecuteFunctions,
	item: FileItem,
	stem: string,
	stop: AbortSignal,
	askForFreshLink: AskForFreshLink,
	soFar: () => string,
): Promise<StoredFile | ItemFailure> {
	const { itemIndex, field, maxBytes } = item;
	const until = Date.now() + item.maxMs;
	let { link } = item;
	let fresh: FreshLink | null = null;
	for (let tries = 1; ; tries += 1) {
		try {
			const { binary, ...file } = await storeFile(context, link, { maxBytes, stem, until, stop });
			return { fields: { ...fresh?.fields, ...file }, binary: { [field]: binary } };
		} catch (error) {
			if (!(error instanceof DownloadError)) {
				return asFailure(context, itemIndex, error, { projectId: item.clip.projectId });
			}
			if (error.outcome === 'expired' && fresh === null) {
				fresh = await askForFreshLink(item);
				if (fresh.link !== null) {
					({ link } = fresh);
					tries = 0;
					continue;
				}
			}
			const wait = pauseBeforeRetry(error, tries);
			const remark = joined(fresh?.remark ?? '', soFar());
			if (wait === null) return fileFailure(context, item, error, link.host, remark);
			await sleepUntil(Math.min(Date.now() + wait, until), stop);
		}
	}
}

function fileFailure(
	context: IExecuteFunctions,
	{ itemIndex, clip }: FileItem,
	error: DownloadError,
	host: string,
	remark: string,
): ItemFailure {
	const { title, description } = adviceOnDownload(error, host, remark);
	const which = clip.videoId === null ? '' : `: clip ${showable(clip.videoId)}`;
	const { outcome, evidence } = error;
	const httpCode = evidence.httpStatus === undefined ? null : String(evidence.httpStatus);
	const advice = { title: `${title}${which}`, description };
	const failure = itemFailure(context, itemIndex, clip.projectId, advice, outcome, { httpCode });
	return { ...failure, details: { ...failure.details, videoId: clip.videoId } };
}
