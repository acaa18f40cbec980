import type { IExecuteFunctions } from 'n8n-workflow';
import { openService } from '../service/client';
import { type Answer, type Failure, isSuccess } from '../service/rules/answer';
import { limitConcurrency, type Limiter } from '../lib/concurrency';
import { stopController } from '../n8n/parameters';
import { nextStep, startWaiting, type WaitResult } from '../wait/rules/polling';

/**
 * From one question to the next: milliseconds at least, and the share of the time waited so far. A call comes when the clips
 * are ready; who calls for a project that is far from it may be a stranger.
 */
const PACE = { pollInterval: 10_000, growth: 0.5 };

/** How many projects of a trigger are waited for at once: strangers must not fill an n8n with executions that wait. */
export const MOST_WAITS = 10;

/** What the executions of a trigger share that are about the same project, and ask with the same key. */
interface Wait {
	trigger: string;
	executions: number;
	/** Whether the first answer has left something to wait for. */
	goesOn: boolean;
	/** One question at a time. */
	oneByOne: Limiter;
	/** How many questions were sent. */
	sent: number;
	/** The last answer, to which question, and when it came. */
	last: { to: number; answer: Answer; at: number } | null;
	/** What an execution has found out, for all others. */
	end: WaitResult | null;
	over: AbortController;
}

const waits = new Map<string, Wait>();

/** How the wait for the project of a call ended; `tooMany`: the trigger waits for as many others as it may. */
type Followed = WaitResult | { end: 'tooMany'; lastFailure: Failure | null };

/**
 * Asks the service for the project of a call, until it has an answer.
 *
 * @param projectId - a checked ID
 * @param maxWait - for how many milliseconds to ask
 */
export async function followUp(
	context: IExecuteFunctions,
	projectId: string,
	maxWait: number,
): Promise<Followed> {
	const service = await openService(context);
	const { signal } = stopController(context);
	const trigger = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	const key = `${trigger}/${service.account}/${projectId}`;
	const wait = waits.get(key) ?? startWait(trigger);
	waits.set(key, wait);
	wait.executions += 1;

	const since = Date.now();
	const ask = asking(wait, signal, async () => await service.query(projectId));
	try {
		const first = await ask();
		if (first === null) return signal.aborted ? { end: 'stopped' } : (wait.end ?? { end: 'stopped' });
		const policy = { ...PACE, maxWait };
		const step = nextStep(startWaiting(since), first, Date.now(), policy);
		let end: WaitResult;
		if ('result' in step) end = step.result;
		else {
			if (!wait.goesOn && countWaits(trigger) >= MOST_WAITS) {
				return { end: 'tooMany', lastFailure: isSuccess(first) ? null : first };
			}
			wait.goesOn = true;
			const { askUntilDone } = await import('../wait/inProcess');
			const either = AbortSignal.any([signal, wait.over.signal]);
			end = await askUntilDone(ask, policy, { askFirst: false, since, first, signal: either });
		}
		if (tellsAll(end)) {
			wait.end = end;
			wait.over.abort();
			// A later call asks for itself.
			if (waits.get(key) === wait) waits.delete(key);
		}
		return end.end === 'stopped' && !signal.aborted ? (wait.end ?? end) : end;
	} finally {
		wait.executions -= 1;
		if (wait.executions === 0 && waits.get(key) === wait) waits.delete(key);
	}
}

const startWait = (trigger: string): Wait => ({
	trigger,
	executions: 0,
	goesOn: false,
	oneByOne: limitConcurrency(1),
	sent: 0,
	last: null,
	end: null,
	over: new AbortController(),
});

/** Asks for one of the executions of a wait. */
function asking(wait: Wait, signal: AbortSignal, query: () => Promise<Answer>) {
	const { last, sent } = wait;
	const isStopped = () => signal.aborted;
	// Very many calls at once: an answer that has just come will do for now.
	let known = last !== null && Date.now() - last.at < PACE.pollInterval ? last.to - 1 : sent;
	return async (): Promise<Answer | null> =>
		await wait.oneByOne(async () => {
			// The answer to a question that another execution has sent since is as good as one of its own.
			if (wait.last === null || wait.last.to <= known) {
				if (isStopped() || wait.over.signal.aborted) return null;
				const to = (wait.sent += 1);
				const answer = await query();
				// A Stop breaks its own question off; the others ask again.
				if (isStopped()) return null;
				wait.last = { to, answer, at: Date.now() };
			}
			known = wait.last.to;
			return wait.last.answer;
		});
}

const countWaits = (trigger: string): number =>
	[...waits.values()].filter((wait) => wait.trigger === trigger && wait.goesOn).length;

/** Whether an end holds for every execution, however patient it is. */
const tellsAll = (end: WaitResult): boolean =>
	end.end === 'failed' || (end.end === 'ready' && end.project.clipCount > 0);
