import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import { unsignedVideo } from '../interface/source';
import type { Submission } from '../interface/submission';

/** Where in a run a submission is asked for: its tries come from the same place. */
export interface Place {
	/** Which run of the node; a loop runs it again and again. Null for a tool, whose tries all have another one. */
	runIndex: string | null;
	itemIndex: number;
}

/** Which run asks for submissions. Plain data: a paused run keeps it for its helpers. */
export type Run = z.output<typeof run>;

export const run = z.object({
	/** Its execution, or the first of those that n8n's Retry has repeated; for the call of an agent without one, a mark. */
	id: z.string(),
	/** When it began, epoch milliseconds, as far as n8n says so: n8n's Retry takes it over. */
	began: z.number().nullable(),
	/** Whether n8n's Retry has started it: of the run that began then, or of one of which n8n keeps nothing. */
	retryOf: z.enum(['none', 'thatRun', 'anyRun']),
});

/** The marks of an order, that is, of something that is paid for once. */
export interface OrderMarks {
	/** All tries in its execution share it. */
	own: string;
	/** n8n's Retry of its run shares it, too: wherever the video stands by then in a list that is read anew. */
	ofRun: string;
	/** The same in every run: of some runs that crash n8n keeps nothing. */
	anyRun: string;
	/** Stands for the video while it is unknown what came of its submission. */
	open: string;
}

/**
 * The marks of an order.
 *
 * @param run - which run asks for it
 * @param place - where in it
 * @param submission - what is asked for
 */
export function marksOf(
	{ id, began }: Run,
	{ runIndex, itemIndex }: Place,
	submission: Submission,
): OrderMarks {
	const isTool = runIndex === null;
	const what = isTool ? `tool/${hashOf(JSON.stringify(submission))}` : contentOf(submission);
	const own = isTool ? `${id}/${what}` : `${id}/${runIndex}/${itemIndex}/${what}`;
	return {
		own,
		ofRun: began === null ? own : `since ${began}/${what}`,
		anyRun: `any/${what}`,
		open: `open/${videoMarkOf(submission)}`,
	};
}

/**
 * Where the memory of an execution keeps what came of an order. A tool may ask for anything in any order; elsewhere a
 * video stands for the order, since an expression may give another field in each try.
 *
 * @param place - where it is asked for
 * @param submission - what is asked for
 */
export const memoryKeyOf = ({ runIndex, itemIndex }: Place, submission: Submission): string =>
	runIndex === null
		? `tool/${hashOf(JSON.stringify(submission))}`
		: `${runIndex}/${itemIndex}/${videoMarkOf(submission)}`;

/**
 * A mark of the video, however its link is signed.
 *
 * @param submission - a checked request body
 */
export const videoMarkOf = ({ videoUrl }: Submission): string => hashOf(unsignedVideo(videoUrl));

/**
 * A mark of what is paid for: the video, however its link is signed, and all fields but the name of the project, which is
 * often made of the time.
 *
 * @param submission - a checked request body
 */
export const contentOf = (submission: Submission): string =>
	hashOf(
		JSON.stringify({
			...submission,
			projectName: undefined,
			videoUrl: unsignedVideo(submission.videoUrl),
		}),
	);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
