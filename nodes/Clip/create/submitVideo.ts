import { takeTurn } from '../lib/concurrency';
import { redactLink } from '../lib/redact';
import { sleepUntil } from '../n8n/timing';
import { noteProjectOfExecution } from '../n8n/executionProjects';
import { type Answer, type FailedAnswer, isProjectAnswer } from '../service/rules/answer';
import { projectIdOfStored, type StoredSubmission } from './submissionStore';
import { type Batch, logDelay, originOf, type SubmissionItem, itemInLog } from './batch';
import {
	closeUntil,
	freeSlotAt,
	type Pace,
	paceOf,
	releaseSlot,
	type ReservedSlot,
	reserveSlot,
} from './pace';
import { type Claim, VideoRecord } from './record/videoRecord';
import { delayBeforeNextTry } from './rules/nextTry';
import type { SubmissionEnd } from './submissionEnd';
import { type PendingSubmission, claimOrReuse, type SendDecision } from './claimOrReuse';

/*
 * The only way to submit a video. First the store of the execution is asked for it, then the record of the node. The record says that the
 * video is about to be sent before it is sent. Afterwards, store and record keep what came of it.
 */

/** Nothing was sent, or created, so the video is tried again. */
interface Postponed {
	state: 'postponed';
	/** Epoch milliseconds. */
	at: number;
	/** Whether the video waits for the limits of the service. */
	isLimited: boolean;
}

/**
 * Submits a video, unless it was submitted before, as soon as the limits of the service allow it. Tries again only while it is certain that
 * nothing was created.
 */
export async function submitVideo(batch: Batch, item: SubmissionItem): Promise<SubmissionEnd> {
	const { contentKey } = item;
	const deadline = Date.now() + batch.longestDelay;
	const videoRecord = new VideoRecord(batch.execution, contentKey);
	const pending: PendingSubmission = {
		batch,
		item,
		videoRecord,
		dismissed: new Map(),
		failedTries: 0,
	};
	// An earlier item with this video may have removed its key.
	batch.pendingItems.set(contentKey, item);
	for (;;) {
		const end = await takeTurn(videoRecord.name, async () => await trySubmission(pending));
		if (end.state !== 'postponed') {
			batch.pendingItems.delete(contentKey);
			return end;
		}
		const { at, isLimited } = end;
		if (isLimited && at > deadline) return { state: 'notYetSubmitted', until: at };
		if (isLimited) logDelay(batch);
		await sleepUntil(at, batch.execution.signal);
		if (batch.execution.signal.aborted) return STOPPED;
	}
}

async function trySubmission(pending: PendingSubmission): Promise<SubmissionEnd | Postponed> {
	const { batch, item } = pending;
	const { execution, store } = batch;
	const remembered = store.find(item.contentKey);
	if (remembered !== null) return await resolveRemembered(batch, item, remembered);
	// In a Retry, the execution that it repeats may have sent the video: the record has to be asked.
	if (execution.signal.aborted && !execution.isRetry) return STOPPED;
	const decision = await claimOrReuse(pending);
	return decision.state === 'claimed' || decision.state === 'dismissed'
		? await sendIfSlotIsFree(pending, decision)
		: decision;
}

const STOPPED: SubmissionEnd = { state: 'stoppedBefore' };

/** Sends a video if the limits of its account allow it now. If they do not, no claim may stay in the record: n8n may die. */
async function sendIfSlotIsFree(
	pending: PendingSubmission,
	decision: SendDecision,
): Promise<SubmissionEnd | Postponed> {
	const { batch, item, videoRecord } = pending;
	const isStopped = () => batch.execution.signal.aborted;
	const now = Date.now();
	const pace = paceOf(item.account.id, now);
	const freeAt = freeSlotAt(pace, item.submissionsPerMinute, now);
	if (isStopped() || freeAt > now) {
		if (decision.state === 'claimed') await releaseAndDismissClaim(pending, decision);
		return isStopped() ? STOPPED : { state: 'postponed', at: freeAt, isLimited: true };
	}
	const reservation = reserveSlot(pace, now);
	const claim =
		decision.state === 'claimed'
			? decision
			: await videoRecord.replace(decision.record, decision.createdNothing);
	// A Stop may come while the record is replaced.
	if (claim.state === 'claimed' && !isStopped()) {
		return await sendClaimed(pending, claim, reservation);
	}
	releaseSlot(pace, reservation);
	if (claim.state === 'unrecorded') return claim;
	if (claim.state === 'taken') return { state: 'postponed', at: Date.now(), isLimited: false };
	await releaseAndDismissClaim(pending, claim);
	return STOPPED;
}

/** @param reservation - released, as the claim is, if the submission is refused */
async function sendClaimed(
	pending: PendingSubmission,
	claim: Claim,
	reservation: ReservedSlot,
): Promise<SubmissionEnd | Postponed> {
	const { batch, item, videoRecord } = pending;
	const submittedAt = Date.now();
	const pace = paceOf(item.account.id, submittedAt);
	const answer = await submitWithLog(batch, item);
	// The service counts from some moment before its answer. To count from the answer on is on the safe side.
	reservation.at = Date.now();
	trackRateLimit(batch, pace, answer, submittedAt);
	if (!isProjectAnswer(answer) && answer.fate === 'notCreated') {
		releaseSlot(pace, reservation);
		await releaseAndDismissClaim(pending, claim);
		return postponeRefused(pending, answer) ?? { state: 'refused', answer };
	}
	const common = { submittedAt, origin: originOf(batch, item) };
	const stored: StoredSubmission = isProjectAnswer(answer)
		? { state: 'accepted', project: answer.project, ...common }
		: { state: 'unknownWhetherCreated', answer, ...common };
	batch.store.remember(item.contentKey, stored);
	await videoRecord.noteProject(claim, projectIdOfStored(stored));
	return { ...stored, isRemembered: false, latestAnswer: null };
}

/** The claim is also dismissed: even if the database keeps its record, it must not count in this execution. */
async function releaseAndDismissClaim(
	{ videoRecord, dismissed }: PendingSubmission,
	claim: Claim,
): Promise<void> {
	await videoRecord.releaseClaim(claim);
	dismissed.set(claim.submittedAt, 'createdNothing');
}

/** The videos of an account share one limit for how long the service may turn them away, see {@link delayBeforeNextTry}. */
function trackRateLimit({ rateLimitedSince }: Batch, pace: Pace, answer: Answer, submittedAt: number): void {
	if (isProjectAnswer(answer) || answer.kind !== 'rateLimited') rateLimitedSince.delete(pace);
	else rateLimitedSince.set(pace, rateLimitedSince.get(pace) ?? submittedAt);
}

async function resolveRemembered(
	batch: Batch,
	{ account }: SubmissionItem,
	stored: StoredSubmission,
): Promise<SubmissionEnd> {
	const isOfThisExecution = stored.origin.executionId === batch.executionId;
	const failure = stored.state === 'earlierProject' ? stored.failure : null;
	const projectId = projectIdOfStored(stored);
	if (isOfThisExecution) return { ...stored, isRemembered: true, latestAnswer: failure };
	// `earlierUnknown` ends a Retry after the others are sent.
	if (projectId === null) return { state: 'earlierUnknown', submittedAt: stored.submittedAt };
	// The project of an earlier execution may be ready by now.
	return { ...stored, isRemembered: true, latestAnswer: failure ?? (await account.query(projectId)) };
}

/** Counts a refused submission, and tells when it is tried again; null when it is not. */
function postponeRefused(pending: PendingSubmission, answer: FailedAnswer): Postponed | null {
	const {
		batch,
		item: { account, submission },
	} = pending;
	const now = Date.now();
	const isRateLimited = answer.kind === 'rateLimited';
	if (!isRateLimited) pending.failedTries += 1;
	const pace = paceOf(account.id, now);
	const delay = delayBeforeNextTry(answer, {
		failedTries: pending.failedTries,
		rateLimitedFor: now - (batch.rateLimitedSince.get(pace) ?? now),
		failedAt: now,
	});
	if (!isRateLimited) {
		return delay === null ? null : { state: 'postponed', at: now + delay, isLimited: false };
	}
	// Even if this video is given up, no other of the account goes out before the time that the service has named.
	const earliestRetryAt = delay === null ? (answer.retryAt ?? now) : now + delay;
	closeUntil(pace, earliestRetryAt, now);
	batch.execution.context.logger.info(
		`The service accepts no more at the moment (${redactLink(submission.videoUrl)}): nothing is sent for this account before ${new Date(pace.closedUntil).toISOString()}`,
	);
	return delay === null ? null : { state: 'postponed', at: pace.closedUntil, isLimited: true };
}

async function submitWithLog(
	batch: Batch,
	{ submission, account, itemIndex }: SubmissionItem,
): Promise<Answer> {
	const { context } = batch.execution;
	const video = redactLink(submission.videoUrl);
	const where = itemInLog(batch, itemIndex);
	context.logger.info(`Submitting ${video} (${where})`);
	const answer = await account.submit(submission);
	// If this process dies before the execution is stored, or somebody stops it, the log still tells what was paid for.
	if (isProjectAnswer(answer)) {
		const { projectId } = answer.project;
		context.logger.info(`Created project ${projectId} of ${video} (${where})`);
		noteProjectOfExecution(batch.execution, { itemIndex, projectId });
	} else if (answer.fate === 'mayHaveCreated') {
		context.logger.warn(`It is unknown whether a project was created of ${video} (${where})`);
	}
	return answer;
}
