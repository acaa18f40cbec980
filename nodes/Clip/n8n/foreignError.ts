import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isJsonObject } from '../lib/json';
import { redact } from '../lib/redact';
import type { Purpose } from '../problems/facts';
import { makeProblem, type Problem } from '../problems/problem';

/*
 * Errors that n8n or a library has thrown.
 */

export type NodeError = NodeApiError | NodeOperationError;

/** The message of an error, safe to show, without a final period. */
export const reasonOf = (error: unknown): string =>
	redact(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

/** In characters. */
const LONGEST_EXPLANATION = 1_000;

/** A longer text of n8n or a library, safe to show. */
export const explanationOf = (text: string): string => redact(text, LONGEST_EXPLANATION);

/** What an error says, safe to show. */
export const foreignFacts = (thrown: unknown) => ({
	reason: reasonOf(thrown),
	explanation: explanationOf(descriptionOf(thrown)),
});

export const toError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(reasonOf(thrown));

/**
 * Any error as a problem. n8n's own errors of a node keep their words.
 *
 * @param purpose - what was not done because of it
 */
export function problemOfThrown(thrown: unknown, purpose?: Purpose): Problem {
	const cause = toError(thrown);
	if (isNodeError(cause) && purpose === undefined) {
		return makeProblem('n8nError', { reason: cause.message, explanation: descriptionOf(cause) }, cause);
	}
	const code = thrown instanceof ExpressionError ? 'failedExpression' : 'unexpected';
	return makeProblem(code, { ...foreignFacts(thrown), purpose }, cause);
}

export const isNodeError = (error: Error): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

const descriptionOf = (error: unknown): string =>
	isJsonObject(error) && typeof error.description === 'string' ? error.description : '';
