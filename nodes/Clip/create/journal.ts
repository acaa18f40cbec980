import { createHash, randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isSuccess } from '../service/rules/answer';
import { unsignedVideo } from '../service/rules/source';
import type { Submission } from '../service/rules/submission';
import { isJsonObject, type JsonObject } from '../lib/json';
import { readText } from '../lib/values';
import { reasonOf } from '../n8n/failures';
import { beginOf, isKnownRetry, isRetry } from '../n8n/host';
import { pause } from '../n8n/pause';
import { forgetItems, recordItems } from '../n8n/processedItems';
import type { KnownProject } from '../wait/waitFailure';

/*
 * What is known of submissions, in two places: the memory of the execution, which n8n stores now and then, holds the answers; the
 * journal, which n8n stores at once, holds only that something was sent.
 */

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
	/** What came of a submission that was accepted before, or may have been. */
	recall(content: string): Remembered | null;
	remember(content: string, what: Remembered): void;
	/** The projects that were created, the latest last, each with the item that asked for it. */
	projects(runIndex: string): KnownProject[];
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
		projects: (runIndex) =>
			Object.values(answers()).flatMap((kept) => {
				const { data } = remembered.safeParse(kept);
				if (data === undefined || !isSuccess(data.answer)) return [];
				const [run = '', item] = data.from.split('/');
				const { projectId } = data.answer.project;
				return [{ itemIndex: Number(item), projectId, ...(run !== runIndex && { run }) }];
			}),
	};
}

/** Why a submission must not be sent. */
export type Obstacle =
	/** It was sent before, or may have been, and n8n has lost the result. */
	| { state: 'forgotten' }
	/** It could not be written down. */
	| { state: 'unwritten'; reason: string };

/** The entry of a submission in the journal. */
export interface Entry {
	/** Writes it, unless it is written. Null when the submission may be sent. */
	write(): Promise<Obstacle | null>;
	/** Takes out again what was written, because nothing was created. */
	remove(): Promise<void>;
}

/** How many keys n8n remembers for a node: three for each of the last 1,000 submissions. */
const REMEMBERED_KEYS = 3_000;

/** A Retry must not push out what it asks for next, so it keeps more; later executions bring the row back to its size. */
const REMEMBERED_IN_RETRY = 2 * REMEMBERED_KEYS;

/** How often the database may refuse, such as when two processes begin the row of a node at once, and the pause between. */
const TRIES = 3;
const PAUSE = 250;

/**
 * What is paid for once: the video, however its link is signed, with all settings but the name of the project, which is often
 * made of the time.
 */
export function contentOf(submission: Submission): string {
	const { videoUrl } = submission;
	const paidFor = { ...submission, projectName: undefined, videoUrl: unsignedVideo(videoUrl) };
	// Custom fields may come in any order.
	const sorted = Object.entries(paidFor)
		.filter(([, value]) => value !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/**
 * The entry of a submission that is about to leave, where it survives this process: n8n's memory of processed items, which is in
 * its database at once.
 *
 * It is found again by three keys: by the execution, which n8n starts once more when its worker dies; by the moment at which it
 * was established, which n8n's Retry takes over; and in any execution, asked only where a Retry kept nothing.
 *
 * @param content - what is paid for, see {@link contentOf}
 * @param asksAny - whether n8n's Retry kept neither memory nor moment
 */
export function openEntry(context: IExecuteFunctions, content: string, asksAny: boolean): Entry {
	// An MCP call has no execution while its tools run.
	const own = `${readText(context.getExecutionId()) ?? randomUUID()}/${content}`;
	const established = `since ${beginOf(context) ?? own}/${content}`;
	const any = `any/${content}`;
	const most = isRetry(context) ? REMEMBERED_IN_RETRY : REMEMBERED_KEYS;
	/** The keys that this submission has added: only they may be removed again. */
	let written: Set<string> | null = null;
	return {
		write: async () => {
			// Nothing of a workflow that was never saved can be retried, and n8n has no memory for it.
			if (written !== null || context.getWorkflow().id === undefined) return null;
			let fresh: Set<string>;
			try {
				fresh = await insist(async () => await recordItems(context, [own, established, any], most));
			} catch (error) {
				return { state: 'unwritten', reason: reasonOf(error) };
			}
			const isForgotten =
				!fresh.has(own) || (isRetry(context) && !fresh.has(established)) || (asksAny && !fresh.has(any));
			if (isForgotten) return { state: 'forgotten' };
			written = fresh;
			return null;
		},
		remove: async () => {
			const keys = [...(written ?? [])];
			if (keys.length === 0) return;
			try {
				await insist(async () => await forgetItems(context, keys));
			} catch (error) {
				context.logger.warn(`n8n could not remove a refused submission from its memory: ${reasonOf(error)}`);
			}
		},
	};
}

/** Does something even if the database refuses for a moment. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 1; tries < TRIES; tries += 1) {
		try {
			return await work();
		} catch {
			// A Stop does not break this off: what is written down must be removed again.
			await pause(Date.now() + PAUSE, new AbortController().signal);
		}
	}
	return await work();
}
