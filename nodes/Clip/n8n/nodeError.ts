import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { maskKeysInText } from '../lib/apiKey';
import type { ErrorText } from '../problems/errorText';
import type { Problem } from '../problems/problem';
import { isNodeError, type NodeError, reasonOf } from './foreignError';
import type { NodeExecution } from './nodeExecution';

/**
 * The only way to make an error of n8n's. n8n replaces messages that hold words such as ECONNRESET, so the title is set afterwards. For an
 * AI agent it replaces them again, except those of a NodeOperationError.
 *
 * @param itemIndex - null for a problem that is about no item in particular
 */
export function nodeErrorOf(
	execution: NodeExecution,
	{ code, cause }: Pick<Problem, 'code' | 'cause'>,
	text: ErrorText,
	itemIndex: number | null,
): NodeError {
	const { details, description, evidence, title } = text;
	const where = itemIndex === null ? {} : { itemIndex };
	maskKeys(cause, execution.apiKeys);
	const keepsWords = code === 'n8nError' && cause !== null && isNodeError(cause);
	const error = keepsWords
		? cause
		: cause === null
			? makeOwnError(execution, text, where)
			: wrapForeignError(execution, cause, where);
	error.message = title;
	error.description = description;
	if (!keepsWords) error.messages = evidence === '' ? [] : [evidence];
	if (details.projectId !== null) error.context.projectId = details.projectId;
	error.context.details = details;
	return error;
}

/** How many causes of an error are looked at: one may be its own cause. */
const MOST_CAUSES = 8;

/** n8n stores an error with its stack and its causes. */
function maskKeys(error: unknown, apiKeys: ReadonlySet<string>, depth = 0): void {
	if (!(error instanceof Error) || depth > MOST_CAUSES) return;
	const mask = (text: string): string => maskKeysInText(text, apiKeys);
	// The message of an AbortError of Node.js cannot be set.
	Reflect.set(error, 'message', mask(error.message));
	Reflect.set(error, 'stack', mask(error.stack ?? ''));
	if ('description' in error && typeof error.description === 'string') {
		Reflect.set(error, 'description', mask(error.description));
	}
	if (isNodeError(error)) error.messages = error.messages.map(mask);
	maskKeys(error.cause, apiKeys, depth + 1);
}

function makeOwnError(
	{ context, isTool }: NodeExecution,
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

/** Keeps the stack, and what the editor explains a failed expression by. */
function wrapForeignError(
	{ context }: NodeExecution,
	cause: Error,
	where: { itemIndex?: number },
): NodeOperationError {
	const reason = reasonOf(cause);
	if (cause.message !== reason) {
		Reflect.set(cause, 'stack', cause.stack?.replaceAll(cause.message, reason) ?? '');
		Reflect.set(cause, 'message', reason);
	}
	const error = new NodeOperationError(context.getNode(), cause, where);
	error.stack = cause.stack ?? '';
	// The editor would show the template, not the message. A copy, since the cause shares the context.
	error.context = { ...error.context };
	delete error.context.messageTemplate;
	return error;
}
