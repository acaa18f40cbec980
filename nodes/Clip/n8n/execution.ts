import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
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
