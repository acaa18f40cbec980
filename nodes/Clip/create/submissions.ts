import type { IExecuteFunctions } from 'n8n-workflow';
import type { WithAccount } from '../service/accounts';
import type { Service } from '../service/client';
import { type Answer, isSuccess } from '../service/rules/answer';
import { SUBMISSION_LIMITS } from '../service/rules/vocabulary';
import { shownLink } from '../lib/redact';
import { isRetry, isWithoutExecution, storeOf } from '../n8n/host';
import { sleepUntil } from '../n8n/sleepUntil';
import { noteProjects } from '../n8n/parameters';
import type { CheckedItem } from './checkItem';
import { contentOf, type Entry, type Obstacle, openEntry, openMemory, type Remembered } from './journal';
import {
	fittingSubmissions,
	type Pace,
	paceOf,
	recentMoments,
	release,
	type Reservation,
	reserve,
} from './pace';
import { pauseBeforeResubmitting } from './rules/resubmission';

/** What came of a submission. */
export type Submitted =
	| ({
			state: 'answered';
			/** Whether this execution knew the answer already. */
			isRecalled: boolean;
	  } & Remembered)
	/** A person has stopped the execution before it was accepted; nothing is on its way. */
	| { state: 'stopped'; tries: number }
	/** It would have to wait longer than it may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'tooSoon'; until: number }
	| Obstacle;

/** An item that is to be submitted, with the account that pays for it. */
export type PayingItem = WithAccount<CheckedItem>;

/** The only way to submit, for one run of the node. */
export interface Submissions {
	/**
	 * How many of these, all of one account, can be submitted before one has to wait longer than it may, and when that one could go out. Null if all
	 * can. Also null if this execution remembers one of them: a refusal of all would hide its project.
	 */
	batchOverLimit(items: readonly PayingItem[]): { wanted: number; count: number; nextAt: number } | null;
	/** Whether this execution remembers what came of a video. */
	remembers(item: PayingItem): boolean;
	/** Submits a video as soon as it may go out; at most once for the same video with the same settings. */
	submit(item: PayingItem): Promise<Submitted>;
	/** For how long the videos of an account had to wait for the limits of the service, in milliseconds: that of the longest wait. */
	waited(): number;
}

/** Submissions under way, by n8n's store for the node in its execution: an agent may call a tool several times at once. */
const underWay = new WeakMap<object, Map<string, Promise<Submitted>>>();

/**
 * Opens the only way to submit. Before a video is sent, the {@link openEntry | journal} notes it; afterwards the memory of the
 * execution keeps the answer. So neither Retry On Fail nor n8n's Retry nor an agent pays twice in one execution. A call through
 * MCP counts as an execution of its own.
 *
 * @param signal - ends the pauses between tries; nothing is sent after it
 * @param options - `patience`: how long a video may wait for the limits of the service at most, in milliseconds, where that is
 * shorter than its own; `runIndex`: which run of the node this is
 */
export function openSubmissions(
	context: IExecuteFunctions,
	service: Service,
	signal: AbortSignal,
	{ patience, runIndex }: { patience: number; runIndex: string },
): Submissions {
	const memory = openMemory(context);
	const store = storeOf(context);
	const inFlight = underWay.get(store) ?? new Map<string, Promise<Submitted>>();
	underWay.set(store, inFlight);
	const isStopped = () => signal.aborted;
	/** In milliseconds; the accounts wait side by side. */
	const waits = new Map<Pace, number>();

	/**
	 * Waits until the submission may go out. Gives its reservation; or, if it would have to wait past `latest`, when it could go out; or
	 * null after a Stop.
	 */
	const whenAllowed = async (
		pace: Pace,
		item: CheckedItem,
		latest: number,
	): Promise<Reservation | number | null> => {
		let logged = 0;
		while (!isStopped()) {
			const next = reserve(pace, item.policy, Date.now());
			if (typeof next !== 'number' || next > latest) return next;
			const video = shownLink(item.submission.videoUrl);
			if (next > logged) {
				context.logger.info(`${video} waits until ${new Date(next).toISOString()}: ${REASON_TO_WAIT}`);
			}
			logged = next;
			const began = Date.now();
			await sleepUntil(next, signal);
			waits.set(pace, (waits.get(pace) ?? 0) + Date.now() - began);
		}
		return null;
	};

	/** Sends a submission once, after the journal has noted it. */
	const sendOnce = async (item: CheckedItem, entry: Entry, tries: number): Promise<Submitted> => {
		const { submission, itemIndex } = item;
		const obstacle = await entry.write();
		if (obstacle !== null) return obstacle;
		if (isStopped()) return { state: 'stopped', tries };
		const video = shownLink(submission.videoUrl);
		const execution = isWithoutExecution(context) ? 'no execution' : `execution ${context.getExecutionId()}`;
		const where = `${execution}, node "${context.getNode().name}", item ${itemIndex}`;
		context.logger.info(`Submitting ${video} (${where})`);
		const sentAt = Date.now();
		const answer = await service.submit(submission, itemIndex);
		leaveTrace(context, where, video, answer);
		return { state: 'answered', isRecalled: false, answer, sentAt, origin: `${runIndex}/${itemIndex}` };
	};

	/** Sends a submission again and again, as long as it is certain that nothing was created, and the limits of the service allow it. */
	const sendAtPace = async (item: PayingItem, entry: Entry): Promise<Submitted> => {
		const { policy } = item;
		const pace = paceOf(item.account);
		const latest = Date.now() + Math.min(patience, policy.maxRateLimitWait);
		let firstSentAt: number | undefined;
		for (let tries = 0; ; ) {
			const allowed = await whenAllowed(pace, item, latest);
			if (allowed === null) return { state: 'stopped', tries };
			if (typeof allowed === 'number') return { state: 'tooSoon', until: allowed };
			const reservation = allowed;
			const result = await sendOnce(item, entry, tries);
			// When the service counted it is not known, only that it was before its answer: this is on the safe side.
			reservation.at = Date.now();
			if (result.state === 'answered' && paidOrUnknown(result.answer)) return result;
			release(pace, reservation);
			if (result.state !== 'answered' || isSuccess(result.answer) || isStopped()) return result;

			tries += 1;
			const { answer, sentAt } = result;
			const now = Date.now();
			firstSentAt ??= sentAt;
			const wait = pauseBeforeResubmitting(answer, { tries, triedFor: now - firstSentAt }, policy);
			const isLimited = answer.outcome === 'rateLimited';
			// If the service has said when to come back, no video of this account goes out before, even if this one is given up.
			const closedFor = wait ?? answer.retryAfterMs ?? 0;
			if (isLimited) pace.closedUntil = Math.max(pace.closedUntil, now + closedFor);
			if (wait === null) return result;
			if (!isLimited) await sleepUntil(now + wait, signal);
		}
	};

	const send = async (item: PayingItem, content: string): Promise<Submitted> => {
		const entry = openEntry(context, content, memory.keptNothing);
		// A Retry asks the journal first. Otherwise 'too soon' or 'stopped' would claim that nothing was sent, although the first
		// execution may have sent it.
		const obstacle = isRetry(context) ? await entry.write() : null;
		const result = obstacle ?? (await sendAtPace(item, entry));
		if (result.state === 'answered' && paidOrUnknown(result.answer)) memory.remember(content, result);
		else await entry.remove();
		return result;
	};

	const remembers = ({ submission, account }: PayingItem) =>
		memory.recall(contentOf(submission, account)) !== null;
	return {
		remembers,
		batchOverLimit: (items) => {
			const [first] = items;
			if (first === undefined || items.some(remembers)) return null;
			const pace = paceOf(first.account);
			const policies = new Map(
				items.map(({ submission, account, policy }) => [contentOf(submission, account), policy]),
			);
			const now = Date.now();
			const fitting = fittingSubmissions(
				recentMoments(pace, now),
				[...policies.values()],
				now,
				pace.closedUntil,
			);
			return fitting.count < policies.size ? { wanted: policies.size, ...fitting } : null;
		},
		submit: async (item) => {
			const content = contentOf(item.submission, item.account);
			const known = memory.recall(content);
			if (known !== null) return { state: 'answered', isRecalled: true, ...known };
			const other = inFlight.get(content);
			if (other !== undefined) return await other;
			const call = send(item, content).finally(() => inFlight.delete(content));
			inFlight.set(content, call);
			return await call;
		},
		waited: () => Math.max(0, ...waits.values()),
	};
}

/** Whether there is a project to pay for, or may be. */
const paidOrUnknown = (answer: Answer): boolean => isSuccess(answer) || answer.mayHaveCreated;

const REASON_TO_WAIT = `the service accepts ${SUBMISSION_LIMITS.perMinute} videos a minute and ${SUBMISSION_LIMITS.perHour} an hour, or what 'Submissions per Minute' says`;

/** Should this process die before the execution is stored, or somebody stop it, the log still knows what was paid for. */
function leaveTrace(context: IExecuteFunctions, where: string, video: string, answer: Answer): void {
	if (isSuccess(answer)) {
		const { projectId } = answer.project;
		context.logger.info(`Created project ${projectId} of ${video} (${where})`);
		noteProjects(context, [projectId]);
	} else if (answer.mayHaveCreated) {
		context.logger.warn(`It is unknown whether a project was created of ${video} (${where})`);
	}
}
