import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { Answer } from '../service/rules/answer';
import { isJsonObject, type JsonObject } from '../lib/json';
import { isKnownRetry, isRetry } from '../n8n/host';

/** What came of a submission. */
export type Remembered = z.output<typeof remembered>;

const remembered = z.object({
	// Of our own making, so its shape is known once the outcome is there.
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string'),
	/** Epoch milliseconds. */
	sentAt: z.number(),
	/** Which item of which run of the node it was; a loop runs the node again and again. */
	from: z.string(),
});

/** What an execution, or the one that n8n's Retry repeats, knows of its submissions at this node. n8n stores it with the execution. */
export interface Memory {
	/** Whether n8n's Retry has kept neither this memory nor the moment at which the first execution was established. */
	isLost: boolean;
	/**
	 * What came of a submission that was accepted before, or may have been.
	 *
	 * @param content - what is paid for
	 */
	recall(content: string): Remembered | null;
	remember(content: string, what: Remembered): void;
}

const MEMORY = 'submissions';

const stored = z.object({
	isLost: z.boolean(),
	answers: z.custom<JsonObject>(isJsonObject),
});

/** Opens what the running execution knows of its submissions. */
export function openMemory(context: IExecuteFunctions): Memory {
	const store = context.getContext('node');
	const kept = stored.safeParse(store[MEMORY]).data;
	const isLost = kept?.isLost ?? (isRetry(context) && !isKnownRetry(context));
	const answers = (): JsonObject => stored.safeParse(store[MEMORY]).data?.answers ?? {};
	const write = (all: JsonObject): void => {
		store[MEMORY] = { isLost, answers: all };
	};
	// A later run of the node must still know that it was lost.
	write(answers());
	return {
		isLost,
		recall: (content) => {
			const read = remembered.safeParse(answers()[content]);
			return read.success ? read.data : null;
		},
		remember: (content, what) => write({ ...answers(), [content]: what }),
	};
}
