import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isSuccess, noAnswer } from '../service/answer';
import { isJsonObject, type JsonObject } from '../service/json';
import { pauseBeforeResubmitting } from '../service/resubmission';
import type { Submission } from '../service/submission';
import { pause } from './pause';
import type { Service } from './service';

/** A submission and what came of it. */
export interface Submitted {
	answer: Answer;
	/** When it was sent, epoch milliseconds. */
	sentAt: number;
}

/** Submits a video for an input item, at most once for the same item of the same run. */
export type Submit = (itemIndex: number, submission: Submission) => Promise<Submitted>;

const MEMO = 'submissions';

/** What is remembered: answers of our own making, so their shape is known once the outcome is there. */
const remembered = z.object({
	answer: z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string'),
	sentAt: z.number(),
});

/**
 * Opens the only way to submit. What was accepted, or may have been, is remembered with the execution: Retry On Fail
 * runs a node again for all its items, and must not pay for them again (platform, section 4).
 *
 * @param context - the running node
 * @param service - the service to submit to
 * @param signal - ends the pauses between tries; nothing is sent after it
 */
export function openSubmissions(context: IExecuteFunctions, service: Service, signal: AbortSignal): Submit {
	const runIndex = z.coerce.string().parse(context.evaluateExpression('{{ $runIndex }}', 0));
	const memory = context.getContext('node');
	const memo = (): JsonObject => (isJsonObject(memory[MEMO]) ? memory[MEMO] : {});

	return async (itemIndex, submission) => {
		const fingerprint = createHash('sha256').update(JSON.stringify(submission)).digest('hex');
		const key = `${runIndex}/${itemIndex}/${fingerprint}`;
		const before = remembered.safeParse(memo()[key]);
		if (before.success) return before.data;

		const submitted = await submitWhenAllowed(service, submission, signal);
		const { answer } = submitted;
		if (isSuccess(answer) || answer.mayHaveCreated) memory[MEMO] = { ...memo(), [key]: submitted };
		return submitted;
	};
}

async function submitWhenAllowed(
	service: Service,
	submission: Submission,
	signal: AbortSignal,
): Promise<Submitted> {
	for (let tries = 1; ; tries += 1) {
		const sentAt = Date.now();
		if (signal.aborted) {
			return { answer: noAnswer('create', 'the execution was stopped before this was sent', false), sentAt };
		}
		const answer = await service.submit(submission);
		const wait = pauseBeforeResubmitting(answer, tries);
		if (wait === null) return { answer, sentAt };
		await pause(Date.now() + wait, signal);
	}
}
