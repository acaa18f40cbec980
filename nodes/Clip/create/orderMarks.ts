import { createHash } from 'node:crypto';
import type { Submission } from '../interface/submission';

/** Where in a run a submission is asked for: its tries come from the same place. */
export interface Place {
	/** Which run of the node; a loop runs it again and again. Null for a tool, whose tries all have another one. */
	runIndex: string | null;
	itemIndex: number;
}

/** The marks of an order, that is, of something that is paid for once. */
export interface OrderMarks {
	/** All tries in its run share it, and those of n8n's Retry of that run as far as n8n tells which run that was. */
	own: string;
	/** The same in every run: n8n does not tell which run the Retry of a crashed one repeats. */
	anyRun: string;
	/** Stands for the video while it is unknown what came of its submission. */
	open: string;
}

/**
 * The marks of an order.
 *
 * @param run - the execution, or the call of an agent that has none
 * @param place - where in it
 * @param submission - what is asked for
 */
export function marksOf(run: string, { runIndex, itemIndex }: Place, submission: Submission): OrderMarks {
	const content = contentOf(submission);
	const isTool = runIndex === null;
	return {
		own: isTool ? `${run}/tool/${content}` : `${run}/${runIndex}/${itemIndex}/${content}`,
		// Without the run index: what n8n recovers of a crashed run shifts it.
		anyRun: isTool ? `any/tool/${content}` : `any/${itemIndex}/${content}`,
		open: `open/${hashOf(submission.videoUrl)}`,
	};
}

/**
 * Where the memory of an execution keeps what came of an order. A tool may ask for anything in any order; elsewhere a
 * video stands for the order, since an expression may give another name in each try.
 *
 * @param place - where it is asked for
 * @param submission - what is asked for
 */
export const memoryKeyOf = ({ runIndex, itemIndex }: Place, submission: Submission): string =>
	runIndex === null
		? `tool/${contentOf(submission)}`
		: `${runIndex}/${itemIndex}/${hashOf(submission.videoUrl)}`;

/**
 * A mark of the whole submission.
 *
 * @param submission - a checked request body
 */
export const contentOf = (submission: Submission): string => hashOf(JSON.stringify(submission));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
