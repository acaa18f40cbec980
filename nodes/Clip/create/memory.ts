import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../lib/json';
import { isRetry, isRetryWithStart, storeOf } from '../n8n/host';
import { type Answer, isSuccess } from '../service/rules/answer';
import type { KnownProject } from '../wait/knownProjects';

/** What came of a submission. */
export type Remembered = z.output<typeof remembered>;

const remembered = z.object({
	// We wrote it ourselves: a `kind` is enough to recognise it.
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.kind === 'string'),
	/** Epoch milliseconds. */
	sentAt: z.number(),
	/** Who has asked for it first: a loop runs the node again and again. */
	origin: z.object({ run: z.string(), itemIndex: z.number() }),
});

/**
 * What an execution, or the one that n8n's Retry repeats, knows of its submissions at this node. n8n stores it with the execution, now
 * and then.
 */
export interface Memory {
	/** Whether this is a Retry of an execution of which n8n has kept nothing: neither this memory nor when it started. */
	keptNothing: boolean;
	/** What came of a submission that was accepted before, or may have been. */
	recall(content: string): Remembered | null;
	remember(content: string, what: Remembered): void;
	/** Whether nothing is known that was paid for, or may have been. */
	isEmpty(): boolean;
	/** The projects that were created, the latest last, each with the item that asked for it. */
	projects(runIndex: string): KnownProject[];
}

const MEMORY = 'submissions';

const stored = z.object({
	keptNothing: z.boolean(),
	answers: z.custom<JsonObject>(isJsonObject),
});

/** The memory of the running execution; the first call begins it. */
export function openMemory(context: IExecuteFunctions): Memory {
	const store = storeOf(context);
	const kept = stored.safeParse(store[MEMORY]).data;
	const keptNothing = kept?.keptNothing ?? (isRetry(context) && !isRetryWithStart(context));
	const answers = (): JsonObject => stored.safeParse(store[MEMORY]).data?.answers ?? {};
	const write = (all: JsonObject): void => {
		store[MEMORY] = { keptNothing, answers: all };
	};
	// Decided once and stored: the next run of the node finds the memory that this one begins, and would wrongly conclude that n8n
	// had kept it.
	write(answers());
	return {
		keptNothing,
		recall: (content) => {
			const read = remembered.safeParse(answers()[content]);
			return read.success ? read.data : null;
		},
		remember: (content, what) => write({ ...answers(), [content]: what }),
		isEmpty: () => Object.keys(answers()).length === 0,
		projects: (runIndex) =>
			Object.values(answers()).flatMap((kept) => {
				const { data } = remembered.safeParse(kept);
				if (data === undefined || !isSuccess(data.answer)) return [];
				const { run, itemIndex } = data.origin;
				const { projectId } = data.answer.project;
				return [{ itemIndex, projectId, ...(run !== runIndex && { run }) }];
			}),
	};
}
