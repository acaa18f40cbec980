import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { runIndexOf } from '../n8n/parameters';
import { type Answer, isSuccess, noAnswer } from '../interface/answer';
import { isJsonObject, type JsonObject } from '../values/json';
import { nextSubmissionAt, pauseBeforeResubmitting, type SubmissionPolicy } from './rules/resubmission';
import type { Submission } from '../interface/submission';
import { pause } from '../n8n/pause';
import type { Service } from '../client/service';

/** A submission and what came of it. */
export interface Submitted {
	answer: Answer;
	/** When it was sent, epoch milliseconds. */
	sentAt: number;
}

/** The only way to submit, for one run of a node. */
export interface Submissions {
	/** Submits a video for an input item, at most once for the same item of the same run. */
	submit(itemIndex: number, submission: Submission, policy: SubmissionPolicy): Promise<Submitted>;
	/** How long submissions were held back for the limits of the service, in milliseconds. */
	heldBack(): number;
}

const MEMO = 'submissions';

/** What is remembered: answers of our own making, so their shape is known once the outcome is there. */
const remembered = z.object({
	executionId: z.string(),
	fingerprint: z.string(),
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string'),
	sentAt: z.number(),
});

/**
 * Opens the only way to submit. What was accepted, or may have been, is remembered with the execution: Retry On Fail
 * runs a node again for all its items, and must not pay for them again.
 *
 * @param service - the service to submit to
 * @param signal - ends the pauses between tries; nothing is sent after it
 */
export function openSubmissions(
	context: IExecuteFunctions,
	service: Service,
	signal: AbortSignal,
): Submissions {
	const runIndex = runIndexOf(context);
	const memory = context.getContext('node');
	const executionId = context.getExecutionId();
	const memo = (): JsonObject => (isJsonObject(memory[MEMO]) ? memory[MEMO] : {});
	const answeredAt: number[] = [];
	let heldBack = 0;

	const holdBack = async (until: number): Promise<void> => {
		const now = Date.now();
		await pause(until, signal);
		heldBack += Date.now() - now;
	};

	const send = async (submission: Submission, policy: SubmissionPolicy): Promise<Submitted> => {
		await holdBack(nextSubmissionAt(answeredAt, policy, Date.now()));
		const began = Date.now();
		for (let tries = 1; ; tries += 1) {
			const now = Date.now();
			if (signal.aborted) {
				const answer = noAnswer('create', 'the execution was stopped before this was sent', false);
				return { answer, sentAt: now };
			}
			const answer = await service.submit(submission);
			// The service counts from when it took the submission, which is before its answer came.
			answeredAt.push(Date.now());
			const wait = pauseBeforeResubmitting(answer, { tries, triedFor: Date.now() - began }, policy);
			if (wait === null) return { answer, sentAt: now };
			await holdBack(Date.now() + wait);
		}
	};

	return {
		submit: async (itemIndex, submission, policy) => {
			const fingerprint = createHash('sha256').update(JSON.stringify(submission)).digest('hex');
			const key = `${runIndex}/${itemIndex}`;
			const before = remembered.safeParse(memo()[key]);
			// A try of the same execution is for the same item, even if its expressions give something else by now. The memory of
			// another execution, which n8n's Retry copies, counts for the very same submission only.
			const known =
				before.success &&
				(before.data.executionId === executionId || before.data.fingerprint === fingerprint);
			if (known) return before.data;

			const submitted = await send(submission, policy);
			const { answer } = submitted;
			if (isSuccess(answer) || answer.mayHaveCreated)
				memory[MEMO] = { ...memo(), [key]: { ...submitted, executionId, fingerprint } };
			return submitted;
		},
		heldBack: () => heldBack,
	};
}
