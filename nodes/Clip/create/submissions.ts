import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../service/client';
import { type Answer, isSuccess } from '../service/rules/answer';
import { SUBMISSION_LIMITS } from '../service/rules/vocabulary';
import { shownLink } from '../lib/redact';
import { isRetry } from '../n8n/host';
import { pause } from '../n8n/pause';
import { noteProjects } from '../n8n/parameters';
import type { CheckedItem } from './checkItem';
import { contentOf, type Entry, type Obstacle, openEntry, openMemory, type Remembered } from './journal';
import { countIn, countOut, fittingSubmissions, momentsOf, paceOf, type Sent } from './pace';
import { pauseBeforeResubmitting } from './rules/resubmission';

/** What came of a submission. */
export type Submitted =
	| ({
			state: 'answered';
			/** Whether this execution knew the answer already. */
			isRecalled: boolean;
	  } & Remembered)
	/** Somebody has stopped the execution before it was accepted; nothing is on its way. */
	| { state: 'stopped'; tries: number }
	/** It would have to wait longer than it may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'tooSoon'; until: number }
	| Obstacle;

/** The only way to submit, for one run of the node. */
export interface Submissions {
	/**
	 * How many of these can be submitted before one has to wait longer than it may, and when that one could go out. Null where all
	 * can, and where this execution has submitted some of them before: then each item has a result of its own.
	 */
	tooMany(items: readonly CheckedItem[]): { wanted: number; count: number; nextAt: number } | null;
	/** Whether this execution, or the one that n8n's Retry repeats, has submitted a video, or may have. */
	knows(item: CheckedItem): boolean;
	/** Submits a video as soon as it may go out; at most once for the same video with the same settings. */
	submit(item: CheckedItem): Promise<Submitted>;
	/** For how long videos had to wait for the limits of the service, in milliseconds. */
	waited(): number;
}

/** What is being submitted, by the memory of its execution: an agent calls its tools side by side. */
const underWay = new WeakMap<object, Map<string, Promise<Submitted>>>();

/**
 * Opens the only way to submit. What was accepted, or may have been, is remembered with the execution, and written down in
 * the {@link openEntry | journal} before: neither Retry On Fail nor n8n's Retry nor an agent pays for it twice in an execution. Each
 * call of MCP is one of its own.
 *
 * @param signal - ends the pauses between tries; nothing is sent after it
 * @param options - `patience`: how long a video may wait for the limits of the service at most, in milliseconds, where that is
 * shorter than its own; `runIndex`: which run of the node this is
 */
export function openSubmissions(
	context: IExecuteFunctions,
	service: Service,
	signal: AbortSignal,
	{ patience = Infinity, runIndex }: { patience?: number; runIndex: string },
): Submissions {
	const memory = openMemory(context);
	const store = context.getContext('node');
	const calls = underWay.get(store) ?? new Map<string, Promise<Submitted>>();
	underWay.set(store, calls);
	const pace = paceOf(service.account);
	const isStopped = () => signal.aborted;
	let waited = 0;

	/** Counts the submission as soon as it may go out. Gives null after a Stop, or the moment that is too late. */
	const whenAllowed = async (item: CheckedItem, latest: number): Promise<Sent | number | null> => {
		let logged = 0;
		while (!isStopped()) {
			const sent = countIn(pace, item.policy, Date.now());
			if (typeof sent !== 'number' || sent > latest) return sent;
			const video = shownLink(item.submission.videoUrl);
			if (sent > logged)
				context.logger.info(`${video} waits until ${new Date(sent).toISOString()}: ${LIMITS}`);
			logged = sent;
			const began = Date.now();
			await pause(sent, signal);
			waited += Date.now() - began;
		}
		return null;
	};

	/** Sends a submission once, when it is written down. */
	const sendOnce = async (item: CheckedItem, entry: Entry, tries: number): Promise<Submitted> => {
		const { submission, itemIndex } = item;
		const obstacle = await entry.write();
		if (obstacle !== null) return obstacle;
		if (isStopped()) return { state: 'stopped', tries };
		const video = shownLink(submission.videoUrl);
		const where = `execution ${context.getExecutionId()}, node "${context.getNode().name}", item ${itemIndex}`;
		context.logger.info(`Submitting ${video} (${where})`);
		const sentAt = Date.now();
		const answer = await service.submit(submission);
		leaveTrace(context, where, video, answer);
		return { state: 'answered', isRecalled: false, answer, sentAt, from: `${runIndex}/${itemIndex}` };
	};

	/** Sends a submission again and again, as long as it is certain that nothing was created, and the limits of the service allow it. */
	const sendAtPace = async (item: CheckedItem, entry: Entry): Promise<Submitted> => {
		const { policy } = item;
		const latest = Date.now() + Math.min(patience, policy.maxRateLimitWait);
		let firstSentAt: number | undefined;
		for (let tries = 0; ; ) {
			const sent = await whenAllowed(item, latest);
			if (sent === null) return { state: 'stopped', tries };
			if (typeof sent === 'number') return { state: 'tooSoon', until: sent };
			const result = await sendOnce(item, entry, tries);
			// The service counts it from when it took it, which is before its answer came.
			sent.at = Date.now();
			if (result.state === 'answered' && mayCost(result.answer)) return result;
			countOut(pace, sent);
			if (result.state !== 'answered' || isSuccess(result.answer) || isStopped()) return result;

			tries += 1;
			const { answer, sentAt } = result;
			const now = Date.now();
			firstSentAt ??= sentAt;
			const wait = pauseBeforeResubmitting(answer, { tries, triedFor: now - firstSentAt }, policy);
			const isLimited = answer.outcome === 'rateLimited';
			// Closes the pace for all videos of the account, even if this submission gives up.
			const closedFor = wait ?? answer.retryAfterMs ?? 0;
			if (isLimited) pace.closedUntil = Math.max(pace.closedUntil, now + closedFor);
			if (wait === null) return result;
			if (!isLimited) await pause(now + wait, signal);
		}
	};

	const send = async (item: CheckedItem, content: string): Promise<Submitted> => {
		const entry = openEntry(context, content, memory.isLost);
		// What an earlier execution has sent must not be called unsent because there is no time left for it, or after a Stop.
		const sentBefore = isRetry(context) ? await entry.write() : null;
		const result = sentBefore ?? (await sendAtPace(item, entry));
		if (result.state === 'answered' && mayCost(result.answer)) memory.remember(content, result);
		else await entry.remove();
		return result;
	};

	const knows = ({ submission }: CheckedItem) => memory.recall(contentOf(submission)) !== null;
	return {
		knows,
		tooMany: (items) => {
			if (items.some(knows)) return null;
			const policies = new Map(items.map((item) => [contentOf(item.submission), item.policy]));
			const now = Date.now();
			const fitting = fittingSubmissions(momentsOf(pace, now), [...policies.values()], now, pace.closedUntil);
			return fitting.count < policies.size ? { wanted: policies.size, ...fitting } : null;
		},
		submit: async (item) => {
			const content = contentOf(item.submission);
			const known = memory.recall(content);
			if (known !== null) return { state: 'answered', isRecalled: true, ...known };
			const other = calls.get(content);
			if (other !== undefined) return await other;
			const call = send(item, content).finally(() => calls.delete(content));
			calls.set(content, call);
			return await call;
		},
		waited: () => waited,
	};
}

/** Whether there is a project to pay for, or may be. */
const mayCost = (answer: Answer): boolean => isSuccess(answer) || answer.mayHaveCreated;

const LIMITS = `the service accepts ${SUBMISSION_LIMITS.perMinute} videos a minute and ${SUBMISSION_LIMITS.perHour} an hour`;

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
