import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Checked, checkOption, refuse } from '../values/checked';
import { withoutGaps } from './gaps';
import { isJsonObject, type JsonObject } from '../values/json';
import { inBounds } from '../values/outside';
import { isUnset, shown } from '../values/values';

/**
 * The entries of a collection parameter. An expression can put anything in its place. An entry that was added and has no value
 * is a mistake where it bounds, switches or chooses something; text may be left empty.
 *
 * @param collection - the collection as the panel has it
 */
export function readCollection(
	context: IExecuteFunctions,
	collection: INodeProperties,
	itemIndex: number,
): Checked<JsonObject> {
	const { name, options = [] } = collection;
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	if (isUnset(value)) return { ok: true, value: {} };
	if (!isJsonObject(value)) return refuse(name, `must be an object, but is ${shown(value)}`);
	const fields = options.filter(
		(option): option is INodeProperties => 'displayName' in option && 'type' in option,
	);
	return withoutGaps(context, fields, value, name);
}

/**
 * The value of a parameter that chooses one of a few words.
 *
 * @param field - the parameter as the panel has it; its default as in {@link readGiven}
 * @param words - the words
 */
export function readOption<T extends string>(
	context: IExecuteFunctions,
	field: INodeProperties,
	itemIndex: number,
	words: readonly T[],
): Checked<T> {
	const given = readGiven(context, field, itemIndex);
	return given.ok ? checkOption(field.name, given.value, words) : given;
}

/**
 * The value of a parameter that must have one.
 *
 * @param field - the parameter as the panel has it; its default is for one that is hidden, or left out by the model of an AI agent
 */
export function readGiven(
	context: IExecuteFunctions,
	field: INodeProperties,
	itemIndex: number,
): Checked<unknown> {
	const { name, default: absent } = field;
	const value: unknown = context.getNodeParameter(name, itemIndex, absent);
	const given = withoutGaps(context, [field], { [name]: value });
	return given.ok ? { ok: true, value: Object.hasOwn(given.value, name) ? value : absent } : given;
}

/**
 * Tells the person at the canvas something about the items that came out.
 *
 * @param message - one or more sentences
 */
export const hint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: inBounds(message), location: 'outputPane' });

/** The end of what a node does, before it is done. */
export interface Stop {
	/** Ends when the user stops the execution, or when the node itself gives up. */
	signal: AbortSignal;
	/** Gives up. */
	abort: () => void;
}

/** What ends the work of a node. A loop runs a node thousands of times: nothing of a run stays with the signal of its execution. */
export function stopController(context: IExecuteFunctions): Stop {
	const own = new AbortController();
	const cancelled = context.getExecutionCancelSignal();
	const signal = cancelled === undefined ? own.signal : AbortSignal.any([cancelled, own.signal]);
	return { signal, abort: () => own.abort() };
}

/**
 * Which run of the node this is: a loop runs it again and again. Asked of n8n's data itself: an expression would take an engine
 * for expressions, which is most of what a short execution costs.
 */
export const runIndexOf = (context: IExecuteFunctions): string =>
	z.coerce.string().parse(context.getWorkflowDataProxy(0).$runIndex);
