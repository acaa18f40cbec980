import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isSuccess } from '../service/answer';
import { isJsonObject } from '../service/json';
import { pauseBeforeResubmitting } from '../service/resubmission';
import type { Submission } from '../service/submission';
import { pause } from './pause';
import type { Service } from './service';

/** Submits a video for an input item, at most once for the same item of the same run. */
export type Submit = (itemIndex: number, submission: Submission) => Promise<Answer>;

const MEMO = 'submissions';

/** What is remembered: answers of our own making, so their shape is known once the outcome is there. */
const remembered = z.custom<Answer>((value) => isJsonObject(value) && typeof value.outcome === 'string');

/**
 * Opens the only way to submit. What was accepted, or may have been, is remembered with the execution: Retry On Fail
 * runs a node again for all its items, and must not pay for them again (platform, section 4).
 *
 * @param context - the running node
 * @param service - the service to submit to
 * @param signal - ends the pauses between tries
 */
export function openSubmissions(context: IExecuteFunctions, service: Service, signal: AbortSignal): Submit {
	const runIndex = z.coerce.string().parse(context.evaluateExpression('{{ $runIndex }}', 0));
	const memory = context.getContext('node');
	const read = (key: string): Answer | null => {
		const memo: unknown = memory[MEMO];
		const found = remembered.safeParse(isJsonObject(memo) ? memo[key] : undefined);
		return found.success ? found.data : null;
	};

	return async (itemIndex, submission) => {
		const fingerprint = createHash('sha256').update(JSON.stringify(submission)).digest('hex');
		const key = `${runIndex}/${itemIndex}/${fingerprint}`;
		const before = read(key);
		if (before !== null) return before;

		const answer = await submitWhenAllowed(service, submission, signal);
		if (isSuccess(answer) || answer.mayHaveCreated) {
			const memo: unknown = memory[MEMO];
			memory[MEMO] = { ...(isJsonObject(memo) ? memo : {}), [key]: answer };
		}
		return answer;
	};
}

async function submitWhenAllowed(
	service: Service,
	submission: Submission,
	signal: AbortSignal,
): Promise<Answer> {
	for (let tries = 1; ; tries += 1) {
		const answer = await service.submit(submission);
		const wait = pauseBeforeResubmitting(answer, tries);
		if (wait === null) return answer;
		await pause(Date.now() + wait, signal);
		if (signal.aborted) return answer;
	}
}
