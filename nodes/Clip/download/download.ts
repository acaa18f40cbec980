import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Clip } from '../interface/clip';
import { adviceOnStored } from './rules/downloadAdvice';
import { fileNameOf, uniqueStems } from './rules/fileName';
import { download } from './store';
import { checkFile, type ClipIdentity, type FileItem } from './downloadItem';
import { type Fetched, openDownloadMemory } from './downloadMemory';
import { askForFreshLink } from './freshLink';
import { isFailure, type ItemFailure } from '../n8n/failures';
import { fileFailure, toolFailure } from './failures';
import { checkItems, errorJson, passed } from '../n8n/items';
import { hint, runIndexOf, stopController } from '../n8n/parameters';
import { isToolCall } from '../n8n/host';
import { takeTurns } from '../values/turns';

/**
 * Download: the file of each item's clip as binary data, beside the item's own fields. A few at a time, in the order of the
 * input; one item comes out for each item.
 *
 * @throws NodeOperationError or NodeApiError for the first file that cannot be had, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (isToolCall(context)) throw toolFailure(context).error;
	const checked = checkItems(context, (itemIndex) => checkFile(context, itemIndex));
	const items = passed(checked);
	const stop = stopController(context);
	const run = runIndexOf(context);
	const memory = openDownloadMemory(context, run);
	const round = Number(run);
	const names = uniqueStems(
		items.map(({ stem, clip, options }) => {
			const id = nameableId(clip);
			// The names of earlier rounds of a loop are not known, and must not be given again.
			return { stem, id, ...(round > 0 && options.wished === null && { mark: id ?? `${round + 1}` }) };
		}),
	);
	const results = new Map<number, Fetched | ItemFailure>();
	let first: ItemFailure | undefined;

	const fetchItem = async (item: FileItem, index: number): Promise<void> => {
		const { itemIndex, link, stem } = item;
		const name = names[index] ?? stem;
		const result =
			memory.recall(itemIndex, link, name) ?? (await fetchFile(context, item, name, stop.signal));
		results.set(itemIndex, result);
		if (!isFailure(result)) memory.keep(itemIndex, link, name, result);
		if (!isFailure(result) || context.continueOnFail()) return;
		first ??= result;
		stop.abort();
	};
	const inTurn = takeTurns(items[0]?.options.atOnce ?? 1);
	await Promise.all(items.map(async (item, index) => await inTurn(async () => await fetchItem(item, index))));
	if (first !== undefined) throw first.error;
	const fetched = [...results.values()].flatMap((result) => (isFailure(result) ? [] : [result.file]));
	const advice = adviceOnStored(fetched.map(({ binary, fileSize }) => ({ place: binary.data, fileSize })));
	if (advice !== null) hint(context, advice);

	return context.getInputData().flatMap((input, item) => {
		const check = checked[item];
		const result = check !== undefined && isFailure(check) ? check : results.get(item);
		if (result === undefined || check === undefined || isFailure(check)) {
			return result === undefined || !isFailure(result) ? [] : [failed(result, item)];
		}
		return [isFailure(result) ? failed(result, item) : output(input, item, check.field, result)];
	});
}

/** The ID of a clip where it may stand in the name of a file. */
const nameableId = ({ videoId }: ClipIdentity): string | null =>
	videoId !== null && /^[\w-]{1,40}$/.test(videoId) ? videoId : null;

const failed = (failure: ItemFailure, item: number): INodeExecutionData => ({
	json: errorJson(failure),
	pairedItem: { item },
});

function output(
	{ json, binary }: INodeExecutionData,
	item: number,
	field: string,
	{ file, refreshed }: Fetched,
): INodeExecutionData {
	const { fileName, fileSize, mimeType } = file;
	return {
		json: {
			...deepCopy(json),
			...(refreshed && { videoUrl: refreshed.videoUrl, expiresAt: refreshed.expiresAt }),
			// The service's word counts; a link from elsewhere has none.
			durationSeconds: json.durationSeconds ?? file.durationSeconds,
			fileName,
			fileSize,
			mimeType,
		},
		binary: { ...binary, [field]: file.binary },
		pairedItem: { item },
	};
}

async function fetchFile(
	context: IExecuteFunctions,
	item: FileItem,
	stem: string,
	signal: AbortSignal,
): Promise<Fetched | ItemFailure> {
	let refreshed: Clip | null = null;
	let remark = '';
	const result = await download(context, {
		link: item.link,
		maxBytes: item.options.maxBytes,
		maxMs: item.options.maxMs,
		signal,
		nameOf: ({ ext }) => (item.ext === null ? fileNameOf(stem, ext) : `${stem}.${item.ext}`),
		freshLink: async (until) => {
			const fresh = await askForFreshLink(context, item, until);
			if ('why' in fresh) {
				remark = fresh.why;
				return null;
			}
			refreshed = fresh.clip;
			remark = 'The node tried a fresh link from the service, too.';
			return fresh.link;
		},
	});
	if ('file' in result) return { file: result.file, refreshed };
	const { outcome } = result.failure;
	return fileFailure(context, item.itemIndex, result, item.clip, outcome === 'expired' ? remark : '');
}
