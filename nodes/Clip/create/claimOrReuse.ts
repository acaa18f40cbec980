import { redactLink } from '../lib/redact';
import { sleepUntil } from '../n8n/timing';
import { noteProjectOfExecution } from '../n8n/executionProjects';
import type { Answer } from '../service/rules/answer';
import { type Batch, originOf, type SubmissionItem, itemInLog } from './batch';
import { type FoundRecord, hasProject, type KnownRecord, type WithProject } from './rules/foundRecord';
import type { Claim, RecordingFailure, VideoRecord } from './record/videoRecord';
import { pollProject } from '../wait/poll';
import { beginWatch } from '../wait/rules/watch';
import { certainFailureIn, type Circumstances, doesSubmissionCount, decideReuse } from './rules/reuse';
import type { SubmissionEnd } from './submissionEnd';

/** What to do with a video: send it, or end here, since its end is known or nobody can know it. */
export type Decision = SubmissionEnd | SendDecision;

export type SendDecision =
	/** The record already holds the claim. */
	| Claim
	/** The record is that of a submission that does not count, and has to be replaced before the video is sent. */
	| { state: 'dismissed'; record: FoundRecord; createdNothing: boolean };

/**
 * Milliseconds before looking again for a project that another execution may be creating. Uneven, so that two executions do not
 * keep looking at the same moment.
 */
const LOOK_DELAYS = [400, 700, 900, 1_100, 1_300, 1_600, 2_400, 3_600];

/** What a submission that does not count has left: nothing, because this execution took it back, or perhaps a project. */
type Dismissal = 'createdNothing' | 'mayHaveCreated';

/** The video of an item until its submission has ended. */
export interface PendingSubmission {
	readonly batch: Batch;
	readonly item: SubmissionItem;
	readonly videoRecord: VideoRecord;
	/** Submissions found not to count, by their `submittedAt`, epoch milliseconds. */
	readonly dismissed: Map<number, Dismissal>;
	/** How often the video did not get through to the service. */
	failedTries: number;
}

/** Whether a record keeps the video from being sent: the rule says so, and this execution has not dismissed it. */
function blocksSending(pending: PendingSubmission, record: KnownRecord): boolean {
	const dismissal = pending.dismissed.get(record.submittedAt);
	// What has created nothing has no project: this one is of another call, which has claimed the video in the same millisecond.
	const isDismissed =
		dismissal === 'mayHaveCreated' || (dismissal === 'createdNothing' && !hasProject(record));
	return !isDismissed && doesSubmissionCount(circumstancesOf(pending, record));
}

/**
 * Claims a video that was not submitted before. If it was, and that submission counts, its project is used again, once the service was asked
 * for it, which costs nothing.
 */
export async function claimOrReuse(pending: PendingSubmission): Promise<Decision> {
	const { batch, item, videoRecord } = pending;
	// By hand, n8n's memory is always asked: another process may know a newer project.
	const inProcess = batch.execution.isManual ? null : videoRecord.findInThisProcess();
	if (inProcess !== null && hasProject(inProcess) && blocksSending(pending, inProcess)) {
		const answer = await item.account.query(inProcess.projectId);
		// After a failed project, n8n's memory may know a newer one.
		if (certainFailureIn(answer) === null) return await reuseProject(pending, inProcess, answer);
	}
	const found = await claimOrAwaitRecord(pending);
	if (found.state !== 'found') return found;
	if (!blocksSending(pending, found)) return dismissRecord(pending, found);
	if (hasProject(found)) return (await queryProject(pending, found)) ?? dismissRecord(pending, found);
	// After a Stop the record stays as it is: the look was cut short, and another process may still be sending the video.
	if (!batch.execution.signal.aborted) await videoRecord.repairTime(found);
	return { state: 'earlierUnknown', submittedAt: found.submittedAt };
}

/** Claims the video, or finds its record, which it gives some seconds to settle while another execution may be creating the project. */
async function claimOrAwaitRecord(
	pending: PendingSubmission,
): Promise<FoundRecord | Claim | RecordingFailure> {
	const { videoRecord } = pending;
	const { signal } = pending.batch.execution;
	let found = await videoRecord.claim();
	for (const delay of LOOK_DELAYS) {
		if (found.state !== 'found' || !found.mayChange || !blocksSending(pending, found) || signal.aborted)
			break;
		await sleepUntil(Date.now() + delay, signal);
		if (await videoRecord.probeForChange(found)) found = await videoRecord.claim();
	}
	return found;
}

function dismissRecord({ dismissed }: PendingSubmission, record: FoundRecord): SendDecision {
	const dismissal = dismissed.get(record.submittedAt) ?? 'mayHaveCreated';
	dismissed.set(record.submittedAt, dismissal);
	return { state: 'dismissed', record, createdNothing: dismissal === 'createdNothing' };
}

/** @returns null where the project has failed, or is lost, so that the submission does not count */
async function queryProject(
	pending: PendingSubmission,
	record: WithProject<FoundRecord>,
): Promise<SubmissionEnd | null> {
	const { account } = pending.item;
	const { projectId } = record;
	const circumstances = circumstancesOf(pending, record);
	let answer = await account.query(projectId);
	if (decideReuse(answer, circumstances) === 'queryAgain') {
		const watch = beginWatch({ startedAt: Date.now(), mustBeKnown: true });
		const end = await pollProject(watch, { account, projectId }, pending.batch.execution.signal);
		// After a Stop the project counts as used again, so that the error names it.
		if (end.state === 'stopped') return await reuseProject(pending, record, answer);
		if (end.state === 'answered') ({ answer } = end);
		if (end.state === 'failed') answer = end.failure;
	}
	return decideReuse(answer, circumstances) === 'reuse' ? await reuseProject(pending, record, answer) : null;
}

async function reuseProject(
	{ batch, item, videoRecord }: PendingSubmission,
	record: WithProject<KnownRecord | FoundRecord>,
	answer: Answer,
): Promise<SubmissionEnd> {
	await videoRecord.noteReuse(record);
	const { submittedAt, projectId } = record;
	const video = redactLink(item.submission.videoUrl);
	const since = new Date(submittedAt).toISOString();
	batch.execution.context.logger.info(
		`Project ${projectId} of ${video} is used again, submitted at ${since} (${itemInLog(batch, item.itemIndex)})`,
	);
	noteProjectOfExecution(batch.execution, { itemIndex: item.itemIndex, projectId });
	const failure = certainFailureIn(answer);
	const stored = {
		state: 'earlierProject',
		projectId,
		failure,
		submittedAt,
		origin: originOf(batch, item),
	} as const;
	batch.store.remember(item.contentKey, stored);
	return { ...stored, isRemembered: false, latestAnswer: answer };
}

const circumstancesOf = (
	{ batch, item }: PendingSubmission,
	{ submittedAt, isOwn }: KnownRecord,
): Circumstances => {
	const { wasStartedManually, isManual, isRetry, executionStartedAt } = batch.execution;
	// What was young enough for an execution is young enough for its Retry, even a day later.
	const seenAt = (isRetry ? executionStartedAt : null) ?? Date.now();
	return { submitAgain: item.submitAgain, wasStartedManually, isManual, isOwn, age: seenAt - submittedAt };
};
