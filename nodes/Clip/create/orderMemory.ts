import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { Answer } from '../interface/answer';
import { beginOf, isKnownRetry, isRetry } from '../n8n/host';
import { isJsonObject, type JsonObject } from '../lib/json';
import { readText } from '../lib/values';
import type { Order } from './order';
import { contentOf, memoryKeyOf, run as runSchema, type Run, videoMarkOf } from './orderMarks';

/** What came of an order. */
export interface Remembered {
	answer: Answer;
	/** Epoch milliseconds. */
	sentAt: number;
}

/** What an execution knows of its orders. n8n stores it with the execution. */
export interface OrderMemory {
	/** The run that asks. */
	run: Run;
	/** What came of an order that was accepted before, or may have been. */
	recall(order: Order): Remembered | null;
	remember(order: Order, answer: Answer, sentAt: number): void;
	/** Whether this very execution has submitted the video before, such as in an earlier round of a loop. */
	hasSubmitted(order: Order): boolean;
}

const MEMORY = 'submissions';

const stored = z.object({
	run: runSchema,
	/** The execution that has opened it last. */
	execution: z.string().optional(),
	answers: z.custom<JsonObject>(isJsonObject),
});

// Answers are of our own making, so their shape is known once the outcome is there.
const remembered = z.object({
	execution: z.string(),
	content: z.string(),
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string'),
	sentAt: z.number(),
});

/**
 * Opens what the running execution knows of its orders.
 *
 * @param heldFor - the run that a helper submits for
 */
export function openMemory(context: IExecuteFunctions, heldFor?: Run): OrderMemory {
	const store = context.getContext('node');
	const kept = stored.safeParse(store[MEMORY]);
	// An MCP call has no execution while its tools run.
	const execution = readText(context.getExecutionId());
	const isOpenedAgain = kept.success && kept.data.execution === execution;
	const run: Run =
		heldFor ??
		(isOpenedAgain
			? kept.data.run
			: {
					id: kept.success ? kept.data.run.id : (execution ?? randomUUID()),
					began: beginOf(context),
					retryOf: !isRetry(context) ? 'none' : kept.success || isKnownRetry(context) ? 'thatRun' : 'anyRun',
				});
	const own = execution ?? run.id;
	const answers = (): JsonObject => stored.safeParse(store[MEMORY]).data?.answers ?? {};
	const write = (all: JsonObject): void => {
		store[MEMORY] = { run, execution, answers: all };
	};
	write(answers());
	return {
		run,
		recall: ({ submission, place }) => {
			const before = remembered.safeParse(answers()[memoryKeyOf(place, submission)]);
			if (!before.success) return null;
			const { execution: of, content, answer, sentAt } = before.data;
			// A try of the same execution is for the same video, even if its expressions give other fields by now. What n8n's Retry
			// has copied from another execution counts for the very same submission only.
			const counts = of === own || content === contentOf(submission);
			// A project comes out as an item, and the next node may change it in place.
			return counts ? { answer: structuredClone(answer), sentAt } : null;
		},
		remember: ({ submission, place }, answer, sentAt) => {
			const entry = {
				execution: own,
				content: contentOf(submission),
				answer: structuredClone(answer),
				sentAt,
			};
			write({ ...answers(), [memoryKeyOf(place, submission)]: entry });
		},
		hasSubmitted: ({ submission }) =>
			Object.entries(answers()).some(([key, entry]) => {
				const read = remembered.safeParse(entry);
				return read.success && read.data.execution === own && key.endsWith(`/${videoMarkOf(submission)}`);
			}),
	};
}
