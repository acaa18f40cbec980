import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../lib/json';
import { storeOf } from '../n8n/platform';
import type { KnownProject } from '../problems/facts';
import { isSuccess, storedAnswer, storedFailure } from '../service/rules/answer';

const common = {
	/** Epoch milliseconds. */
	submittedAt: z.number(),
	/** Who has asked for it first: a loop runs the node again and again, and n8n's Retry is another execution. */
	origin: z.object({ executionId: z.string(), runIndex: z.string(), itemIndex: z.number() }),
};

const storedResultSchema = z.discriminatedUnion('state', [
	/** The video was sent. `answer`: of the service. */
	z.object({ state: z.literal('answered'), answer: storedAnswer, ...common }),
	/** Its project, submitted before, is used again. `failure`: how it has ended; null where it has not failed. */
	z.object({
		state: z.literal('reused'),
		projectId: z.string(),
		failure: storedFailure.nullable(),
		...common,
	}),
]);

/** What an execution remembers of a video: the answer to its submission, or the project that it uses again. */
export type StoredResult = z.output<typeof storedResultSchema>;

export type Answered = Extract<StoredResult, { state: 'answered' }>;

/** The project of a video; null where there is none, or nobody knows. */
export function projectIdOfResult(result: StoredResult): string | null {
	if (result.state === 'reused') return result.projectId;
	return isSuccess(result.answer) ? result.answer.project.projectId : null;
}

/** What an execution knows of its submissions at this node. n8n's Retry inherits it, as far as n8n has stored it: it does so now and then. */
export interface SubmissionStore {
	/** @returns null where nothing is remembered of a video */
	recall(contentKey: string): StoredResult | null;
	remember(contentKey: string, result: StoredResult): void;
	/** Also those of earlier rounds of a loop, or of the execution that n8n's Retry repeats. */
	projects(): KnownProject[];
}

const FIELD = 'submissions';

const storedResults = z.custom<JsonObject>(isJsonObject).catch({});

/** @param runIndex - which run of the node it is */
export function openSubmissionStore(context: IExecuteFunctions, runIndex: string): SubmissionStore {
	const nodeStore = storeOf(context);
	const readStore = (): JsonObject => storedResults.parse(nodeStore[FIELD]);
	const projectIn = (stored: JsonObject[string]): KnownProject[] => {
		const { data } = storedResultSchema.safeParse(stored);
		if (data === undefined) return [];
		const { runIndex: ofRun, itemIndex } = data.origin;
		const projectId = projectIdOfResult(data);
		if (projectId === null) return [];
		return [{ itemIndex, projectId, ...(ofRun !== runIndex && { runIndex: ofRun }) }];
	};
	return {
		recall: (contentKey) => {
			const parsed = storedResultSchema.safeParse(readStore()[contentKey]);
			return parsed.success ? parsed.data : null;
		},
		remember: (contentKey, result) => {
			nodeStore[FIELD] = { ...readStore(), [contentKey]: result };
		},
		projects: () => Object.values(readStore()).flatMap(projectIn),
	};
}
