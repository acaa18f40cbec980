import { createHash, randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isSuccess } from '../service/rules/answer';
import { unsignedVideo } from '../service/rules/source';
import type { Submission } from '../service/rules/submission';
import { isJsonObject, type JsonObject } from '../lib/json';
import { readText } from '../lib/values';
import { reasonOf } from '../n8n/failures';
import { startOf, isRetryWithStart, isRetry, storeOf } from '../n8n/host';
import { sleepUntil } from '../n8n/sleepUntil';
import { forgetItems, recordItems } from '../n8n/processedItems';
import type { KnownProject } from '../wait/waitFailure';

/*
 * What is known of submissions stands in two places. The memory of the execution holds the answers; n8n stores it with the
 * execution, now and then. The journal holds only that something was about to be sent; n8n stores it at once.
 */

/** What came of a submission. */
export type Remembered = z.output<typeof remembered>;

const remembered = z.object({
	// We wrote it ourselves: an `outcome` is enough to recognise it.
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string'),
	/** Epoch milliseconds. */
	sentAt: z.number(),
	/** Who asked for it first, as `<run index>/<item index>`: a loop runs the node again and again. */
	origin: z.string(),
});

/** What an execution, or the one that n8n's Retry repeats, knows of its submissions at this node. n8n stores it with the execution. */
interface Memory {
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

/** Opens what the running execution knows of its submissions. */
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
				const [run = '', item] = data.origin.split('/');
				const { projectId } = data.answer.project;
				return [{ itemIndex: Number(item), projectId, ...(run !== runIndex && { run }) }];
			}),
	};
}

/** Why a submission must not be sent. */
export type Obstacle =
	/** It was sent before, or may have been, and n8n has lost the result. */
	| { state: 'resultLost' }
	/** It could not be written down. */
	| { state: 'unwritten'; reason: string };

/** The entry of a submission in the journal. */
export interface Entry {
	/** Writes the entry, unless this has done so before. Null when the submission may be sent. */
	write(): Promise<Obstacle | null>;
	/** Removes what would keep the submission from being sent again, because nothing was created. */
	remove(): Promise<void>;
}

/** How many keys n8n remembers for a node: up to three for each of the last 1,000 submissions. */
const REMEMBERED_KEYS = 3_000;

/**
 * A Retry keeps twice as many: the keys that it writes for its first items must not push out those that its later items look for. The
 * next ordinary execution cuts them back.
 */
const REMEMBERED_IN_RETRY = 2 * REMEMBERED_KEYS;

/** How often the database may refuse, such as when two processes begin the row of a node at once, and the pause between. */
const DATABASE_TRIES = 3;
const DATABASE_PAUSE = 250;

/**
 * What is paid for once by an account: the video, however its link is signed, with all settings but the name of the project, which
 * is often made of the time.
 *
 * @param account - a hash of it
 */
export function contentOf(submission: Submission, account: string): string {
	const { videoUrl } = submission;
	const paidFor = { ...submission, projectName: undefined, videoUrl: unsignedVideo(videoUrl) };
	const text = `${account}\n${JSON.stringify(paidFor, inOrder)}`;
	return createHash('sha256').update(text).digest('base64url');
}

/** Custom fields may come in any order, also inside of one. */
const inOrder = (_key: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;

/**
 * The entry of a submission that is about to be sent, among the processed items that n8n keeps in its database.
 *
 * Each submission writes three keys. Found before, they stop it:
 * - `own`, this execution: always;
 * - `started`, the start of this execution, which n8n's Retry takes over: in a Retry;
 * - `any`, any execution of this node: in a Retry of an execution of which n8n has kept nothing.
 *
 * @param content - what is paid for, see {@link contentOf}
 * @param keptNothing - see {@link Memory}
 */
export function openEntry(context: IExecuteFunctions, content: string, keptNothing: boolean): Entry {
	// An MCP call has no execution while its tools run.
	const own = `${readText(context.getExecutionId()) ?? randomUUID()}/${content}`;
	const started = `since ${startOf(context) ?? own}/${content}`;
	const any = `any/${content}`;
	const most = isRetry(context) ? REMEMBERED_IN_RETRY : REMEMBERED_KEYS;
	/** The keys to remove if nothing was created; null before they are written. */
	let written: string[] | null = null;
	return {
		write: async () => {
			// Nothing of a workflow that was never saved can be retried, and n8n has no memory for it.
			if (written !== null || context.getWorkflow().id === undefined) return null;
			let fresh: Set<string>;
			try {
				fresh = await insist(async () => await recordItems(context, [own, started, any], most));
			} catch (error) {
				return { state: 'unwritten', reason: reasonOf(error) };
			}
			const wasSent =
				!fresh.has(own) || (isRetry(context) && !fresh.has(started)) || (keptNothing && !fresh.has(any));
			if (wasSent) return { state: 'resultLost' };
			// `any` usually stays: the Retry of another execution that sent the same video may look for it. Only a Retry that itself
			// looks for `any` removes the one it wrote: otherwise the next run of the node (Retry On Fail, a loop) would take it for an
			// earlier submission.
			written = [own, started, ...(keptNothing ? [any] : [])].filter((key) => fresh.has(key));
			return null;
		},
		remove: async () => {
			const keys = written;
			if (keys === null) return;
			try {
				await insist(async () => await forgetItems(context, keys));
			} catch (error) {
				context.logger.warn(
					`n8n could not remove a refused submission from its processed items: ${reasonOf(error)}`,
				);
			}
		},
	};
}

/** Does something even if the database refuses for a moment. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 1; tries < DATABASE_TRIES; tries += 1) {
		try {
			return await work();
		} catch {
			// A Stop does not break this off: what is written down must be removed again.
			await sleepUntil(Date.now() + DATABASE_PAUSE, new AbortController().signal);
		}
	}
	return await work();
}
