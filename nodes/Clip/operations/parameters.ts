import type { IExecuteFunctions } from 'n8n-workflow';
import { isJsonObject, type JsonObject } from '../service/json';

/**
 * The entries of a collection parameter. An expression can put anything in its place, which counts as empty.
 *
 * @param context - the running node
 * @param name - the collection's name
 * @param itemIndex - the input item
 */
export function readCollection(context: IExecuteFunctions, name: string, itemIndex: number): JsonObject {
	const collection: unknown = context.getNodeParameter(name, itemIndex, {});
	return isJsonObject(collection) ? collection : {};
}

/**
 * A controller that ends when the user stops the execution, or when the node itself gives up.
 *
 * @param context - the running node
 */
export function stopController(context: IExecuteFunctions): AbortController {
	const controller = new AbortController();
	const cancelled = context.getExecutionCancelSignal();
	if (cancelled?.aborted) controller.abort();
	cancelled?.addEventListener('abort', () => controller.abort(), { once: true });
	return controller;
}
