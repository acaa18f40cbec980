import {
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { redact, truncate } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { readText } from '../lib/values';
import { evidenceOf } from '../problems/answers';
import type { Work } from '../problems/facts';
import {
	type Problem,
	type ProblemCode,
	makeProblem,
	tellsOfPayment,
	wordsOf,
	wordsOfRemark,
} from '../problems/problem';
import { describeWords, EACH_TIME_PAYS, type Reader } from '../problems/words';
import type { Run } from './run';

export type NodeError = NodeApiError | NodeOperationError;

/** The message of a foreign error, safe to show. */
export const reasonOf = (error: unknown): string =>
	redact(error instanceof Error ? error.message : String(error));

/** Tells the person at the canvas something about the items that came out. */
export const hint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: truncate(message), location: 'outputPane' });

/** How much of the explanation of somebody else is shown, in characters. */
const LONGEST_EXPLANATION = 1_000;

/** What somebody else says of an error, safe to show. */
export const explanationOf = (text: string): string => redact(text, LONGEST_EXPLANATION);

/** What is known of an error that is none of ours, fit to be shown. */
export const foreignFacts = (thrown: unknown) => ({
	reason: reasonOf(thrown),
	explanation: explanationOf(descriptionOf(thrown)),
});

export const causeOf = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(reasonOf(thrown));

/**
 * Any error as a problem. n8n's own errors of a node keep their words; those of others are made fit to be shown.
 *
 * @param work - what was not done because of it
 */
export function problemFrom(thrown: unknown, work?: Work): Problem {
	const cause = causeOf(thrown);
	if (isNodeError(cause) && work === undefined) {
		return makeProblem('n8nError', { reason: cause.message, explanation: descriptionOf(cause) }, cause);
	}
	const code = thrown instanceof ExpressionError ? 'failedExpression' : 'unexpected';
	return makeProblem(code, { ...foreignFacts(thrown), work }, cause);
}

const isNodeError = (error: Error): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

const descriptionOf = (error: unknown): string =>
	isJsonObject(error) && typeof error.description === 'string' ? error.description : '';

/** Which item it is, at the end of a title, if it is one of several. */
export interface Position {
	itemIndex: number;
	/** How many items the node has. */
	itemCount: number;
}

/** The project that a problem is about. */
export const projectIdOf = ({ facts: { projectId, answer } }: Problem): string | null =>
	projectId ?? answer?.projectId ?? null;

/** n8n's own error of a node. */
const N8N_ERROR = 'n8nError' satisfies ProblemCode;
/** A submission that may be paid for. */
const UNKNOWN = 'unknownWhetherCreated' satisfies ProblemCode;
const WRONG_PARAMETER = 'invalidParameter' satisfies ProblemCode;

/** A problem as its reader gets it. */
export interface ErrorText {
	title: string;
	description: string;
	/** Facts in a sentence, for programmers; n8n shows it among the details of an error. Empty without any. */
	evidence: string;
	/** What a workflow may read of it: at an error item, and of an execution that failed in an error workflow. */
	details: Details;
}

interface Details extends IDataObject {
	projectId: string | null;
	code: string | null;
	httpCode: string | null;
	outcome: string;
	mayHavePaid: boolean;
}

/**
 * Makes the words of a problem, for its reader.
 *
 * @param position - null for a problem that is about no item in particular
 */
export function describeProblem(problem: Problem, reader: Reader, position: Position | null): ErrorText {
	const { code, facts, cause, remarks } = problem;
	const { outcome = code, title, ...rest } = wordsOf(problem, reader);
	const more = joinSentences(...remarks.map((remark) => wordsOfRemark(remark, reader)));
	const warning = reader === 'eachTime' ? EACH_TIME_PAYS : '';
	// The editor may explain a failed expression in place of the description, so the title has it, too.
	const whole = isExplained(cause) && more !== '' ? `${title}. ${more.replace(/\.$/, '')}` : title;
	const isOneOfMany = position !== null && position.itemCount > 1 && code !== N8N_ERROR;
	const { answer = null, last = null, videoId } = facts;
	const about = answer ?? last;
	const projectId = projectIdOf(problem);
	const evidence = about === null ? '' : truncate(evidenceOf(about));
	return {
		title: truncate(isOneOfMany ? `${whole} [item ${position.itemIndex}]` : whole),
		description: truncate(joinSentences(describeWords(rest), more, warning)),
		evidence,
		details: {
			projectId,
			code: readText(answer?.code) ?? null,
			httpCode: readText(facts.httpStatus ?? answer?.httpStatus) ?? null,
			outcome,
			isFinal: facts.isFinal ?? outcome === WRONG_PARAMETER,
			// What has a project ID, or may have one, may have been paid for.
			mayHavePaid:
				outcome === UNKNOWN ||
				(projectId !== null && outcome !== WRONG_PARAMETER) ||
				remarks.some(tellsOfPayment),
			// All that may be left of a project that was paid for.
			evidence: evidence === '' ? null : evidence,
			...(videoId !== undefined && { videoId }),
		},
	};
}

/** An error with all that it says in its title, the only part that an agent reads. */
export const asOneText = ({ title, description, evidence, ...rest }: ErrorText): ErrorText => ({
	...rest,
	title: truncate(joinSentences(`${title.replace(/\.$/, '')}.`, description, evidence)),
	description: '',
	evidence: '',
});

/** Whether the editor explains an error itself. */
function isExplained(cause: Error | null): boolean {
	const context: unknown = cause !== null && 'context' in cause ? cause.context : null;
	return isJsonObject(context) && ('descriptionKey' in context || 'descriptionTemplate' in context);
}

/**
 * The only way to make an error of n8n's. n8n replaces a message that holds a word of its own, such as ECONNRESET, so the title is set
 * afterwards; for an AI agent it does so again with whatever is no NodeOperationError.
 *
 * @param itemIndex - null for a problem that is about no item in particular
 */
export function nodeErrorOf(
	run: Run,
	{ code, cause }: Pick<Problem, 'code' | 'cause'>,
	text: ErrorText,
	itemIndex: number | null,
): NodeError {
	const { details, description, evidence, title } = text;
	const where = itemIndex === null ? {} : { itemIndex };
	const isKept = code === N8N_ERROR && cause !== null && isNodeError(cause);
	const error = isKept
		? cause
		: cause === null
			? ownError(run, text, where)
			: foreignError(run, cause, where);
	error.message = title;
	error.description = description;
	if (!isKept) error.messages = evidence === '' ? [] : [evidence];
	if (details.projectId !== null) error.context.projectId = details.projectId;
	error.context.details = details;
	return error;
}

function ownError(
	{ context, isTool }: Run,
	{ description, details: { code, httpCode }, title }: ErrorText,
	where: { itemIndex?: number },
): NodeError {
	const options = { description, ...where };
	// The editor shows it as "Error code": the service refuses with HTTP 200, and a code of its own.
	const shownCode = httpCode?.startsWith('2') === true && code !== null ? code : httpCode;
	return shownCode === null || isTool
		? new NodeOperationError(context.getNode(), title, options)
		: new NodeApiError(
				context.getNode(),
				{ message: title },
				{ message: title, ...options, httpCode: shownCode },
			);
}

/** A foreign error as one of the node, with what the editor explains expressions by, and with the stack of where it came from. */
function foreignError({ context }: Run, cause: Error, where: { itemIndex?: number }): NodeOperationError {
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
