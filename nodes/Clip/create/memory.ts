import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../lib/json';
import { storeOf } from '../n8n/host';
import type { Run } from '../n8n/run';
import type { KnownProject } from '../problems/notices';
import { type Answer, isSuccess } from '../service/rules/answer';

/** What came of a submission, or of the question for a project that is used again. */
export type Remembered = z.output<typeof storedResult>;

const storedResult = z.object({
	// We wrote it ourselves: a `kind` is enough to recognise it.
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.kind === 'string'),
	/** Epoch milliseconds. */
	sentAt: z.number(),
	/** Who has asked for it first: a loop runs the node again and again, and n8n's Retry is another execution. */
	origin: z.object({ execution: z.string(), run: z.string(), itemIndex: z.number() }),
	/** Whether it was submitted before, so that its project is used again; the answer is then that to a query. */
	isUsedAgain: z.boolean(),
});

/**
 * What an execution, or the one that n8n's Retry repeats, knows of its submissions at this node. n8n stores it with the execution, now
 * and then.
 */
export interface Memory {
	/** What came of a submission that was accepted before, or may have been. */
	recall(content: string): Remembered | null;
	remember(content: string, what: Remembered): void;
}

const MEMORY = 'submissions';

const storedResults = z.custom<JsonObject>(isJsonObject).catch({});

/** @param runIndex - which run of the node it is */
export function openMemory(run: Run, runIndex: string): Memory {
	const store = storeOf(run.context);
	const answers = (): JsonObject => storedResults.parse(store[MEMORY]);
	const projectIn = (kept: JsonObject[string]): KnownProject[] => {
		const { data } = storedResult.safeParse(kept);
		if (data === undefined || !isSuccess(data.answer)) return [];
		const { run: ofRun, itemIndex } = data.origin;
		const { projectId } = data.answer.project;
		return [{ itemIndex, projectId, ...(ofRun !== runIndex && { run: ofRun }) }];
	};
	// Also those of earlier rounds of a loop, or of the execution that n8n's Retry repeats.
	run.projects = Object.values(answers()).flatMap(projectIn);
	return {
		recall: (content) => {
			const read = storedResult.safeParse(answers()[content]);
			return read.success ? read.data : null;
		},
		remember: (content, what) => {
			store[MEMORY] = { ...answers(), [content]: what };
			run.projects = [...run.projects, ...projectIn(what)];
		},
	};
}
