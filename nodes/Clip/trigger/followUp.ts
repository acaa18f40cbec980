import type { IExecuteFunctions } from 'n8n-workflow';
import { sleepUntil } from '../n8n/sleepUntil';
import { stopController } from '../n8n/execution';
import { openService } from '../service/client';
import { type FailedAnswer, isSuccess } from '../service/rules/answer';
import { jitterAfter } from '../service/queries';
import { nextStep, initialState, type WaitResult } from '../wait/rules/polling';

/**
 * From one query to the next: 10 s, or half of the time waited so far, so that a project that is not ready soon is asked for ever
 * more rarely. The service calls when clips are ready, so a call for a project that is not ready may be forged.
 */
const PAUSE = { shortest: 10_000, growth: 0.5 };

/**
 * How many executions of a trigger wait at once in this process, whatever they were called for: forged calls must not fill n8n with
 * executions that wait.
 */
export const MOST_WAITS = 10;

/** The executions that wait, by trigger. */
const waits = new Map<string, number>();

/** How the wait for the project of a call ended; `tooMany`: as many executions of the trigger wait as may. */
type CallResult = WaitResult | { kind: 'tooMany'; lastFailure: FailedAnswer | null };

/**
 * Asks the service for the project of a call until its wait is over.
 *
 * @param maxWait - for how many milliseconds to ask
 */
export async function followUp(
	context: IExecuteFunctions,
	projectId: string,
	maxWait: number,
): Promise<CallResult> {
	const service = openService(context);
	const { signal } = stopController(context);
	const isStopped = (): boolean => signal.aborted;
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	let isCounted = false;
	try {
		for (let state = initialState(Date.now(), 'call'); ; ) {
			const answer = await service.query(projectId, 0);
			if (isStopped()) return { kind: 'stopped' };
			const now = Date.now();
			const pollInterval = Math.max(PAUSE.shortest, (now - state.startedAt) * PAUSE.growth);
			const step = nextStep(state, answer, now, { pollInterval, maxWait });
			if ('result' in step) return step.result;
			if (!isCounted && waitsOf(trigger) >= MOST_WAITS) {
				return { kind: 'tooMany', lastFailure: isSuccess(answer) ? null : answer };
			}
			if (!isCounted) waits.set(trigger, waitsOf(trigger) + 1);
			isCounted = true;
			({ state } = step);
			// The last query comes at the end of Max Wait.
			const end = Math.max(state.startedAt + maxWait, now + PAUSE.shortest);
			await sleepUntil(Math.min(step.askAt + jitterAfter(answer, PAUSE.shortest), end), signal);
			if (isStopped()) return { kind: 'stopped' };
		}
	} finally {
		if (isCounted) endWait(trigger);
	}
}

const waitsOf = (trigger: string): number => waits.get(trigger) ?? 0;

function endWait(trigger: string): void {
	const others = waitsOf(trigger) - 1;
	if (others > 0) waits.set(trigger, others);
	else waits.delete(trigger);
}
