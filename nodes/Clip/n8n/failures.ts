import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { Problem } from '../lib/checked';
import { showable, truncate } from '../lib/redact';
import { type Advice, joined } from '../lib/values';
import { isToolCall } from './host';

/** An item that gave no result: what to throw, and what an error item says of it. */
export interface ItemFailure {
	error: NodeApiError | NodeOperationError;
	details: IDataObject;
	/** What comes out instead, if the item is an error item of the node before. */
	passedOn?: IDataObject;
}

/** Whether an item gave no result. */
export const isFailure = (result: object): result is ItemFailure => 'error' in result;

/** What else is known of a failure. */
interface FailureFacts {
	/** Of the service's answer. */
	code?: string | null;
	/** The HTTP status, which n8n shows beside the error. */
	httpCode?: string | null;
	/** Facts in a sentence, for programmers; n8n shows it among the details of an error. */
	evidence?: string;
	/** What else the person at the canvas must know, in sentences. */
	remark?: string;
}

/** What an error of a node says. */
interface ErrorText extends Pick<FailureFacts, 'evidence' | 'httpCode'> {
	/** Says what happened. */
	message: string;
	description?: string;
	itemIndex?: number;
	/** The project that it is about: n8n hands the context of an error to error workflows, where they find it as a field. */
	projectId?: string | null;
}

/**
 * The only way to make an error of a node. n8n replaces messages in which it finds one of its own words, such as ECONNRESET,
 * and does so again for whatever is no NodeOperationError when it hands an error on to an AI agent.
 */
export function nodeError(
	context: IExecuteFunctions,
	{ message, description, itemIndex, httpCode = null, projectId = null, evidence = '' }: ErrorText,
): NodeApiError | NodeOperationError {
	const options = { description: truncate(description ?? ''), ...(itemIndex !== undefined && { itemIndex }) };
	const title = truncate(message);
	const error =
		httpCode === null || isToolCall(context)
			? new NodeOperationError(context.getNode(), title, options)
			: new NodeApiError(context.getNode(), { message: title }, { message: title, ...options, httpCode });
	error.message = title;
	error.messages = evidence === '' ? [] : [truncate(evidence)];
	if (projectId !== null) error.context.projectId = projectId;
	return error;
}

/** The message of a foreign error, safe to show. */
export const reasonOf = (error: unknown): string =>
	showable(error instanceof Error ? error.message : String(error));

/** Any error as a failure of an item: n8n's own errors of a node stay as they are, as ours do; others become one. */
export function asFailure(context: IExecuteFunctions, itemIndex: number, error: unknown): ItemFailure {
	const known = error instanceof NodeApiError || error instanceof NodeOperationError;
	const failure = known ? error : nodeError(context, { message: reasonOf(error), itemIndex });
	return { error: failure, details: {} };
}

/**
 * The failure of an item whose parameters break rules.
 *
 * @param fields - the operation's parameters, for the labels that the user knows
 * @param todo - what it means, and what to do next
 */
export function inputFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	problems: readonly Problem[],
	fields: readonly INodeProperties[],
	todo = EXECUTE_ALONE,
): ItemFailure {
	const title = problems.map(({ field, rule }) => `'${labelOf(field, fields)}' ${rule}`).join('; ');
	return itemFailure(context, itemIndex, null, { title, description: todo }, 'invalidParameter');
}

function labelOf(name: string, fields: readonly INodeProperties[]): string {
	const all = fields.flatMap((field) => [
		field,
		...(field.options ?? []).filter((option): option is INodeProperties => 'displayName' in option),
	]);
	return all.find((field) => field.name === name)?.displayName ?? name;
}

/**
 * The failure of an item.
 *
 * @param advice - what the person at the canvas reads
 * @param outcome - the kind of failure, for workflows that branch on it
 */
export function itemFailure(
	context: IExecuteFunctions,
	itemIndex: number,
	projectId: string | null,
	advice: Advice,
	outcome: string,
	{ code = null, httpCode = null, evidence = '', remark = '' }: FailureFacts = {},
): ItemFailure {
	const isOneOfMany = itemIndex > 0 || context.getInputData().length > 1;
	const message = `${advice.title}${isOneOfMany ? ` [item ${itemIndex}]` : ''}`;
	const description = joined(advice.description, remark);
	return {
		error: nodeError(context, { message, description, itemIndex, httpCode, projectId, evidence }),
		details: {
			projectId,
			code,
			httpCode,
			outcome,
			// All that may be left of a project that was paid for.
			evidence: evidence === '' ? null : truncate(evidence),
		},
	};
}

/** The error for an operation that does not exist. */
export const unknownOperation = (context: IExecuteFunctions): Error =>
	nodeError(context, { message: "'Operation' must be one of create, download, get, wait" });

/** What to do next in Wait, Get and Download, which submit nothing. */
const EXECUTE_ALONE =
	"Correct the parameter, then execute this node alone while the output of 'Create' is pinned, or use n8n's Retry: a new execution of the whole workflow would submit the video again.";
