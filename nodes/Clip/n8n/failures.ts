import {
	ExpressionError,
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
export interface FailureFacts {
	/** Of the service's answer. */
	code?: string | null;
	/** The HTTP status, which n8n shows beside the error. */
	httpCode?: string | null;
	/** Facts in a sentence, for programmers; n8n shows it among the details of an error. */
	evidence?: string;
	/** What else the person at the canvas must know, in sentences. */
	remark?: string;
	/** How many items the failed one is among; unless given, those that the running node has. */
	itemCount?: number | undefined;
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
 * The only way to make an error of our own. n8n replaces messages in which it finds one of its own words, such as ECONNRESET,
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

/** How much of the explanation of somebody else is shown, in characters. */
export const LONGEST_EXPLANATION = 1_000;

/** The message of a foreign error, safe to show. */
export const reasonOf = (error: unknown): string =>
	showable(error instanceof Error ? error.message : String(error));

/** What it means that nothing was done with an item. */
export interface NothingDone {
	/**
	 * What it means for the user's money, without a final period. It goes into the title: of an expression that fails, the editor
	 * explains nothing but what n8n itself says of it.
	 */
	money: string;
	todo: string;
	/** What comes after the mistake is mended, wherever it is. */
	next: string;
}

/** What is known of an error that is none of ours. */
interface ForeignFacts {
	/** The kind of failure; for an expression that fails, and otherwise, there is a default. */
	outcome?: string;
	projectId?: string | null;
	nothingDone?: NothingDone;
}

/**
 * Any error as a failure of an item: n8n's own errors of a node stay as they are, as ours do; others become one.
 *
 * @param itemIndex - null for an error that is about no item in particular
 */
export function asFailure(
	context: IExecuteFunctions,
	itemIndex: number | null,
	thrown: unknown,
	{ outcome, projectId = null, nothingDone }: ForeignFacts = {},
): ItemFailure {
	const isNodeError = thrown instanceof NodeApiError || thrown instanceof NodeOperationError;
	const isOurs = isNodeError && nothingDone === undefined;
	const error = isOurs ? thrown : foreignError(context, itemIndex, thrown, nothingDone);
	if (!isOurs && projectId !== null) error.context.projectId = projectId;
	const kind = outcome ?? (thrown instanceof ExpressionError ? 'invalidParameter' : 'unexpected');
	return { error, details: { projectId, code: null, httpCode: null, outcome: kind, evidence: null } };
}

/** A foreign error as one of the node, with what the editor explains expressions by, and with the place where it came from. */
function foreignError(
	context: IExecuteFunctions,
	itemIndex: number | null,
	thrown: unknown,
	nothingDone: NothingDone | undefined,
): NodeOperationError {
	const reason = reasonOf(thrown);
	const cause = thrown instanceof Error ? thrown : new Error(reason);
	if (cause.message !== reason) {
		cause.stack = cause.stack?.replaceAll(cause.message, reason) ?? '';
		cause.message = reason;
	}
	const error = new NodeOperationError(context.getNode(), cause, itemIndex === null ? {} : { itemIndex });
	const { money = '', todo = '' } = nothingDone ?? {};
	const title = money === '' ? reason : `${reason.replace(/\.$/, '')}. ${money}`;
	error.message = itemIndex === null ? title : `${title}${itemOf(context, itemIndex)}`;
	error.messages = [];
	error.description = joined(showable(error.description ?? '', LONGEST_EXPLANATION), todo);
	error.stack = cause.stack ?? '';
	// The editor would show the template in place of the message. The context is also that of the cause.
	error.context = { ...error.context };
	delete error.context.messageTemplate;
	return error;
}

/** Adds sentences to what an error says, where the editor shows them: it may explain a failed expression in place of the description. */
export function addToError(error: ItemFailure['error'], sentences: string): void {
	const isExplained = 'descriptionKey' in error.context || 'descriptionTemplate' in error.context;
	if (isExplained) error.message = truncate(`${error.message}. ${sentences.replace(/\.$/, '')}`);
	else error.description = joined(error.description ?? '', sentences);
}

/** Which item it is, at the end of a title, if it is one of several. */
const itemOf = (
	context: IExecuteFunctions,
	itemIndex: number,
	itemCount = context.getInputData().length,
): string => (itemCount > 1 ? ` [item ${itemIndex}]` : '');

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
	todo = NOTHING_ASKED.todo,
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
	{ code = null, httpCode = null, evidence = '', remark = '', itemCount }: FailureFacts = {},
): ItemFailure {
	const message = `${advice.title}${itemOf(context, itemIndex, itemCount)}`;
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

const EXECUTE_ALONE =
	"execute this node alone while the output of 'Create' is pinned, or use n8n's Retry: a new execution of the whole workflow would submit the video again.";

/** In Wait, Get and Download, which submit nothing. */
export const NOTHING_ASKED: NothingDone = {
	money: "This cost no minutes, but executing 'Create' again does",
	todo: `Correct the parameter, then ${EXECUTE_ALONE}`,
	next: `Then ${EXECUTE_ALONE}`,
};
