import { showableLink } from '../lib/redact';
import { sleepUntil } from '../n8n/sleepUntil';
import { logTexts } from '../problems/notices';
import { noteSubmitted } from '../service/submittedProjects';
import { type FailedAnswer, isSuccess } from '../service/rules/answer';
import type { Remembered } from './memory';
import { type Batch, contentOf, type PayingItem, LOG_INTERVAL, logProgress, placeInLog } from './batch';
import { type Pace, paceOf, release, reserve } from './pace';
import { inTurn, recordName, type SubmissionRecord } from './recordsInProcess';
import { openRecord } from './record';
import { CLOSED_AT_MOST, pauseBeforeResubmitting } from './rules/resubmission';
import type { SubmissionResult } from './submitted';
import { findEarlier } from './useAgain';

/*
 * The only way to submit. The memory of the execution is asked first, then the record of the node. Before a video is sent, the record
 * notes it; afterwards both keep what came of it.
 */

/** What a try knows of those before it. */
interface Tries {
	/** How often the video was sent, and how often of that it was turned away for the rate. */
	count: number;
	turnedAway: number;
	/** Submissions that were found and do not count, or of which it is certain that they came to nothing. */
	readonly dismissed: SubmissionRecord[];
}

/** Nothing was sent, or created: the next try comes at a time (epoch milliseconds). */
interface Later {
	state: 'later';
	at: number;
	/** Whether it waits for the limits of the service. */
	isLimited: boolean;
}

/** Whether this execution remembers what came of a video. */
export const isRemembered = ({ memory }: Batch, { submission, account }: PayingItem): boolean =>
	memory.recall(contentOf(submission, account.id)) !== null;

/**
 * Submits a video as soon as it may go out, unless it was submitted before: tries it again and again, as long as it is certain that
 * nothing was created, and the limits of the service allow it.
 */
export async function submit(batch: Batch, item: PayingItem): Promise<SubmissionResult> {
	const content = contentOf(item.submission, item.account.id);
	const name = recordName(batch.run.context, content);
	const latest = Date.now() + batch.longestDelay;
	const tries: Tries = { count: 0, turnedAway: 0, dismissed: [] };
	// An earlier item may have had the same video, and was refused.
	batch.unsubmitted.set(content, item);
	for (;;) {
		const result = await inTurn(name, async () => await tryOnce(batch, item, content, tries));
		if (result.state !== 'later') {
			batch.unsubmitted.delete(content);
			return result;
		}
		const { at, isLimited } = result;
		if (isLimited && at > latest) return { state: 'tooSoon', until: at };
		await waitUntil(batch, item, result);
		if (batch.run.signal.aborted) return { state: 'stopped', tries: tries.count };
	}
}

async function waitUntil(batch: Batch, item: PayingItem, { at, isLimited }: Later): Promise<void> {
	if (!isLimited) return await sleepUntil(at, batch.run.signal);
	const [pace, began] = [paceOf(item.account.id), Date.now()];
	while (Date.now() < at && !batch.run.signal.aborted) {
		logProgress(batch);
		await sleepUntil(Math.min(at, batch.loggedAt + LOG_INTERVAL), batch.run.signal);
	}
	batch.delays.set(pace, (batch.delays.get(pace) ?? 0) + Date.now() - began);
}

async function tryOnce(
	batch: Batch,
	item: PayingItem,
	content: string,
	tries: Tries,
): Promise<SubmissionResult | Later> {
	const { run, memory } = batch;
	const remembered = memory.recall(content);
	if (remembered !== null) return await recallResult(batch, item, content, remembered);
	const stopped = { state: 'stopped', tries: tries.count } as const;
	// In a Retry, the first execution may have sent it: nobody may say that nothing was sent.
	if (run.signal.aborted && !run.isRetry) return stopped;
	const entry = openRecord(run, content);
	const found = await findEarlier(batch, item, entry, tries.dismissed);
	if (found.state === 'dismissed') tries.dismissed.push(found.record);
	else if (found.state !== 'begun') return rememberFound(batch, content, found);
	const isBegun = found.state === 'begun';
	const pace = paceOf(item.account.id);
	const reservation = run.signal.aborted ? null : reserve(pace, item.submissionsPerMinute, Date.now());
	if (reservation === null || typeof reservation === 'number') {
		// Should n8n die while it waits, nobody must think that it was sent.
		if (isBegun) tries.dismissed.push({ at: await entry.takeBack(), projectId: null });
		return reservation === null ? stopped : { state: 'later', at: reservation, isLimited: true };
	}
	const noted = isBegun ? found : await entry.replace();
	if (noted.state === 'unwritten') {
		release(pace, reservation);
		return noted;
	}
	const result = await sendOnce(batch, item);
	// When the service counted it is not known, only that it was before its answer: this is on the safe side.
	reservation.at = Date.now();
	const { answer } = result;
	noteTurnedAway(batch, pace, result);
	const submitted = { state: 'answered', isFromMemory: false, currentAnswer: null, ...result } as const;
	if (isSuccess(answer) || answer.mayHaveCreated) {
		memory.remember(content, result);
		await entry.noteProject(isSuccess(answer) ? answer.project.projectId : null);
		return submitted;
	}
	release(pace, reservation);
	// Should the database not take the record back, it must not count.
	tries.dismissed.push({ at: await entry.takeBack(), projectId: null });
	return laterAfter(batch, item, answer, tries) ?? submitted;
}

function rememberFound(batch: Batch, content: string, found: SubmissionResult): SubmissionResult {
	if (found.state !== 'answered') return found;
	const { answer, currentAnswer, isFromRecord, origin, sentAt } = found;
	batch.memory.remember(content, { answer, isFromRecord, origin, sentAt });
	if (currentAnswer !== null) batch.currentAnswers.set(content, currentAnswer);
	return found;
}

/** Of a batch, the first video that is turned away for the rate waits for all. */
function noteTurnedAway({ turnedAwaySince }: Batch, pace: Pace, { answer, sentAt }: Remembered): void {
	if (isSuccess(answer) || answer.kind !== 'rateLimited') turnedAwaySince.delete(pace);
	else turnedAwaySince.set(pace, turnedAwaySince.get(pace) ?? sentAt);
}

async function recallResult(
	batch: Batch,
	{ account }: PayingItem,
	content: string,
	known: Remembered,
): Promise<SubmissionResult> {
	const { answer, origin, sentAt } = known;
	// What nobody knew in the execution that a Retry repeats must not keep the other videos back.
	if (!isSuccess(answer) && answer.mayHaveCreated && origin.executionId !== batch.executionId) {
		return { state: 'resultLost', submittedAt: sentAt };
	}
	// Of a project that a Retry finds, the service may know more by now.
	if (isSuccess(answer) && origin.executionId !== batch.executionId && !batch.currentAnswers.has(content)) {
		batch.currentAnswers.set(content, await account.query(answer.project.projectId));
	}
	return {
		state: 'answered',
		isFromMemory: true,
		currentAnswer: batch.currentAnswers.get(content) ?? null,
		...known,
	};
}

/** Counts a refused submission, and tells when it is tried again; null when it is not. */
function laterAfter(
	batch: Batch,
	{ account, submission }: PayingItem,
	answer: FailedAnswer,
	tries: Tries,
): Later | null {
	const now = Date.now();
	const isTurnedAway = answer.kind === 'rateLimited';
	tries.count += 1;
	if (isTurnedAway) tries.turnedAway += 1;
	const pace = paceOf(account.id);
	const wait = pauseBeforeResubmitting(answer, {
		tries: isTurnedAway ? tries.turnedAway : tries.count - tries.turnedAway,
		triedFor: now - (batch.turnedAwaySince.get(pace) ?? now),
		answeredAt: now,
	});
	if (!isTurnedAway) return wait === null ? null : { state: 'later', at: now + wait, isLimited: false };
	// If the service has said when to come back, no video of this account goes out before, even if this one is given up.
	const askedFor = wait === null ? (answer.retryAt ?? now) : now + wait;
	pace.closedUntil = Math.max(pace.closedUntil, Math.min(askedFor, now + CLOSED_AT_MOST));
	batch.run.context.logger.info(logTexts.turnedAway(showableLink(submission.videoUrl), pace.closedUntil));
	return wait === null ? null : { state: 'later', at: pace.closedUntil, isLimited: true };
}

/** Sends a submission once. */
async function sendOnce(batch: Batch, { submission, account, itemIndex }: PayingItem): Promise<Remembered> {
	const {
		run: { context },
		runIndex,
		executionId,
	} = batch;
	const video = showableLink(submission.videoUrl);
	const where = placeInLog(batch, itemIndex);
	context.logger.info(`Submitting ${video} (${where})`);
	const sentAt = Date.now();
	const answer = await account.submit(submission);
	// Should this process die before the execution is stored, or somebody stop it, the log still knows what was paid for.
	if (isSuccess(answer)) {
		const { projectId } = answer.project;
		context.logger.info(`Created project ${projectId} of ${video} (${where})`);
		noteSubmitted(context, projectId);
	} else if (answer.mayHaveCreated) {
		context.logger.warn(`It is unknown whether a project was created of ${video} (${where})`);
	}
	return { answer, sentAt, origin: { executionId, runIndex, itemIndex }, isFromRecord: false };
}
