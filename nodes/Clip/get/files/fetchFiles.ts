import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { limitConcurrency } from '../../lib/concurrency';
import type { JsonObject } from '../../lib/json';
import type { Stop } from '../../n8n/execution';
import {
	endAtFailure,
	type FailedItem,
	isFailedItem,
	type OfItem,
	type Outcome,
	withoutFailed,
} from '../../n8n/outcomes';
import { sleepUntil } from '../../n8n/sleepUntil';
import type { DownloadFailureKind, Stored } from '../../problems/files';
import { problem } from '../../problems/problem';
import type { FileItem } from './fileItem';
import { asDownloadError, storeFile } from './fileStream';
import { type AskForFreshLink, type FreshLink, freshLinks } from './freshLink';
import { asOfDate, type DownloadError, pauseBeforeRetry } from '../rules/downloadError';
import { uniqueStems } from '../rules/fileName';

/** A stored file, as an item takes it. */
export interface StoredFile extends OfItem {
	fields: JsonObject;
	binary: IBinaryKeyData;
}

/** What all files of a node share. */
interface Shared {
	context: IExecuteFunctions;
	signal: AbortSignal;
	askForFreshLink: AskForFreshLink;
	/** What was stored so far, for an error that ends the node. */
	soFar: () => { stored?: Stored };
}

/**
 * Downloads files, a few at a time.
 *
 * @param files - in order; what has failed already stays as it is
 * @returns an entry for each
 * @throws NodeEnded for the first file that cannot be had, unless the node continues on fail
 */
export async function fetchFiles(
	context: IExecuteFunctions,
	files: ReadonlyArray<Outcome<FileItem>>,
	stop: Stop,
): Promise<Array<Outcome<StoredFile>>> {
	const stems = uniqueStems(
		files.flatMap((file, index) => (isFailedItem(file) ? [] : [{ ...file, number: index + 1 }])),
	);
	const limited = limitConcurrency(withoutFailed(files)[0]?.atOnce ?? 1);
	let first: FailedItem | undefined;
	let stored = 0;
	const shared: Shared = {
		context,
		signal: stop.signal,
		askForFreshLink: freshLinks(stop.signal),
		soFar: () =>
			context.continueOnFail() || stored === 0 ? {} : { stored: { count: stored, all: files.length } },
	};
	const results = await Promise.all(
		files.map(async (file, index) => {
			const stem = stems.get(index + 1) ?? '';
			const result = isFailedItem(file)
				? file
				: await limited(async () => await fetchFile(shared, file, stem));
			if (!isFailedItem(result)) stored += 1;
			else if (!context.continueOnFail()) {
				first ??= result;
				stop.abort();
			}
			return result;
		}),
	);
	if (first !== undefined) endAtFailure(context, [first]);
	return results;
}

/** Stores a file, with as many tries as it takes and is allowed, and once with a fresh link. */
async function fetchFile(
	{ context, signal, askForFreshLink, soFar }: Shared,
	item: FileItem,
	stem: string,
): Promise<Outcome<StoredFile>> {
	const { itemIndex, field, maxBytes } = item;
	const until = Date.now() + item.maxMs;
	let { link } = item;
	let fresh: FreshLink | null = null;
	let replaced: DownloadFailureKind | null = null;
	for (let tries = 1; ; tries += 1) {
		try {
			const { binary, ...file } = await storeFile(context, link, { maxBytes, stem, until, signal });
			return { itemIndex, fields: { ...fresh?.fields, ...file }, binary: { [field]: binary } };
		} catch (thrown) {
			const error = asOfDate(asDownloadError(thrown), link, Date.now());
			const { kind } = error;
			const wait = pauseBeforeRetry(error, tries, replaced);
			if (wait === null && fresh === null && (kind === 'expired' || kind === 'notFound')) {
				fresh = await askForFreshLink(item);
				if (fresh.link !== null) {
					({ link } = fresh);
					replaced = kind;
					tries = 0;
					continue;
				}
			}
			if (wait === null) {
				const facts = { ...factsOf(item, error), host: link.host, fresh: fresh?.result ?? null, ...soFar() };
				return { itemIndex, problem: problem('download', facts) };
			}
			await sleepUntil(Math.min(Date.now() + wait, until), signal);
		}
	}
}

const factsOf = ({ clip: { projectId, videoId } }: FileItem, { kind, evidence }: DownloadError) => ({
	kind,
	projectId,
	videoId,
	...evidence,
});
