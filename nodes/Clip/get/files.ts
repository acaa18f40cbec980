import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isClip } from '../service/rules/clip';
import { fetchFiles } from '../download/fetchFiles';
import { checkClip, type FileOptions } from '../download/checkFile';
import { isFailure } from '../n8n/failures';
import { errorJson, type ItemResult } from '../n8n/items';
import type { Stop } from '../n8n/parameters';

/**
 * The items of Get with their files. A project that is not ready has none.
 *
 * @param results - one entry for each input item, in order
 * @param options - how to download the files of each input item; null when nobody wants them
 * @throws NodeOperationError or NodeApiError for the first file that cannot be had, unless the node continues on fail
 */
export async function withFiles(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	options: ReadonlyArray<FileOptions | null>,
	stop: Stop,
): Promise<INodeExecutionData[]> {
	const entries = results.flatMap((result, item) => {
		const wanted = options[item] ?? null;
		if (isFailure(result)) return [{ item, json: errorJson(result), file: null }];
		return result.map((json) => {
			const file = wanted !== null && isClip(json) ? checkClip(context, item, json, wanted) : null;
			return { item, json, file };
		});
	});
	const files = entries.flatMap(({ file }) => file ?? []);
	const stored = await fetchFiles(context, files, stop);
	const byFile = new Map(files.map((file, index) => [file, stored[index]]));
	return entries.map(({ item, json, file }): INodeExecutionData => {
		const result = file === null ? undefined : byFile.get(file);
		const pairedItem = { item };
		if (result === undefined) return { json: structuredClone(json), pairedItem };
		if (isFailure(result)) return { json: errorJson(result), pairedItem };
		return { json: { ...structuredClone(json), ...result.fields }, binary: result.binary, pairedItem };
	});
}
