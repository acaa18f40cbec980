import { deepCopy, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { isFailure, nodeError } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, errorJson } from '../n8n/items';
import { stopController } from '../n8n/parameters';
import { checkFile } from './checkFile';
import { fetchFiles } from './fetchFiles';

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
	const files = await fetchFiles(context, checked, stopController(context));
	const input = context.getInputData();
	return files.map((file, item): INodeExecutionData => {
		const pairedItem = { item };
		if (isFailure(file)) return { json: errorJson(file), pairedItem };
		const { json, binary } = input[item] ?? { json: {} };
		return {
			json: { ...deepCopy(json), ...file.fields },
			binary: { ...binary, ...file.binary },
			pairedItem,
		};
	});
}
