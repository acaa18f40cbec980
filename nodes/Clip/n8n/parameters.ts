import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { accept, type Checked, type Problem, refuse } from '../lib/checked';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json';
import { truncate } from '../lib/redact';
import { isUnset, readText, shown } from '../lib/values';

/** The entries of a collection parameter that have a value. An expression can put anything in its place. */
export function readCollection(
	context: IExecuteFunctions,
	collection: INodeProperties,
	itemIndex: number,
): Checked<JsonObject> {
	const { name, options = [] } = collection;
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	if (isUnset(value)) return accept({});
	if (!isJsonObject(value)) return refuse(name, `must be an object, but is ${shown(value)}`);
	const fields = options.filter((option) => 'type' in option);
	const entered: unknown = context.getNode().parameters[name];
	return readValues(fields, value, (field) => (isJsonObject(entered) ? entered[field] : entered));
}

/**
 * The values of parameters, by their names; a parameter that is hidden, or that the model of an AI agent has left out, has its
 * default.
 */
export function readGiven(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	itemIndex: number,
): Checked<JsonObject> {
	const read = (field: INodeProperties): [string, JsonValue] => [
		field.name,
		context.getNodeParameter(field.name, itemIndex, field.default),
	];
	const { parameters } = context.getNode();
	const given = readValues(fields, Object.fromEntries(fields.map(read)), (name) => parameters[name]);
	if (!given.ok) return given;
	const defaults = fields.map((field) => [field.name, field.default]);
	return accept({ ...Object.fromEntries(defaults), ...given.value });
}

/**
 * The values that are there. Refuses a field that was added but whose expression gives nothing, such as a limit that would become
 * no limit; only text may be empty. What the model of an AI agent has left out of `$fromAI()` is left out.
 *
 * @param values - their values, some of them or all
 * @param enteredFor - what the user has entered for one of them
 */
function readValues(
	fields: readonly INodeProperties[],
	values: JsonObject,
	enteredFor: (name: string) => unknown,
): Checked<JsonObject> {
	const problems: Problem[] = [];
	const present: JsonObject = {};
	for (const [name, value] of Object.entries(values)) {
		const type = fields.find((field) => field.name === name)?.type;
		const isText = (type === 'string' || type === 'json') && value !== undefined && value !== null;
		const isNothing = !isText && (isUnset(value) || Number.isNaN(value));
		const entered = readText(enteredFor(name)) ?? '';
		const isExpression = entered.startsWith('=');
		if (!isNothing) present[name] = value;
		else if (!isExpression || !/\$fromAI\s*\(/i.test(entered)) {
			const is = isExpression ? 'its expression gives' : 'is';
			problems.push({ field: name, rule: `must be given a value, but ${is} ${nothingInWords(value)}` });
		}
	}
	return problems.length === 0 ? accept(present) : { ok: false, problems };
}

/** A value that is nothing, in the words of expressions. */
function nothingInWords(value: unknown): string {
	if (typeof value === 'string') return 'empty text';
	return value === undefined ? 'undefined' : value === null ? 'null' : 'NaN';
}

/** Tells the person at the canvas something about the items that came out. */
export const hint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: truncate(message), location: 'outputPane' });

/** How a node's work ends early: by the person's Stop, or by the node itself. */
export interface Stop {
	/** Aborts at either. */
	signal: AbortSignal;
	/** Ends the node's work. */
	abort: () => void;
}

/** Makes a {@link Stop}. Listeners on the execution's own signal would stay for all rounds of a loop. */
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

/** What n8n's editor calls a run of a node: it counts them from 1. */
export const runInEditor = (runIndex: string): string => `run ${Number(runIndex) + 1}`;

/** What n8n keeps of a value beside an execution, in characters. */
const LONGEST_VALUE = 512;

/** Under this name n8n shows the projects of an execution beside it. */
const PROJECTS = 'clipProjects';

/**
 * Keeps projects beside the execution, where their IDs survive an error that n8n itself ends it with. n8n stores them when it
 * stores the execution.
 *
 * @param projectIds - the projects; the latest come first, as many as there is room for
 */
export function noteProjects(context: IExecuteFunctions, projectIds: readonly string[]): void {
	// Tools have none.
	if (!('customData' in context)) return;
	const known = (readText(context.customData.get(PROJECTS)) ?? '').split(', ').filter((id) => id !== '');
	const all = [...new Set([...[...projectIds].reverse(), ...known])];
	const fits = all.filter((_, index) => all.slice(0, index + 1).join(', ').length <= LONGEST_VALUE);
	context.customData.set(PROJECTS, fits.join(', '));
}
