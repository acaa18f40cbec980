import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { readText } from '../lib/values';
import { truncate } from '../lib/redact';

/** Tells the person at the canvas something about the items that came out. */
export const hint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: truncate(message), location: 'outputPane' });

/**
 * Which run of the node this is: a loop runs it again and again. Asked of n8n's data itself: an expression would take an engine
 * for expressions, which is most of what a short execution costs.
 */
export const runIndexOf = (context: IExecuteFunctions): string =>
	runIndex.parse(context.getWorkflowDataProxy(0).$runIndex);

const runIndex = z.number().transform(String);

/** How long a value beside an execution may be, in characters: n8n keeps twice as many, but its log calls that an error. */
const LONGEST_VALUE = 255;

/**
 * Keeps IDs beside the execution, where they survive an error that n8n itself ends it with. n8n stores them when it stores the
 * execution.
 *
 * @param name - under which n8n shows them
 * @param ids - the latest come first, as many as there is room for
 */
export function noteIds(context: IExecuteFunctions, name: string, ids: readonly string[]): void {
	// Tools have none.
	if (!('customData' in context)) return;
	const known = (readText(context.customData.get(name)) ?? '').split(', ').filter((id) => id !== '');
	const all = [...new Set([...[...ids].reverse(), ...known])];
	const fits = all.filter((_, index) => all.slice(0, index + 1).join(', ').length <= LONGEST_VALUE);
	context.customData.set(name, fits.join(', '));
}
