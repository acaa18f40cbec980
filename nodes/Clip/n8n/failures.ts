import {
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { type Advice, described, type NothingDone } from '../lib/advice';
import { isJsonObject } from '../lib/json';
import { showable, truncate } from '../lib/redact';
import { joined } from '../lib/text';
import { isToolCall } from './host';

export type NodeError = NodeApiError | NodeOperationError;

/** Why an item gave no result. */
export interface ItemFailure {
	title: string;
	description: string;
	/** The kind of failure, for workflows that branch on it: they know it as `details.outcome`. */
	kind: string;
	/** The project that it is about: n8n hands it to error workflows. */
	projectId: string | null;
	/** Of the service's answer. */
	code: string | null;
	/** The HTTP status, which n8n shows beside the error. */
	httpCode: string | null;
	/** Whether the same ends the same way again, even when network, rate, key and minutes are in order. */
	isFinal: boolean;
	/** Facts in a sentence, for programmers; n8n shows it among the details of an error. */
	evidence: string;
	/** What else a workflow may read of it. */
	details: IDataObject;
	/** What n8n or a library has thrown; null for a failure of our own. */
	cause: Error | null;
	/** Whether the cause is an error of n8n's for the node, which keeps its words. */
	isKept: boolean;
}

/** What is known of a failure beside what is said of it. */
type Facts = Partial<
	Pick<ItemFailure, 'projectId' | 'code' | 'httpCode' | 'isFinal' | 'evidence' | 'details'>
>;

/**
 * A failure of our own.
 *
 * @param advice - what the person at the canvas reads
 * @param kind - see {@link ItemFailure}
 */
export const failureOf = (advice: Advice, kind: string, facts: Facts = {}): ItemFailure => ({
	title: advice.title,
	description: described(advice),
	kind,
	projectId: null,
	code: null,
	httpCode: null,
	isFinal: kind === WRONG_PARAMETER,
	evidence: '',
	details: {},
	cause: null,
	isKept: false,
	...facts,
});

/** The kind of a failure whose submission may be paid for. */
export const UNKNOWN = 'unknownWhetherCreated';

const WRONG_PARAMETER = 'invalidParameter';

/** The message of a foreign error, safe to show. */
export const reasonOf = (error: unknown): string =>
	showable(error instanceof Error ? error.message : String(error));

/** How much of the explanation of somebody else is shown, in characters. */
const LONGEST_EXPLANATION = 1_000;

/** What somebody else says of an error, safe to show. */
export const explanationOf = (text: string): string => showable(text, LONGEST_EXPLANATION);

/** What is known of an error that is none of ours. */
interface ForeignFacts {
	/** The kind of failure; for an expression that fails, and otherwise, there is a default. */
	kind?: string;
	projectId?: string | null;
	nothingDone?: NothingDone;
}

/** Any error as a failure. n8n's own errors of a node keep their words; those of others are made fit to be shown. */
export function failureFrom(thrown: unknown, facts: ForeignFacts = {}): ItemFailure {
	const { nothingDone, kind, projectId = null } = facts;
	if (thrown instanceof NodeEnded) return thrown.failure;
	const reason = reasonOf(thrown);
	const cause = thrown instanceof Error ? thrown : new Error(reason);
	const said = readDescription(cause);
	const isKept = isNodeError(cause) && nothingDone === undefined;
	const { money, todo } = nothingDone ?? { money: '', todo: '' };
	const ofCause = thrown instanceof ExpressionError ? WRONG_PARAMETER : 'unexpected';
	return {
		title: isKept ? cause.message : money === '' ? reason : `${reason.replace(/\.$/, '')}. ${money}`,
		description: isKept ? said : joined(explanationOf(said), todo),
		kind: kind ?? ofCause,
		projectId,
		code: null,
		httpCode: null,
		isFinal: (kind ?? ofCause) === WRONG_PARAMETER,
		evidence: '',
		details: {},
		cause,
		isKept,
	};
}

const isNodeError = (error: Error): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

const readDescription = (error: Error): string =>
	'description' in error && typeof error.description === 'string' ? error.description : '';

/** A failure that says more. The editor may explain a failed expression in place of the description, so the title has it, too. */
export function withRemark(failure: ItemFailure, sentences: string): ItemFailure {
	if (sentences === '') return failure;
	const { cause, title, description } = failure;
	const explains: unknown = cause !== null && 'context' in cause ? cause.context : null;
	const isExplained =
		isJsonObject(explains) && ('descriptionKey' in explains || 'descriptionTemplate' in explains);
	return {
		...failure,
		title: isExplained ? `${title}. ${sentences.replace(/\.$/, '')}` : title,
		description: joined(description, sentences),
	};
}

/** Which item it is, at the end of a title, if it is one of several. */
export interface Position {
	itemIndex: number;
	/** How many items the node has. */
	itemCount: number;
}

/** What ends the work of a node before n8n gets to see it as an error: see {@link errorOf}. */
export class NodeEnded extends Error {
	/** @param position - null for a failure that is about no item in particular */
	constructor(
		readonly failure: ItemFailure,
		readonly position: Position | null,
	) {
		super(failure.title);
	}
}

/** The same error with a failure that says more. */
export const failedWith = (thrown: unknown, failure: ItemFailure): NodeEnded =>
	new NodeEnded(failure, thrown instanceof NodeEnded ? thrown.position : null);

/**
 * A failure as an error of n8n's, and the only way to make one. n8n replaces messages in which it finds one of its own words, such as
 * ECONNRESET, and does so again for whatever is no NodeOperationError when it hands an error on to an AI agent.
 *
 * @param position - null for a failure that is about no item in particular
 */
export function errorOf(
	context: IExecuteFunctions,
	failure: ItemFailure,
	position: Position | null,
): NodeError {
	const { cause, projectId, evidence, isKept } = failure;
	const isOneOfMany = position !== null && position.itemCount > 1 && !isKept;
	const title = truncate(isOneOfMany ? `${failure.title} [item ${position.itemIndex}]` : failure.title);
	const where = position === null ? {} : { itemIndex: position.itemIndex };
	const error =
		cause === null
			? ownError(context, failure, title, where)
			: isKept && isNodeError(cause)
				? cause
				: foreignError(context, cause, where);
	error.message = title;
	error.description = truncate(failure.description);
	if (!isKept) error.messages = evidence === '' ? [] : [truncate(evidence)];
	if (projectId !== null) error.context.projectId = projectId;
	error.context.details = detailsOf(failure);
	return error;
}

/** What a workflow may read of a failure: at an error item, and of an execution that failed in an error workflow. */
export const detailsOf = (failure: ItemFailure): IDataObject => {
	const { projectId, code, httpCode, kind, isFinal, evidence, details } = failure;
	return {
		projectId,
		code,
		httpCode,
		outcome: kind,
		isFinal,
		// What has a project ID, or may have one, may have been paid for.
		mayHavePaid: kind === UNKNOWN || (projectId !== null && kind !== WRONG_PARAMETER),
		// All that may be left of a project that was paid for.
		evidence: evidence === '' ? null : truncate(evidence),
		...details,
	};
};

function ownError(
	context: IExecuteFunctions,
	{ code, description, httpCode }: ItemFailure,
	title: string,
	where: { itemIndex?: number },
): NodeError {
	const options = { description: truncate(description), ...where };
	// The editor shows it as "Error code": the service refuses with HTTP 200, and a code of its own.
	const shownCode = httpCode?.startsWith('2') === true && code !== null ? code : httpCode;
	return shownCode === null || isToolCall(context)
		? new NodeOperationError(context.getNode(), title, options)
		: new NodeApiError(
				context.getNode(),
				{ message: title },
				{ message: title, ...options, httpCode: shownCode },
			);
}

/** A foreign error as one of the node, with what the editor explains expressions by, and with the stack of where it came from. */
function foreignError(
	context: IExecuteFunctions,
	cause: Error,
	where: { itemIndex?: number },
): NodeOperationError {
	const reason = reasonOf(cause);
	if (cause.message !== reason) {
		cause.stack = cause.stack?.replaceAll(cause.message, reason) ?? '';
		cause.message = reason;
	}
	const error = new NodeOperationError(context.getNode(), cause, where);
	error.stack = cause.stack ?? '';
	// The editor would show the template in place of the message. The context is also that of the cause.
	error.context = { ...error.context };
	delete error.context.messageTemplate;
	return error;
}
