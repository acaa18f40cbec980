import type { IExecuteFunctions } from 'n8n-workflow';
import { QUESTIONS_AT_ONCE } from '../client/questions';
import type { Service } from '../client/service';
import type { Answer } from '../interface/answer';
import { lookUp } from '../n8n/executions';
import { pause } from '../n8n/pause';
import { takeTurns, type Turns } from '../lib/turns';

/*
 * What the runs of this process are about. Anybody may call, as often as they like, and the service calls once: every call is
 * taken, and what many calls have in common is asked once.
 */

/** The questions of all triggers, by account: a sick account delays its own only. */
const queues = new Map<string, Turns>();

function queueOf({ account }: Service): Turns {
	const queue = queues.get(account) ?? takeTurns(QUESTIONS_AT_ONCE);
	queues.set(account, queue);
	return queue;
}

/** How long a run waits for others that come at the same moment, before it asks, in milliseconds. */
const GATHERING = 100;

/** The executions that are about a project for one trigger. */
interface Runs {
	/** Has not sent its first question yet. */
	waiting?: string;
	/** A question of it is under way. */
	question?: Promise<unknown>;
	/** Asks again soon. */
	asking?: Patient;
	/** Is parked. */
	parked?: Patient;
}

/** An execution, and until when it asks, epoch milliseconds. */
interface Patient {
	run: string;
	until: number;
}

/**
 * The share of its own patience that another run must have left for a run to rely on it: that asks often still, and goes on for
 * long.
 */
const ENOUGH_PATIENCE = 0.8;

const allRuns = new Map<string, Runs>();

/** A run and the others of its trigger that are about the same project. */
export interface Call {
	/**
	 * Asks for the project; the first questions of calls go before all others.
	 *
	 * @returns null when it was stopped, or another run asks in its place: {@link Call.joined}
	 */
	ask: () => Promise<Answer | null>;
	/** Whether another run asks again soon, so that this one need not; otherwise others need not. */
	isFollowed: () => boolean;
	/** Whether a parked run asks, so that this one need not be parked. */
	isParkedFor: () => Promise<boolean>;
	/** Tells others that this run is parked. */
	parked: () => void;
	/** The execution that does what this one would have done. */
	joined: () => string | null;
	/** The run asks no more in this process. */
	end: () => void;
}

/**
 * Enters a run.
 *
 * @param service - what it asks
 * @param projectId - a checked ID
 * @param settings - `joins`: whether it is enough when another run gives out the clips; `until`: until when it would ask itself
 */
export function enter(
	context: IExecuteFunctions,
	service: Service,
	projectId: string,
	{ joins, signal, until }: { joins: boolean; signal: AbortSignal; until: number },
): Call {
	const me = context.getExecutionId();
	const inTurn = queueOf(service);
	const key = joins ? [context.getWorkflow().id, context.getNode().id, projectId].join('/') : me;
	const runs = allRuns.get(key) ?? {};
	allRuns.set(key, runs);
	let joined: string | null = null;
	let hasAsked = false;

	const join = (other: string | undefined): boolean => {
		if (other === undefined || other === me) return false;
		joined = other;
		return true;
	};
	const isPatient = (other: Patient | undefined): other is Patient =>
		other !== undefined && other.until - Date.now() >= (until - Date.now()) * ENOUGH_PATIENCE;
	const question = async () => {
		if (signal.aborted) return null;
		if (runs.waiting === me) delete runs.waiting;
		const answer = service.query(projectId);
		runs.question = answer;
		return await answer.finally(() => {
			if (runs.question === answer) delete runs.question;
		});
	};
	return {
		ask: async () => {
			const isFirst = !hasAsked;
			hasAsked = true;
			if (isFirst) {
				if (join(runs.waiting)) return null;
				runs.waiting = me;
				await pause(Date.now() + GATHERING, signal);
				// Its answer may be older than the call, but those that wait for it ask once more, all together.
				while (runs.question !== undefined) await runs.question.catch(() => undefined);
			}
			return await inTurn(question, isFirst ? 'first' : 'later');
		},
		isFollowed: () => {
			if (isPatient(runs.asking) && join(runs.asking.run)) return true;
			runs.asking = { run: me, until };
			return false;
		},
		isParkedFor: async () => {
			const { parked } = runs;
			if (!isPatient(parked)) return false;
			const run = await lookUp(context, parked.run).catch(() => null);
			return run?.pausedIn === context.getNode().id && join(parked.run);
		},
		parked: () => {
			runs.parked = { run: me, until };
			forgetOld();
		},
		joined: () => joined,
		end: () => {
			if (runs.waiting === me) delete runs.waiting;
			if (runs.asking?.run === me) delete runs.asking;
			if (isOver(runs)) allRuns.delete(key);
		},
	};
}

const isOver = ({ waiting, question, asking, parked }: Runs): boolean =>
	waiting === undefined &&
	question === undefined &&
	asking === undefined &&
	(parked?.until ?? 0) < Date.now();

function forgetOld(): void {
	for (const [key, runs] of allRuns) if (isOver(runs)) allRuns.delete(key);
}
