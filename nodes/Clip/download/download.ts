import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fit } from '../lib/redact';
import { takeTurns } from '../lib/turns';
import { asFailure, isFailure, type ItemFailure, nodeError } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, errorJson, passed } from '../n8n/items';
import { stopController } from '../n8n/parameters';
import { pause } from '../n8n/pause';
import { checkFile, type FileItem } from './checkFile';
import { storeFile, type StoredFile } from './fileStream';
import type { FreshLink } from './freshLink';
import { adviceOnDownload, DownloadError, pauseBeforeRetry } from './rules/downloadFailure';
import { uniqueStems } from './rules/fileName';
import type { VideoType } from './rules/videoFile';

/** A stored file, with the clip as the service told it anew, if it had to be asked. */
interface Fetched {
	file: StoredFile;
	fresh: FreshLink | null;
}

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
	const inTurn = takeTurns(items[0]?.options.atOnce ?? 1);
	let first: ItemFailure | undefined;
	const download = async (item: FileItem): Promise<INodeExecutionData> => {
		const { itemIndex } = item;
		const result = await fetchFile(context, item, stems.get(itemIndex) ?? '', stop.signal);
		if (!isFailure(result)) return output(context, item, result);
		if (!context.continueOnFail()) {
			first ??= result;
			stop.abort();
		}
		return failed(result, itemIndex);
	};
	const outputs = await Promise.all(
		checked.map(async (item, itemIndex) =>
			isFailure(item) ? failed(item, itemIndex) : await inTurn(async () => await download(item)),
		),
	);
	if (first !== undefined) throw first.error;
	return outputs;
}

const failed = (failure: ItemFailure, item: number): INodeExecutionData => ({
	json: errorJson(failure),
	pairedItem: { item },
});

function output(
	context: IExecuteFunctions,
	{ itemIndex: item, field }: FileItem,
	{ file: { binary, ...file }, fresh }: Fetched,
): INodeExecutionData {
	const input = context.getInputData()[item];
	const link = fresh !== null &&
		'clip' in fresh && {
			videoUrl: fresh.clip.videoUrl,
			expiresAt: fresh.clip.expiresAt,
		};
	return {
		json: { ...deepCopy(input?.json), ...link, ...file },
		binary: { ...input?.binary, [field]: binary },
		pairedItem: { item },
	};
}

/** Stores a file, with as many tries as it takes and is allowed, and once with a fresh link. */
async function fetchFile(
	context: IExecuteFunctions,
	item: FileItem,
	stem: string,
	stop: AbortSignal,
): Promise<Fetched | ItemFailure> {
	const { itemIndex, clip, options } = item;
	const order = {
		maxBytes: options.maxBytes,
		nameOf: ({ ext }: VideoType) => `${stem}.${ext}`,
		until: Date.now() + options.maxMs,
		stop,
	};
	let { link } = item;
	let fresh: FreshLink | null = options.refreshExpiredLink
		? null
		: { why: "'Refresh Expired Link' is switched off." };
	for (let tries = 1; ; tries += 1) {
		try {
			return { file: await storeFile(context, link, order), fresh };
		} catch (error) {
			if (!(error instanceof DownloadError)) return asFailure(context, itemIndex, error);
			if (error.outcome === 'expired' && fresh === null) {
				// Loaded here: most links have not expired, and most of the service's code is for this.
				const { askForFreshLink } = await import('./freshLink');
				fresh = await askForFreshLink(context, clip, stop);
				if ('link' in fresh) {
					({ link } = fresh);
					tries = 0;
					continue;
				}
			}
			const wait = pauseBeforeRetry(error, tries);
			if (wait === null) return fileFailure(context, item, error, link.host, remarkOn(error, fresh));
			await pause(Math.min(Date.now() + wait, order.until), stop);
		}
	}
}

function remarkOn({ outcome }: DownloadError, fresh: FreshLink | null): string {
	if (outcome !== 'expired' || fresh === null) return '';
	return 'why' in fresh ? fresh.why : 'The node tried a fresh link from the service, too.';
}

/** How much of an ID an error shows, in characters. */
const ID_LENGTH = 80;

function fileFailure(
	context: IExecuteFunctions,
	{ itemIndex, clip }: FileItem,
	error: DownloadError,
	host: string,
	remark: string,
): ItemFailure {
	const { title, description } = adviceOnDownload(error, host, remark);
	const which = clip.videoId === null ? '' : `: clip ${fit(clip.videoId, ID_LENGTH)}`;
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
