import { createHash, timingSafeEqual } from 'node:crypto';
import type { INode, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { trimInvisible } from '../lib/text';
import { readText } from '../lib/values';
import { reasonOf } from '../n8n/foreignError';

const querySchema = z.object({ secret: z.string() });

/** Whether calls need the secret. If it is an expression they do, whatever it gives. */
export const needsSecret = ({ parameters }: INode): boolean => (parameters.secret ?? '') !== '';

/** If an expression fails or gives nothing, every call is refused, and the log says so. */
export function passesSecret(context: IWebhookFunctions): boolean {
	if (!needsSecret(context.getNode())) return true;
	const secret = readSecret(context);
	const call = querySchema.safeParse(context.getQueryData());
	return secret !== null && call.success && sameText(secret, trimInvisible(call.data.secret));
}

/** @returns null when there is no usable secret, of which the log warns */
function readSecret(context: IWebhookFunctions): string | null {
	let reason = 'it gives no text';
	try {
		const value: unknown = context.getNodeParameter('secret', '');
		// What an expression such as Number('') gives.
		const text = value === 0 ? '' : trimInvisible(readText(value) ?? '');
		if (text !== '') return text;
	} catch (error) {
		reason = reasonOf(error);
	}
	context.logger.warn(
		`'Secret' of "${context.getNode().name}" cannot be used, so every call is rejected: ${reason}. Correct the expression, or clear the field to accept calls without a secret.`,
	);
	return null;
}

/** Compares in constant time. */
function sameText(one: string, other: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(one), digest(other));
}
