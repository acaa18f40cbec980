import type { IExecuteFunctions } from 'n8n-workflow';
import { type Limiter, limitConcurrency } from '../lib/concurrency';
import { sleepUntil } from '../n8n/sleepUntil';
import { stopController } from '../n8n/parameters';
import { openService } from '../service/client';
import { readCredential } from '../service/credential';
import { type Answer, type Failure, isSuccess } from '../service/rules/answer';
import { jitterAfter } from '../service/queries';
import { nextStep, startWaiting, type WaitResult } from '../wait/rules/polling';

/**
 * From one query to the next: 10 s, or half of the time waited so far, so that a project that is not ready soon is asked for ever
 * more rarely. The service calls when clips are ready, so a call for a project that is not ready may be forged.
 */
const PAUSE = { shortest: 10_000, growth: 0.5 };

/** How many projects of a trigger are waited for at once: forged calls must not fill n8n with executions that wait. */
export const MOST_WAITS = 10;

/** A project that executions of one trigger ask for, with the same key: they share the answers. */
interface SharedProject {
	trigger: string;
	executions: number;
	/** Whether it is one of the {@link MOST_WAITS}, because its first answer did not end the wait. */
	countsAsWait: boolean;
	/** The last answer, and when it came, epoch milliseconds. */
	last: { answer: Answer; at: number } | null;
	/** Two executions never ask at once. */
	oneByOne: Limiter;
}

const projects = new Map<string, SharedProject>();

/** How the wait for the project of a call ended; `tooMany`: the trigger waits for as many others as it may. */
type CallResult = WaitResult | { end: 'tooMany'; lastFailure: Failure | null };

/**
 * Asks the service for the project of a call until its wait is over. Each execution has its own limit and its own Stop, and
 * gets each answer that another one got.
 *
 * @param maxWait - for how many milliseconds to ask
 */
export async function followUp(
	context: IExecuteFunctions,
	projectId: string,
	maxWait: number,
): Promise<CallResult> {
	const service = openService(context);
	const { account } = await readCredential(context, 0);
	const { signal } = stopController(context);
	const isStopped = () => signal.aborted;
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const key = `${trigger}/${account}/${projectId}`;
	const project = projects.get(key) ?? {
		trigger,
		executions: 0,
		countsAsWait: false,
		last: null,
		oneByOne: limitConcurrency(1),
	};
	projects.set(key, project);
	project.executions += 1;

	const ask = async (): Promise<Answer | null> => {
		if (isStopped()) return null;
		if (project.last !== null && Date.now() - project.last.at < PAUSE.shortest) return project.last.answer;
		const answer = await service.query(projectId, 0);
		// Other executions must not get an answer that this one's Stop cut off.
		if (isStopped()) return null;
		project.last = { answer, at: Date.now() };
		return answer;
	};
	try {
		let state = startWaiting(Date.now());
		for (;;) {
			const answer = await project.oneByOne(ask);
			if (answer === null) return { end: 'stopped' };
			const now = Date.now();
			const pollInterval = Math.max(PAUSE.shortest, (now - state.startedAt) * PAUSE.growth);
			const step = nextStep(state, answer, now, { pollInterval, maxWait });
			if ('result' in step) return step.result;
			if (!project.countsAsWait && countWaits(trigger) >= MOST_WAITS) {
				return { end: 'tooMany', lastFailure: isSuccess(answer) ? null : answer };
			}
			project.countsAsWait = true;
			({ state } = step);
			// The last query comes at the end of Max Wait.
			const end = Math.max(state.startedAt + maxWait, now + PAUSE.shortest);
			const askAt = Math.min(step.askAt + jitterAfter(answer, PAUSE.shortest), end);
			const known = project.last;
			while (Date.now() < askAt && project.last === known && !isStopped()) {
				await sleepUntil(Math.min(askAt, Date.now() + 1_000), signal);
			}
		}
	} finally {
		project.executions -= 1;
		if (project.executions === 0) projects.delete(key);
	}
}

const countWaits = (trigger: string): number =>
	[...projects.values()].filter((project) => project.trigger === trigger && project.countsAsWait).length;
