import { showableLink } from '../lib/redact';
import { sleepUntil } from '../n8n/sleepUntil';
import { logTexts } from '../problems/notices';
import { noteSubmitted } from '../service/noteProjects';
import { type Answer, isSuccess } from '../service/rules/answer';
import type { Remembered } from './memory';
import { type Batch, contentOf, type PayingItem, LOG_INTERVAL, logProgress, placeInLog } from './batch';
import { paceOf, release, reserve } from './pace';
import { inTurn, recordName, type SubmissionRecord } from './processRecords';
import { openRecord } from './record';
import { CLOSED_AT_MOST, pauseBeforeResubmitting } from './rules/resubmission';
import type { Submitted } from './submitted';
import { findEarlier } from './useAgain';

/*
 * The only way to submit. The memory of the execution is asked first, then the record of the node. Before a video is sent, the record
 * notes it; afterwards both keep what came of it.
 */

/** What a try knows of those before it. */
interface Tries {
	/** How often the video was sent. */
	count: number;
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
export async function submit(batch: Batch, item: PayingItem): Promise<Submitted> {
	const content = contentOf(item.submission, item.account.id);
	const name = recordName(batch.run.context, content);
	const latest = Date.now() + batch.longestDelay;
	const tries: Tries = { count: 0, dismissed: [] };
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
): Promise<Submitted | Later> {
	const known = batch.memory.recall(content);
	if (known !== null) return await recallResult(batch, item, content, known);
	// In a Retry, the first execution may have sent it: nobody may say that nothing was sent.
	if (batch.run.signal.aborted && !batch.run.isRetry) return { state: 'stopped', tries: tries.count };
	const entry = openRecord(batch.run, content);
	const found = await findEarlier(batch, item, entry, tries.dismissed);
	if (found.state === 'answered') {
		const { answer, currentAnswer, isUsedAgain, origin, sentAt } = found;
		batch.memory.remember(content, { answer, isUsedAgain, origin, sentAt });
		if (currentAnswer !== null) batch.currentAnswers.set(content, currentAnswer);
	}
	if (found.state !== 'begun' && found.state !== 'dismissed') return found;
	if (found.state === 'dismissed') tries.dismissed.push(found.record);
	const isBegun = found.state === 'begun';
	if (batch.run.signal.aborted) {
		if (isBegun) await entry.takeBack();
		return { state: 'stopped', tries: tries.count };
	}
	const pace = paceOf(item.account.id);
	const reservation = reserve(pace, item.submissionsPerMinute, Date.now());
	if (typeof reservation === 'number') {
		// Should n8n die while it waits, nobody must think that it was sent.
		if (isBegun) tries.dismissed.push({ at: await entry.takeBack(), projectId: null });
		return { state: 'later', at: reservation, isLimited: true };
	}
	const noted = isBegun ? found : await entry.replace();
	if (noted.state === 'unwritten') {
		release(pace, reservation);
		return noted;
	}
	const result = await sendOnce(batch, item);
	// When the service counted it is not known, only that it was before its answer: this is on the safe side.
	reservation.at = Date.now();
	const { answer, sentAt } = result;
	if (!isSuccess(answer) && answer.kind === 'rateLimited') {
		// Of a batch, the first video that is turned away waits for all.
		batch.turnedAwaySince.set(pace, batch.turnedAwaySince.get(pace) ?? sentAt);
	} else batch.turnedAwaySince.delete(pace);
	if (isSuccess(answer) || answer.mayHaveCreated) {
		batch.memory.remember(content, result);
		await entry.noteProject(isSuccess(answer) ? answer.project.projectId : null);
		return { state: 'answered', isRecalled: false, currentAnswer: null, ...result };
	}
	release(pace, reservation);
	// Should the database not take the record back, it must not count.
	tries.dismissed.push({ at: await entry.takeBack(), projectId: null });
	tries.count += 1;
	return (
		laterAfter(batch, item, answer, tries) ?? {
			state: 'answered',
			isRecalled: false,
			currentAnswer: null,
			...result,
		}
	);
}

async function recallResult(
	batch: Batch,
	{ account }: PayingItem,
	content: string,
	known: Remembered,
): Promise<Submitted> {
	const { answer, origin, sentAt } = known;
	// What nobody knew in the execution that a Retry repeats must not keep the other videos back.
	if (!isSuccess(answer) && answer.mayHaveCreated && origin.execution !== batch.execution) {
		return { state: 'resultLost', submittedAt: sentAt };
	}
	// Of a project that a Retry finds, the service may know more by now.
	if (isSuccess(answer) && origin.execution !== batch.execution && !batch.currentAnswers.has(content)) {
		batch.currentAnswers.set(content, await account.query(answer.project.projectId));
	}
	return {
		state: 'answered',
		isRecalled: true,
		currentAnswer: batch.currentAnswers.get(content) ?? null,
		...known,
	};
}

/** When a refused submission is tried again; null when it is not. */
function laterAfter(
	batch: Batch,
	{ account, submission }: PayingItem,
	answer: Answer,
	{ count }: Tries,
): Later | null {
	const now = Date.now();
	const pace = paceOf(account.id);
	const wait = pauseBeforeResubmitting(answer, {
		tries: count,
		triedFor: now - (batch.turnedAwaySince.get(pace) ?? now),
		answeredAt: now,
	});
	if (isSuccess(answer) || answer.kind !== 'rateLimited') {
		return wait === null ? null : { state: 'later', at: now + wait, isLimited: false };
	}
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
		execution,
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
	return { answer, sentAt, origin: { execution, run: runIndex, itemIndex }, isUsedAgain: false };
}
