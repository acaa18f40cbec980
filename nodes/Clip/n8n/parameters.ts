import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Checked, refuse } from '../values/checked';
import { isJsonObject, type JsonObject } from '../values/json';
import { inBounds } from '../values/outside';
import { isUnset, shown } from '../values/values';

/**
 * The entries of a collection parameter. An expression can put anything in its place.
 *
 * @param name - the collection's name
 */
export function readCollection(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
): Checked<JsonObject> {
	const collection: unknown = context.getNodeParameter(name, itemIndex, {});
	if (isUnset(collection)) return { ok: true, value: {} };
	return isJsonObject(collection)
		? { ok: true, value: collection }
		: refuse(name, `must be an object, but is ${shown(collection)}`);
}

/**
 * Tells the person at the canvas something about the items that came out.
 *
 * @param message - one or more sentences
 */
export const hint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: inBounds(message), location: 'outputPane' });

/** A controller that ends when the user stops the execution, or when the node itself gives up. */
export function stopController(context: IExecuteFunctions): AbortController {
	const controller = new AbortController();
	const cancelled = context.getExecutionCancelSignal();
	if (cancelled?.aborted) controller.abort();
	cancelled?.addEventListener('abort', () => controller.abort(), { once: true });
	return controller;
}

/**
 * Which run of the node this is: a loop runs it again and again. Asked of n8n's data itself: an expression would take an engine
 * for expressions, which is most of what a short execution costs.
 */
export const runIndexOf = (context: IExecuteFunctions): string =>
	z.coerce.string().parse(context.getWorkflowDataProxy(0).$runIndex);
