import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fit } from '../lib/redact';
import { takeTurns } from '../lib/turns';
import { asFailure, isFailure, type ItemFailure, nodeError } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, errorJson, passed } from '../n8n/items';
import { stopController } from '../n8n/parameters';
import { pause } from '../n8n/pause';
import { checkFile, type FileItem } from './checkFile';
import { storeFile } from './fileStream';
import type { FreshLink } from './freshLink';
import { adviceOnDownload, DownloadError, pauseBeforeRetry } from './rules/downloadFailure';
import { uniqueStems } from './rules/fileName';

/**
 * Download: the file of each item's clip as binary data, beside the item's own fields. A few at a time, in the order of the
 * input; one item comes out for each item.
 *
 * @throws NodeOperationError or NodeApiError for the first file that cannot be had, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (isToolCall(context)) {
		throw nodeError(context, {
			message: "'Download' cannot be a tool, because an AI agent takes no files from its tools",
			description: "Let the agent use 'Get', and add a Clip node with 'Download' after the agent.",
		});
	}
	const checked = checkItems(context, (itemIndex) => checkFile(context, itemIndex));
	const items = passed(checked);
	const stems = uniqueStems(items);
	const stop = stopController(context);
	const inTurn = takeTurns(items[0]?.atOnce ?? 1);
	let first: ItemFailure | undefined;
	const outputs = await Promise.all(
		checked.map(async (item, itemIndex): Promise<INodeExecutionData> => {
			const stem = stems.get(itemIndex) ?? '';
			const result = isFailure(item)
				? item
				: await inTurn(async () => await fetchFile(context, item, stem, stop.signal));
			if (isFailure(result) && !context.continueOnFail()) {
				first ??= result;
				stop.abort();
			}
			const output = isFailure(result) ? { json: errorJson(result) } : result;
			return { ...output, pairedItem: { item: itemIndex } };
		}),
	);
	if (first !== undefined) throw first.error;
	return outputs;
}

/** Stores a file, with as many tries as it takes and is allowed, and once with a fresh link. */
async function fetchFile(
	context: IExecuteFunctions,
	item: FileItem,
	stem: string,
	stop: AbortSignal,
): Promise<INodeExecutionData | ItemFailure> {
	const { itemIndex, field, maxBytes } = item;
	const input = context.getInputData()[itemIndex];
	const until = Date.now() + item.maxMs;
	let { link } = item;
	let fresh: FreshLink | null = null;
	for (let tries = 1; ; tries += 1) {
		try {
			const { binary, ...file } = await storeFile(context, link, { maxBytes, stem, until, stop });
			return {
				json: { ...deepCopy(input?.json), ...fresh?.fields, ...file },
				binary: { ...input?.binary, [field]: binary },
			};
		} catch (error) {
			if (!(error instanceof DownloadError)) return asFailure(context, itemIndex, error);
			if (error.outcome === 'expired' && fresh === null) {
				// Loaded here: most links have not expired, and most of the service's code is for this.
				const { askForFreshLink } = await import('./freshLink');
				fresh = await askForFreshLink(context, item, stop);
				if (fresh.link !== null) {
					({ link } = fresh);
					tries = 0;
					continue;
				}
			}
			const wait = pauseBeforeRetry(error, tries);
			if (wait === null) return fileFailure(context, item, error, link.host, fresh?.remark ?? '');
			await pause(Math.min(Date.now() + wait, until), stop);
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
	const which = clip.videoId === null ? '' : `: clip ${fit(clip.videoId)}`;
	const { outcome, known } = error;
	const httpCode = known.httpStatus === undefined ? null : String(known.httpStatus);
	return {
		error: nodeError(context, {
			message: `${title}${which} [item ${itemIndex}]`,
			description,
			itemIndex,
			httpCode,
		}),
		details: { ...clip, code: null, httpCode, outcome, description },
	};
}
