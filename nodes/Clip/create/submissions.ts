import type { IExecuteFunctions } from 'n8n-workflow';
import { grouped } from '../lib/grouped';
import { shownLink } from '../lib/redact';
import { runIndexOf } from '../n8n/execution';
import { isRetry, isToolCall, isWithoutExecution, storeOf } from '../n8n/host';
import type { OfItem } from '../n8n/outcomes';
import { sleepUntil } from '../n8n/sleepUntil';
import type { WithAccount } from '../service/accounts';
import type { Service } from '../service/client';
import { noteProjects, noteSubmitted } from '../service/noteProjects';
import { type Answer, isSuccess } from '../service/rules/answer';
import { contentOf } from './content';
import type { CreateParameters } from './create.schema';
import { type JournalEntry, type Obstacle, openEntry } from './journal';
import { type Memory, openMemory, type Remembered } from './memory';
import { lastSubmissionAt, type Pace, paceOf, release, type Reservation, reserve } from './pace';
import { progressOfBatch, turnedAway } from './rules/advice';
import { CLOSED_AT_MOST, pauseBeforeResubmitting } from './rules/resubmission';

/*
 * The only way to submit. Before a video is sent, the journal notes it; afterwards the memory of the execution keeps the answer. So
 * neither Retry On Fail nor n8n's Retry nor an agent pays twice in one execution. A call through MCP counts as an execution of its
 * own.
 */

/** What came of a submission. */
export type Submitted =
	| ({
			state: 'answered';
			/** Whether this execution knew the answer already. */
			isRecalled: boolean;
	  } & Remembered)
	/** A person has stopped the execution before it was accepted; nothing is on its way. */
	| { state: 'stopped'; tries: number }
	/** It would have to wait longer than a tool may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'tooSoon'; until: number }
	| Obstacle;

/** An item that is to be submitted, with the account that pays for it. */
export type PayingItem = WithAccount<CreateParameters & OfItem>;

/** How long a tool waits for the limits of the service, in milliseconds: MCP clients give up after a minute, and call again. */
const PATIENCE_OF_AGENTS = 10_000;

/** How often the log is told how far a batch is, in milliseconds. */
const HOUR = 3_600_000;

export const byAccount = (items: readonly PayingItem[]) => grouped(items, ({ account }) => account);

/** One run of the node, with what its submissions share. */
export interface NodeRun {
	readonly context: IExecuteFunctions;
	readonly service: Service;
	readonly memory: Memory;
	/** Which run of the node this is; none for a tool, of which each call has another run index. */
	readonly runIndex: string;
	/** Ends the pauses between tries; nothing is sent after it. */
	readonly signal: AbortSignal;
	/** How long a video may wait for the limits of the service, in milliseconds. */
	readonly patience: number;
	/** The videos that are not submitted yet, by what is paid for. */
	readonly left: Map<string, PayingItem>;
	/** How many there were. */
	readonly videos: number;
	/** When the log was last told how far they are, epoch milliseconds. */
	toldAt: number;
	/** Submissions under way, by what is paid for. */
	readonly underWay: Map<string, Promise<Submitted>>;
	/** For how long the videos of each account had to wait for the limits of the service so far, in milliseconds. */
	readonly waits: Map<Pace, number>;
}

/** Submissions under way, by n8n's store for the node in its execution: an agent may call a tool several times at once. */
const underWay = new WeakMap<object, Map<string, Promise<Submitted>>>();

export const runIndexIn = (context: IExecuteFunctions): string =>
	isToolCall(context) ? '' : runIndexOf(context);

/**
 * @param items - that are to be submitted
 * @param signal - see {@link NodeRun}
 */
export function beginRun(
	context: IExecuteFunctions,
	service: Service,
	items: readonly PayingItem[],
	signal: AbortSignal,
): NodeRun {
	const left = new Map(items.map((item) => [contentOf(item.submission, item.account), item]));
	const store = storeOf(context);
	const others = underWay.get(store) ?? new Map<string, Promise<Submitted>>();
	underWay.set(store, others);
	return {
		context,
		service,
		memory: openMemory(context),
		runIndex: runIndexIn(context),
		signal,
		patience: isToolCall(context) ? PATIENCE_OF_AGENTS : Infinity,
		left,
		videos: left.size,
		toldAt: 0,
		underWay: others,
		waits: new Map(),
	};
}

/** Whether this execution remembers what came of a video. */
export const remembers = ({ memory }: NodeRun, { submission, account }: PayingItem): boolean =>
	memory.recall(contentOf(submission, account)) !== null;

/** Submits a video as soon as it may go out; at most once for the same video with the same settings. */
export async function submit(run: NodeRun, item: PayingItem): Promise<Submitted> {
	const content = contentOf(item.submission, item.account);
	const known = run.memory.recall(content);
	if (known !== null) {
		run.left.delete(content);
		return { state: 'answered', isRecalled: true, ...known };
	}
	const other = run.underWay.get(content);
	if (other !== undefined) return await other;
	const call = sendAndRemember(run, item, content).finally(() => {
		run.underWay.delete(content);
		run.left.delete(content);
	});
	run.underWay.set(content, call);
	return await call;
}

async function sendAndRemember(run: NodeRun, item: PayingItem, content: string): Promise<Submitted> {
	const { context, memory } = run;
	const entry = openEntry(context, content, memory.keptNothing);
	// A Retry asks the journal first. Otherwise 'too soon' or 'stopped' would claim that nothing was sent, although the first
	// execution may have sent it.
	const obstacle = isRetry(context) ? await entry.write() : null;
	const result = obstacle ?? (await sendAtPace(run, item, entry));
	if (result.state === 'answered' && isPaidOrUnknown(result.answer)) memory.remember(content, result);
	else await entry.remove();
	return result;
}

/** Sends a submission again and again, as long as it is certain that nothing was created, and the limits of the service allow it. */
async function sendAtPace(run: NodeRun, item: PayingItem, entry: JournalEntry): Promise<Submitted> {
	const pace = paceOf(item.account);
	const latest = Date.now() + run.patience;
	let firstSentAt: number | undefined;
	for (let tries = 0; ; ) {
		const reservation = await whenAllowed(run, pace, item, latest, tries);
		if ('state' in reservation) return reservation;
		const result = await sendOnce(run, item, entry, tries);
		// When the service counted it is not known, only that it was before its answer: this is on the safe side.
		reservation.at = Date.now();
		if (result.state === 'answered' && isPaidOrUnknown(result.answer)) return result;
		release(pace, reservation);
		if (result.state !== 'answered' || isSuccess(result.answer)) return result;

		tries += 1;
		const { answer, sentAt } = result;
		const now = Date.now();
		firstSentAt ??= sentAt;
		const state = { tries, triedFor: now - firstSentAt, answeredAt: now };
		const wait = pauseBeforeResubmitting(answer, state);
		const isLimited = answer.kind === 'rateLimited';
		if (isLimited) {
			// If the service has said when to come back, no video of this account goes out before, even if this one is given up.
			const askedFor = wait === null ? (answer.retryAt ?? now) : now + wait;
			pace.closedUntil = Math.max(pace.closedUntil, Math.min(askedFor, now + CLOSED_AT_MOST));
			run.context.logger.info(turnedAway(shownLink(item.submission.videoUrl), pace.closedUntil));
		}
		if (wait === null) return result;
		if (!isLimited) await sleepUntil(now + wait, run.signal);
	}
}

/**
 * Waits until the submission may go out.
 *
 * @param latest - how long it may wait, epoch milliseconds
 * @returns its reservation, or why it must not go out
 */
async function whenAllowed(
	run: NodeRun,
	pace: Pace,
	{ submissionsPerMinute }: PayingItem,
	latest: number,
	tries: number,
): Promise<Reservation | Submitted> {
	while (!run.signal.aborted) {
		const next = reserve(pace, submissionsPerMinute, Date.now());
		if (typeof next !== 'number') return next;
		if (next > latest) return { state: 'tooSoon', until: next };
		tellProgress(run);
		const began = Date.now();
		await sleepUntil(Math.min(next, run.toldAt + HOUR), run.signal);
		run.waits.set(pace, (run.waits.get(pace) ?? 0) + Date.now() - began);
	}
	return { state: 'stopped', tries };
}

/** Tells the log, at the start and each hour, how far a batch is: n8n shows nothing of a node while it runs. */
function tellProgress(run: NodeRun): void {
	const now = Date.now();
	if (now - run.toldAt < HOUR) return;
	run.toldAt = now;
	const ends = byAccount([...run.left.values()]).map((items) =>
		lastSubmissionAt(
			paceOf(items[0].account),
			items.map(({ submissionsPerMinute }) => submissionsPerMinute),
			now,
		),
	);
	run.context.logger.info(progressOfBatch(run.videos - run.left.size, run.videos, Math.max(...ends)));
}

/** Sends a submission once, after the journal has noted it. */
async function sendOnce(
	{ context, service, signal, runIndex }: NodeRun,
	{ submission, itemIndex }: PayingItem,
	entry: JournalEntry,
	tries: number,
): Promise<Submitted> {
	const obstacle = await entry.write();
	if (obstacle !== null) return obstacle;
	if (signal.aborted) return { state: 'stopped', tries };
	const video = shownLink(submission.videoUrl);
	const execution = isWithoutExecution(context) ? 'no execution' : `execution ${context.getExecutionId()}`;
	const where = `${execution}, node "${context.getNode().name}", item ${itemIndex}`;
	context.logger.info(`Submitting ${video} (${where})`);
	const sentAt = Date.now();
	const answer = await service.submit(submission, itemIndex);
	leaveTrace(context, where, video, answer);
	return { state: 'answered', isRecalled: false, answer, sentAt, origin: { run: runIndex, itemIndex } };
}

/** Whether there is a project to pay for, or may be. */
const isPaidOrUnknown = (answer: Answer): boolean => isSuccess(answer) || answer.mayHaveCreated;

/** Should this process die before the execution is stored, or somebody stop it, the log still knows what was paid for. */
function leaveTrace(context: IExecuteFunctions, where: string, video: string, answer: Answer): void {
	if (isSuccess(answer)) {
		const { projectId } = answer.project;
		context.logger.info(`Created project ${projectId} of ${video} (${where})`);
		noteProjects(context, [projectId]);
		noteSubmitted(context, projectId);
	} else if (answer.mayHaveCreated) {
		context.logger.warn(`It is unknown whether a project was created of ${video} (${where})`);
	}
}
