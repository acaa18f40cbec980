import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../lib/json';
import { nodeStoreOf } from '../n8n/platform';
import type { ExecutionProject } from '../problems/facts';
import { storedFailureSchema } from '../service/rules/answer';
import { storedProjectSchema } from '../service/rules/project';

const common = {
	/** Epoch milliseconds. */
	submittedAt: z.number(),
	/** The first item that asked for this video. A loop runs the node again and again, and n8n's Retry is another execution. */
	origin: z.object({ executionId: z.string(), runIndex: z.string(), itemIndex: z.number() }),
};

const storedSubmissionSchema = z.discriminatedUnion('state', [
	/** The service has accepted the video. */
	z.object({ state: z.literal('accepted'), project: storedProjectSchema, ...common }),
	/** The video was sent, and nobody knows whether it has a project. `answer`: what came in place of a confirmation. */
	z.object({ state: z.literal('unknownWhetherCreated'), answer: storedFailureSchema, ...common }),
	/** A project that was submitted before is used again. `failure`: null unless it has failed. */
	z.object({
		state: z.literal('earlierProject'),
		projectId: z.string(),
		failure: storedFailureSchema.nullable(),
		...common,
	}),
]);

/** What an execution remembers of a video. */
export type StoredSubmission = z.output<typeof storedSubmissionSchema>;

/** @returns null where nobody knows */
export function projectIdOfStored(stored: StoredSubmission): string | null {
	if (stored.state === 'unknownWhetherCreated') return null;
	return stored.state === 'accepted' ? stored.project.projectId : stored.projectId;
}

/** What an execution remembers of its submissions at this node. n8n's Retry inherits as much of it as n8n has stored. */
export interface SubmissionStore {
	find(contentKey: string): StoredSubmission | null;
	remember(contentKey: string, stored: StoredSubmission): void;
	/** Includes those of earlier rounds of a loop, and of the execution that n8n's Retry repeats. */
	projects(): ExecutionProject[];
}

const FIELD = 'submissions';

const storedSubmissionsSchema = z.custom<JsonObject>(isJsonObject).catch({});

export function openSubmissionStore(context: IExecuteFunctions): SubmissionStore {
	const nodeStore = nodeStoreOf(context);
	const readStore = (): JsonObject => storedSubmissionsSchema.parse(nodeStore[FIELD]);
	const projectIn = (stored: JsonObject[string]): ExecutionProject[] => {
		const { data } = storedSubmissionSchema.safeParse(stored);
		if (data === undefined) return [];
		const projectId = projectIdOfStored(data);
		return projectId === null ? [] : [{ itemIndex: data.origin.itemIndex, projectId }];
	};
	return {
		find: (contentKey) => {
			const parsed = storedSubmissionSchema.safeParse(readStore()[contentKey]);
			return parsed.success ? parsed.data : null;
		},
		remember: (contentKey, stored) => {
			nodeStore[FIELD] = { ...readStore(), [contentKey]: stored };
		},
		projects: () => Object.values(readStore()).flatMap(projectIn),
	};
}
