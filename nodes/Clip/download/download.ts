import type { IExecuteFunctions } from 'n8n-workflow';
import { stopController } from '../n8n/execution';
import { failureOf, NodeEnded } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { isFailedItem, type Outcome, type OutputItem, readItems } from '../n8n/outcomes';
import { NOTHING_ASKED } from '../service/rules/advice';
import { downloadParameters } from './download.schema';
import { fetchFiles } from './fetchFiles';
import { NO_TOOL } from './rules/advice';

/**
 * Download: the file of each item's clip as binary data, beside the item's own fields. A few at a time, in the order of the
 * input; one item comes out for each item.
 *
 * @throws NodeEnded for the first file that cannot be had, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	if (isToolCall(context)) throw new NodeEnded(failureOf(NO_TOOL, 'invalidParameter'), null);
	const files = await fetchFiles(
		context,
		readItems(context, downloadParameters, NOTHING_ASKED),
		stopController(context),
	);
	const input = context.getInputData();
	return files.map((file) => {
		if (isFailedItem(file)) return file;
		const { itemIndex, fields } = file;
		const { json, binary } = input[itemIndex] ?? { json: {} };
		return { itemIndex, json: { ...json, ...fields }, binary: { ...binary, ...file.binary } };
	});
}
