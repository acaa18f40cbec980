import { createHash, timingSafeEqual } from 'node:crypto';
import { ExpressionParser, type IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { reasonOf } from '../n8n/failures';
import { isJsonObject } from '../lib/json';

/**
 * Whether a call knows the secret. A field that is empty asks for none; whatever else gives no secret, such as an expression
 * with a variable that is gone, was meant as one: it must not let everybody in, so it lets nobody in, and the log says so.
 *
 * @returns `unreadable` when an expression cannot be worked out
 */
export function admit(context: IWebhookFunctions): 'admitted' | 'refused' | 'unreadable' {
	let secret: Secret;
	try {
		secret = readSecret(context);
	} catch (error) {
		warn(context, reasonOf(error));
		return 'unreadable';
	}
	if ('none' in secret) return 'admitted';
	if ('problem' in secret) warn(context, secret.problem);
	const query: unknown = context.getQueryData();
	const given = isJsonObject(query) ? { ...query }.secret : undefined;
	return 'text' in secret && sameText(secret.text, given) ? 'admitted' : 'refused';
}

const warn = (context: IWebhookFunctions, reason: string): void =>
	context.logger.warn(
		`'Secret' of "${context.getNode().name}" cannot be used, so every call is rejected: ${reason}. Correct the expression, or clear the field to accept calls without a secret.`,
	);

/** What a trigger asks callers for: nothing, a text, or something that cannot be one. */
type Secret = { none: true } | { text: string } | { problem: string };

function readSecret(context: IWebhookFunctions): Secret {
	const raw: unknown = context.getNodeParameter('options.secret', '', { rawExpressions: true });
	if (raw === null || raw === '') return { none: true };
	if (typeof raw !== 'string' || !raw.startsWith('=')) return checkText(raw, 'it');

	for (const chunk of ExpressionParser.splitExpression(raw.slice(1))) {
		if (chunk.type !== 'code') continue;
		const part = ExpressionParser.joinExpression([chunk]);
		// What is empty within a text cannot be seen in the whole text any more.
		const checked = checkText(evaluator.parse(context).evaluateExpression(part), part);
		if ('problem' in checked) return checked;
	}
	const whole = checkText(context.getNodeParameter('options.secret', ''), 'the expression');
	return 'text' in whole && EMPTY_VALUE.test(whole.text)
		? { problem: 'the expression gives a text that holds an empty value' }
		: whole;
}

/** What JavaScript makes of a value that is not there, within a text. */
const EMPTY_VALUE = /undefined|\[object |^null|null$|NaN/;

/** n8n has it for every kind of node, but its types do not tell so for webhooks. */
const evaluator = z.custom<{ evaluateExpression(expression: string): unknown }>(
	(context) => typeof context === 'object' && context !== null && 'evaluateExpression' in context,
);

function checkText(value: unknown, what: string): Secret {
	if (typeof value === 'string' && value.trim() !== '') return { text: value };
	if (typeof value === 'number' && Number.isFinite(value) && value !== 0) return { text: String(value) };
	const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value;
	return { problem: `${what} gives ${typeof value === 'string' ? 'no text' : value === 0 ? '0' : kind}` };
}

/** Compares in a time that tells nothing about either text. */
function sameText(expected: string, given: unknown): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return typeof given === 'string' && given !== '' && timingSafeEqual(digest(expected), digest(given));
}
